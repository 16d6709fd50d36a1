import type { ConflictFieldView, WayOut } from '@managed-fields/scenario';

/** A conflict and the ways out of it. */
export const conflict = {
  conflict: 'Conflict.',
  serverAnswers: 'The server answers',
  field: 'Field',
  onServer: 'On the server',
  youDeclare: 'You declare',
  absentValue: 'absent',
  waysOut: 'Ways out',
  ways: {
    overwrite: { name: 'Overwrite', text: 'Force: your values win, and you alone own them.' },
    'give-up': { name: 'Give it up', text: 'Leave the fields out: live values and owners stay.' },
    share: { name: 'Share it', text: 'Declare the live values: you own them together.' },
  },
  error: 'Refused.',
  warnings: 'Warnings',
  conflictHint,
  waySentence,
};

/** The line of the step's text that conflicts. */
function conflictHint({ owner, live }: ConflictFieldView): string {
  return live === undefined ? `${owner.manager} owns it` : `${owner.manager} has ${live}`;
}

/** What happens to one field on each way out; in few words where it is one of several. */
function waySentence(way: WayOut, { owner, ...field }: ConflictFieldView, alone: boolean): string {
  const live = short(field.live ?? 'absent');
  const declared = short(field.declared ?? 'absent');
  if (!alone) return way === 'overwrite' ? `${live} → ${declared}` : live;
  switch (way) {
    case 'overwrite':
      return `${live} → ${declared}, ${owner.manager} loses it`;
    case 'give-up':
      return `${live} stays, owned by ${owner.manager}`;
    case 'share':
      return `${live}, owned with ${owner.manager}`;
  }
}

/** The end of a long value says more than its beginning: images and paths differ there. */
function short(value: string): string {
  return value.length > 20 ? `…${value.slice(-18)}` : value;
}
