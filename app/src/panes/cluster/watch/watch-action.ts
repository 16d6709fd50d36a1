import { useCluster } from '../../../cluster/cluster-mode.ts';
import { fetchCode, tellMissing } from '../../../code/fetch-code.ts';
import { usePlayback } from '../../../engine/playback-store.ts';
import { laterWords } from '../../../language/later-words.ts';
import { selectedStep, useScenario } from '../../../store/scenario-store.ts';
import type { Action } from '../../components/action.ts';

const load = () => import('./watch-named.ts');

/** Returns the action that opens the versions of the selected live object; none where the page has no cluster. */
export function watchActions(): readonly Action[] {
  if (useCluster.getState().mode.kind !== 'connected') return [];
  const step = selectedStep(useScenario.getState());
  const outcome = usePlayback.getState().playback.outcomes.find(({ stepId }) => stepId === step?.id);
  const named = step?.kind === 'live' ? outcome?.object : undefined;
  const run = async () => {
    if (named === undefined) return;
    try {
      const { watchNamed } = await fetchCode(load);
      await watchNamed(named);
    } catch {
      tellMissing(load);
    }
  };
  return [
    {
      id: 'watch',
      group: 'step',
      label: laterWords.watch.action,
      words: laterWords.watch.actionWords,
      disabled: named === undefined,
      run: () => void run(),
    },
  ];
}
