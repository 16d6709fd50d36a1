import { usePlayback } from '../core/engine/playback-store.ts';
import { selectedStep, useScenario } from '../core/store/scenario-store.ts';
import { lazyPane } from '../core/ui/lazy-pane.tsx';
import { CommandPane, OutcomePanel, ToolRun, ToolSettingsForm, Welcome } from '../features/later-panes.ts';
import { hasOutcomePanel, isBlank } from '../features/scenario/selected.ts';

/** Resolves when the code is loaded of the panes that this scenario needs beside those of every page. */
export async function firstPanes(): Promise<void> {
  const state = useScenario.getState();
  const { outcomes, view } = usePlayback.getState().playback;
  const step = selectedStep(state);
  const outcome = outcomes.find(({ stepId }) => stepId === step?.id);
  const wanted = [
    ...(isBlank(state.scenario) ? [Welcome] : []),
    ...(step?.kind === 'kubectl' ? [CommandPane] : []),
    ...(step?.kind === 'tool' ? [ToolSettingsForm, ToolRun] : []),
    ...(step !== undefined && hasOutcomePanel(step, outcome, view) ? [OutcomePanel] : []),
    ...(state.message === undefined ? [] : [Banners]),
  ];
  // What cannot be fetched now is fetched again when it is drawn.
  await Promise.allSettled(wanted.map(({ preload }) => preload()));
}

/** What stands over the page: it is drawn after the first view. */
export const Banners = lazyPane(async () => (await import('./banners.tsx')).Banners);
