import type { PlannedStep, Recipient } from '@managed-fields/player';
import { unique } from '@managed-fields/rendering';
import { countingWords, type Messages } from '@managed-fields/words';

type Owners = PlannedStep['gone'];

/** The helper for giving fields to another manager in the safe order. */
export function handoverWords({ handover, counting }: Pick<Messages, 'handover' | 'counting'>) {
  const { listOf } = countingWords(counting);
  const managersOf = (owners: Owners) => listOf(unique(owners.map(({ manager }) => manager)));

  /** What a step of the plan does. */
  function roleSentence({ role, manager, owner }: PlannedStep): string {
    if (role !== 'lets-go' || owner === undefined) return handover.roles[role]({ manager });
    const what = owner.operation === 'Update' ? 'taken-out' : role;
    return handover.roles[what]({ manager: owner.manager });
  }

  /** Says that entries are gone. */
  function gone(owners: Owners): string {
    return handover.gone({ count: owners.length, owners: listOf(owners.map(({ manager }) => manager)) });
  }

  return {
    ...handover,
    /** The heading of the helper. */
    title: (paths: readonly string[]) => handover.title({ paths: listOf(paths) }),
    /** A recipient in the list. */
    recipient: ({ manager, by }: Recipient) => handover.recipient({ manager, by: handover.byNames[by] }),
    roleSentence,
    /** A field after a step. */
    fieldAfter: ({ value, owners }: PlannedStep['fields'][number]) =>
      handover.fieldAfter({ value, count: owners.length, owners: managersOf(owners) }),
    gone,
    /** Who owns the fields at the end. */
    doneSentence: (done: boolean, to: string, owners: Owners) =>
      done ? handover.done({ to }) : handover.notDone({ to, owners: managersOf(owners) || undefined }),
    /** The note of a step that the helper adds. */
    stepNote: (step: PlannedStep) => {
      const sentences = [roleSentence(step)];
      if (step.gone.length > 0) sentences.push(gone(step.gone));
      if (step.role === 'takes' || step.role === 'holds') sentences.push(handover.conflictNote);
      return sentences.reduce((note, next) => handover.noteNext({ note, next }));
    },
  };
}
