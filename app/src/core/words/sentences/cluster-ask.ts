import type { Explanation } from '@managed-fields/live-cluster';
import { countingWords, type Messages } from '@managed-fields/words';

/** The dialog *Ask the cluster*. */
export function clusterAskWords({ clusterAsk, counting }: Pick<Messages, 'clusterAsk' | 'counting'>) {
  const { rowOf } = countingWords(counting);
  return {
    ...clusterAsk,
    /** Which webhooks may have changed the object. */
    webhooks: (names: readonly string[]) => clusterAsk.webhooks({ names: rowOf(names) }),
    /** What explains a difference between the prediction and the answer. */
    explanation: (given: Explanation) =>
      clusterAsk.explanations[given.code]({ name: '', cluster: '', scenario: '', ...given }),
  };
}
