import { usePlayback } from '../../engine/playback-store.ts';
import { selectedStep, useScenario } from '../../store/scenario-store.ts';
import { isBlank } from '../components/screen.ts';
import { hasOutcomePanel } from '../conflict/has-outcome-panel.ts';
import { Banners, CommandPane, OutcomePanel, Welcome } from '../later-panes.ts';

/** Resolves when the code is loaded of the panes that this scenario needs beside those of every page. */
export async function firstPanes(): Promise<void> {
  const state = useScenario.getState();
  const { outcomes, view } = usePlayback.getState().playback;
  const step = selectedStep(state);
  const outcome = outcomes.find(({ stepId }) => stepId === step?.id);
  const wanted = [
    ...(isBlank(state.scenario) ? [Welcome] : []),
    ...(step?.kind === 'kubectl' ? [CommandPane] : []),
    ...(step !== undefined && hasOutcomePanel(step, outcome, view) ? [OutcomePanel] : []),
    ...(state.message === undefined ? [] : [Banners]),
  ];
  // What cannot be fetched now is fetched again when it is drawn.
  await Promise.allSettled(wanted.map(({ preload }) => preload()));
}
