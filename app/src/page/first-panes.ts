import { usePlayback } from '../core/engine/playback-store.ts';
import { selectedStep, useScenario } from '../core/store/scenario-store.ts';
import { CommandPane, OutcomePanel, Welcome } from '../features/later-panes.ts';
import { hasOutcomePanel } from '../features/scenario/conflict/has-outcome-panel.ts';
import { isBlank } from '../features/scenario/selected.ts';
import { Banners } from './later-banners.ts';

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
