import type { DiffLine } from '@managed-fields/player';
import { expect, test } from 'vitest';
import { diffRows, oneColumn } from './diff-rows.ts';

/** Lines in short: `.` the same, `+` added, `-` removed, `~` changed, `=` with other owners, `#` bookkeeping. */
function linesOf(short: string): readonly DiffLine[] {
  const kinds: Readonly<Record<string, DiffLine['kind']>> = {
    '+': 'added',
    '-': 'removed',
    '~': 'changed',
    '#': 'changed',
  };
  return [...short].map((mark, index) => ({
    before: mark === '+' ? undefined : index,
    after: mark === '-' ? undefined : index,
    kind: kinds[mark] ?? 'same',
    fieldBefore: undefined,
    fieldAfter: undefined,
    owners: mark === '=',
    moved: false,
    bookkeeping: mark === '#',
  }));
}

test.each<readonly [what: string, short: string, told: string, open: readonly number[], whole: boolean]>([
  ['keeps three lines around what differs', '......~......', '[3]...~...[3]', [], false],
  ['keeps a line with other owners', '.....=.....', '[2]...=...[2]', [], false],
  ['joins what is near', '~.......+', '~.......+', [], false],
  ['folds two lines between', '~........+', '~...[2]...+', [], false],
  ['folds all where nothing differs', '.....', '[5]', [], false],
  ['takes bookkeeping for nothing', '..#..', '[4#]', [], false],
  ['opens a gap', '......~......', '......~...[3]', [0], false],
  ['shows every line', '......~......', '......~......', [], true],
  ['has nothing to fold in nothing', '', '', [], false],
])('%s', (_what, short, told, open, whole) => {
  const rows = diffRows(linesOf(short), new Set(open), whole);
  expect(
    rows.map((row) => (row.kind === 'fold' ? `[${row.same}${row.counters ? '#' : ''}]` : short[row.index])).join(''),
  ).toBe(told);
});

test.each<readonly [short: string, told: string]>([
  ['.', ' after'],
  ['+', '+after'],
  ['-', '-before'],
  ['~', '-before +after'],
])('draws %s in one column', (short, told) => {
  const [line] = linesOf(short);
  if (line === undefined) throw new Error('no line');
  expect(
    oneColumn(line)
      .map(({ sign, side }) => sign + side)
      .join(' '),
  ).toBe(told);
});
