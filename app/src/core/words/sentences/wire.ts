import type { AccessView, KubectlDifference } from '@managed-fields/player';
import { countingWords, type Messages } from '@managed-fields/words';

/** The request of a step as HTTP, curl and a kubectl line, and the permissions that it needs. */
export function wireWords({ wire, counting }: Pick<Messages, 'wire' | 'counting'>) {
  const { listOf } = countingWords(counting);
  return {
    ...wire,
    /** How a kubectl line differs from the request. */
    differenceSentence: ({ code, data: { manager = '', value = '', count = '' } }: KubectlDifference) =>
      wire.differences[code]({ manager, value, count }),
    /** Which permissions the request needs. */
    accessSentence: ({ verbs, resource, apiGroup, namespace }: AccessView) =>
      wire.accessSentence({
        verbs: listOf(verbs),
        resource,
        apiGroup: apiGroup || undefined,
        namespace: namespace || undefined,
      }),
    /** Which permissions it needs besides for an object that does not exist. */
    whenNewSentence: (verbs: readonly string[]) => wire.whenNewSentence({ verbs: listOf(verbs) }),
    /** Which permissions the kubectl line needs besides. */
    kubectlAccessSentence: (verbs: readonly string[]) => wire.kubectlAccessSentence({ verbs: listOf(verbs) }),
  };
}
