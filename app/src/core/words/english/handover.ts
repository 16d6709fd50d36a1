import type { HandOverMethod, HandOverRole, PlannedStep, Recipient } from '@managed-fields/player';
import { listOf } from './counting.ts';

/** The helper for giving fields to another manager in the safe order. */
export const handover = {
  title,
  ownedNow: 'Owned now by',
  to: 'Give it to',
  another: 'another manager…',
  manager: 'Manager',
  managerHint: 'name of the manager',
  by: 'It writes',
  byNames: {
    apply: 'by server-side apply',
    update: 'by updates',
    status: 'through /status',
    scale: 'through /scale',
  } satisfies Readonly<Record<Recipient['by'], string>>,
  method: 'In which order',
  methods: {
    share: {
      name: 'Share, then let go',
      text: 'It applies the field with the same value, so both own it; then the others leave it out.',
    },
    temporary: {
      name: 'A temporary manager holds it',
      text: 'A manager made for the purpose applies only this field; the others leave it out; the first write takes it from the temporary one, which is gone then.',
    },
    'writes-first': {
      name: 'It writes first',
      text: 'Wait until it has written another value, which takes the field; then the others leave it out.',
    },
  } satisfies Readonly<Record<HandOverMethod, { readonly name: string; readonly text: string }>>,
  temporary: 'Temporary manager',
  plan: 'Steps',
  working: 'Playing it…',
  nameIt: 'Name a manager to see the steps.',
  nothing: 'There is nothing to hand over: nobody owns it, or it has no other value to be written.',
  ownsAlready: (to: string) => `${to} alone owns it already, so there is nothing to do.`,
  conflictNote:
    'If your cluster answers one of these applies with a conflict, the other has written already: the hand-over is done, leave it as it is.',
  add,
  recipient,
  roleSentence,
  fieldAfter,
  gone,
  doneSentence,
  stepName,
  stepNote,
};

/** Returns the heading of the helper. */
function title(paths: readonly string[]): string {
  return `Hand over ${listOf(paths)}`;
}

/** The button that adds the steps. */
function add(count: number): string {
  if (count === 0) return 'No steps to add';
  return count === 1 ? 'Add this step' : `Add these ${count} steps`;
}

/** Describes a recipient in the list. */
function recipient({ manager, by }: Recipient): string {
  return `${manager} · ${handover.byNames[by]}`;
}

/** Says what a step of the plan does. */
function roleSentence({ role, manager, owner }: PlannedStep): string {
  switch (role) {
    case 'takes':
      return `${manager} applies it with the value that it has.`;
    case 'holds':
      return `${manager} applies only this field, with the value that it has.`;
    case 'lets-go':
      return owner?.operation === 'Update'
        ? `It is taken out of the entry of ${owner.manager}, which has no configuration to leave it out of.`
        : `${owner?.manager ?? manager} applies again without it.`;
    case 'writes':
      return `${manager} writes another value, as it will some day.`;
    case 'cleans-up':
      return `${manager} applies nothing any more, to let go of the key that it had to apply.`;
  }
}

/** Describes a field after a step. */
function fieldAfter({ value, owners }: PlannedStep['fields'][number]): string {
  const who = owners.length === 0 ? 'nobody' : listOf([...new Set(owners.map(({ manager }) => manager))]);
  return `${value ?? 'gone'}, owned by ${who}`;
}

/** Says that entries are gone. */
function gone(owners: PlannedStep['gone']): string {
  return `The entry of ${listOf(owners.map(({ manager }) => manager))} is gone.`;
}

/** Says who owns the fields at the end. */
function doneSentence(done: boolean, to: string, owners: PlannedStep['gone']): string {
  if (done) return `In the end ${to} alone owns it, and at no step was it nobody’s.`;
  const who = owners.length === 0 ? 'nobody' : listOf([...new Set(owners.map(({ manager }) => manager))]);
  return `In the end it is owned by ${who}, not by ${to} alone.`;
}

/** Returns the name of a step that the helper adds. */
function stepName(role: HandOverRole): string {
  const names: Readonly<Record<HandOverRole, string>> = {
    takes: 'a second owner',
    holds: 'held meanwhile',
    'lets-go': 'lets go',
    writes: 'the new owner writes',
    'cleans-up': 'cleans up',
  };
  return names[role];
}

/** Returns the note of a step that the helper adds. */
function stepNote(step: PlannedStep): string {
  const sentences = [roleSentence(step)];
  if (step.gone.length > 0) sentences.push(gone(step.gone));
  if (step.role === 'takes' || step.role === 'holds') sentences.push(handover.conflictNote);
  return sentences.join(' ');
}
