import type { MigrationView, StuckFields, ThreeWayRow } from '@managed-fields/player';
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
