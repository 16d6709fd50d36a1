import { countOf } from './counting.ts';

/** The view of the changes against an earlier step. */
export const changes = {
  against: 'Compared with',
  nothing: 'nothing',
  stepName,
  sideBySide: 'Side by side',
  diff: 'What differs. Arrow keys move from line to line.',
  wholeText: 'Show every line',
  lineKinds: { added: 'added', removed: 'removed', changed: 'changed' },
  becomes: 'new value',
  was: 'old value',
  movedLine: 'moved: the same line stands elsewhere in the other text',
  movedHint: 'moved',
  ownersHint: 'other owners than before',
  bookkeeping: 'changes with every write',
  unchangedLines,
  summary,
  created,
  gone: 'The object is gone.',
  effects: {
    refused: 'This step was refused, so it changed nothing.',
    'dry-run': 'A dry run: this is what it would change. Nothing was written.',
    idle: 'This step writes nothing to the object.',
  },
  same: 'The object is the same, and so are its owners.',
  noObject: 'There is no object here to compare.',
  moves: 'Changed owners',
  movesTitle: (count: number) => `Changed owners: ${countOf(count, 'field')}`,
  before: 'before',
  after: 'after',
  nobody: 'nobody',
  valueKinds: {
    same: 'same value',
    changed: 'other value',
    added: 'new field',
    removed: 'field removed',
    inside: 'the map or list itself',
    absent: 'not in the object',
  },
  more: (count: number) => `${count} more`,
};

/** Names a step to compare with, such as `after step 2 · scale up`. */
function stepName(place: number, name: string, exists: boolean): string {
  return `after step ${place} · ${name}${exists ? '' : ' (no object yet)'}`;
}

/** Stands for lines that are left out. With `counters`, fields that every write changes are among them. */
function unchangedLines(count: number, counters: boolean): string {
  const lines = count === 1 ? '1 line is the same' : `${count} lines are the same`;
  return counters ? `${lines}, beside the server’s own counters` : lines;
}

/** Says how much differs: how many values are new, changed or gone, and how many fields changed owners. */
function summary({
  added,
  changed,
  removed,
  moves,
}: Readonly<Record<'added' | 'changed' | 'removed' | 'moves', number>>) {
  const values = [
    ...(changed === 0 ? [] : [`${countOf(changed, 'field')} with another value`]),
    ...(added === 0 ? [] : [`${countOf(added, 'field')} new`]),
    ...(removed === 0 ? [] : [`${countOf(removed, 'field')} removed`]),
  ];
  const value = values.length === 0 ? 'No value differs' : values.join(', ');
  const moved = moves === 0 ? 'none changed owners' : `${countOf(moves, 'field')} changed owners`;
  return `${value}; ${moved}.`;
}

/** Says of a new object how many fields it has, and how many are owned. */
function created(fields: number, owned: number): string {
  return `The object is new: ${countOf(fields, 'field')} with a value, ${owned} owned.`;
}
