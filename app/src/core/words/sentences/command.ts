import type { MigrationView, StuckFields, ThreeWayRow, UnplayedView } from '@managed-fields/player';
import { countingWords, type Messages } from '@managed-fields/words';

/** A kubectl command, and the way from client-side to server-side apply. */
export function commandWords({ command, counting }: Pick<Messages, 'command' | 'counting'>) {
  const { listOf } = countingWords(counting);
  const { effects, unplayed } = command;

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

  /** What is not played here; kubectl or a shell has it. */
  function unplayedSentence(view: UnplayedView): string {
    switch (view.kind) {
      case 'program':
        return unplayed.program(view);
      case 'syntax':
        return unplayed.syntax(view);
      case 'editor':
        return unplayed.editor(view);
      case 'no-program':
        return unplayed['no-program'];
      case 'too-much':
        return unplayed['too-much'];
      case 'command':
        return unplayed.command(view);
      case 'help':
        return unplayed.help({ line: view.command === '' ? 'kubectl --help' : `kubectl ${view.command} --help` });
      case 'flag':
        return unplayed.flag(view);
      case 'url':
        return unplayed.url(view);
      case 'describe':
        return unplayed.describe(view);
      case 'kustomize':
        return unplayed.kustomize(view);
      case 'kustomize-key':
        return unplayed['kustomize-key'](view);
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
    unplayedSentence,
  };
}
