import type { AccessView, KubectlDifference, MigrationView, StuckFields, ThreeWayRow } from '@managed-fields/player';
import { unplayedWords } from '@managed-fields/player/words';
import { countingWords, type Messages } from '@managed-fields/words';

/** A kubectl command, and the way from client-side to server-side apply. */
export function commandWords({ command, counting }: Pick<Messages, 'command' | 'counting'>) {
  const { listOf } = countingWords(counting);
  const { effects } = command;

  /** Why a client-side apply does what it does with a field. */
  function effectSentence({ effect, original, current, drifted, owners }: ThreeWayRow): string {
    switch (effect) {
      case 'added':
        return original === undefined ? effects.new : effects.again;
      case 'set':
        if (drifted) return effects.setBack({ current });
        return original === undefined ? effects.over : effects.changed;
      case 'deleted':
        return effects.deleted;
      case 'kept':
        return effects.kept;
      case 'left-alone':
        return owners.length === 0
          ? effects.default
          : effects.ofOthers({ count: owners.length, owners: listOf(owners) });
    }
  }

  return {
    ...command,
    effectSentence,
    /** How to free fields that another entry still owns. */
    freeSentence: ({ fields, fieldCount }: StuckFields) =>
      command.freeSentence({ more: Math.max(0, fieldCount - fields.length) }),
    /** How to return to client-side apply. */
    wayBackSentence: ({ annotated }: MigrationView) => (annotated ? command.wayBackKept : command.wayBackLost),
    /** What is not played here; kubectl or a shell has it. */
    unplayedSentence: unplayedWords({ command }),
  };
}

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
