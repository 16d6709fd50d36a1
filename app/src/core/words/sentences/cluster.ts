import type { AccessRule, Explanation } from '@managed-fields/live-cluster';
import { countingWords, type Messages } from '@managed-fields/words';

/** A failure that has a sentence of its own; the server's own words stand beside it. */
interface Failure {
  readonly kind: 'unreached' | 'timeout' | 'status' | 'unread' | 'too-large' | 'refused';
  readonly code?: number;
}

/** The cluster mode: its bar, and the dialog that opens objects of the cluster. */
export function clusterWords({ cluster, counting }: Pick<Messages, 'cluster' | 'counting'>) {
  const { rowOf } = countingWords(counting);
  return {
    ...cluster,
    /** Which groups have a server that did not answer. */
    stale: (groups: readonly string[]) => cluster.stale({ groups: rowOf(groups) }),
    /** How many names were read, and of about how many while there are more to come. */
    listed: (count: number, remaining: number, reading: boolean) =>
      reading
        ? cluster.read({ count, about: remaining > 0 ? count + remaining : undefined })
        : cluster.objectCount({ count }),
    /** Why the cluster did not answer. */
    failureSentence: ({ kind, code = 0 }: Failure) => cluster.failures[kind]({ code }),
    /** Which rule of RBAC is missing. */
    ruleSentence: ({ verb, resource, group, namespace }: AccessRule) =>
      cluster.ruleSentence({
        verb,
        resource: group === '' ? resource : `${resource}.${group}`,
        namespace: namespace || undefined,
      }),
  };
}

/** The dialog *Ask the cluster*. */
export function clusterAskWords({ clusterAsk, counting }: Pick<Messages, 'clusterAsk' | 'counting'>) {
  const { rowOf } = countingWords(counting);
  return {
    ...clusterAsk,
    /** Which webhooks may have changed the object. */
    webhooks: (names: readonly string[]) => clusterAsk.webhooks({ names: rowOf(names) }),
    /** What explains a difference between the prediction and the answer. */
    explanation: (given: Explanation) =>
      clusterAsk.explanations[given.code]({ name: '', cluster: '', scenario: '', plugin: '', by: undefined, ...given }),
  };
}
