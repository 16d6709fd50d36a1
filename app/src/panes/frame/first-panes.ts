import { usePlayback } from '../../engine/playback-store.ts';
import { selectedStep, useScenario } from '../../store/scenario-store.ts';
import { Banners, CommandPane, OutcomePanel, Welcome } from '../later-panes.ts';
import { isBlank } from '../parts/screen.ts';

/** Resolves when the panes are there that the scenario on screen shows beside those of every page. */
export async function firstPanes(): Promise<void> {
  const state = useScenario.getState();
  const { outcomes, view } = usePlayback.getState().playback;
  const step = selectedStep(state);
  const outcome = outcomes.find(({ stepId }) => stepId === step?.id);
  const answered =
    view?.conflict !== undefined || outcome?.status === 'error' || (outcome?.warnings.length ?? 0) > 0 || step?.force;
  const wanted = [
    ...(isBlank(state.scenario) ? [Welcome] : []),
    ...(step?.kind === 'kubectl' ? [CommandPane] : []),
    ...(answered === true ? [OutcomePanel] : []),
    ...(state.message === undefined ? [] : [Banners]),
  ];
  // What does not come now is fetched again when it is drawn.
  await Promise.allSettled(wanted.map(({ preload }) => preload()));
}
