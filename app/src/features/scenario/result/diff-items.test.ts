import type { AnnotatedText, DiffLine, FieldView } from '@managed-fields/player';
import { palette } from '@managed-fields/rendering';
import { expect, test } from 'vitest';
import {
  classesOf,
  type DiffItem,
  diffItems,
  diffSide,
  followsOn,
  keyOf,
  pathOf,
  signOf,
  strongLine,
} from './diff-items.ts';

const line = (changes: Partial<DiffLine>): DiffLine => ({
  kind: 'same',
  before: 0,
  after: 0,
  fieldBefore: undefined,
  fieldAfter: undefined,
  owners: false,
  moved: false,
  bookkeeping: false,
  ...changes,
});
const same = (at: number) => line({ before: at, after: at });
const changed = line({ kind: 'changed', before: 1, after: 1, fieldBefore: 0, fieldAfter: 0 });
const removed = line({ kind: 'removed', before: 2, after: undefined, fieldBefore: 1 });

const text = (yaml: string): AnnotatedText => ({
  text: yaml,
  managers: [],
  fields: ['spec.replicas', 'spec.paused'].map((path) => ({ path }) as FieldView),
  managedFields: undefined,
});
const noColours = palette(new Map());
const noRows: AnnotatedText = { ...text('kind: A\nreplicas: 1\npaused: true\n'), fields: [] };
const sides = {
  before: { ...diffSide(noRows, noColours), annotated: text('') },
  after: { ...diffSide({ ...noRows, text: 'kind: A\nreplicas: 12\n' }, noColours), annotated: text('') },
};

/** A row in short: `[n]` a fold of n lines, `|` a line of both texts, else the sign and the number of the line. */
const short = (item: DiffItem) =>
  item.kind === 'fold' ? `[${item.same}]` : item.kind === 'beside' ? '|' : `${item.cell.sign}${item.cell.line}`;
const lines = [changed, ...[2, 3, 4, 5, 6, 7].map(same)];

test('a changed line is two rows in one column, and one row where both texts stand beside each other', () => {
  const rows = (beside: boolean) => diffItems(lines, new Set(), { whole: false, beside }).map(short).join(' ');
  expect(rows(false)).toBe('-1 +1  2  3  4 [3]');
  expect(rows(true)).toBe('| | | | [3]');
});

test('a fold that was opened is lines, and so is every fold of the whole text', () => {
  expect(diffItems(lines, new Set([4]), { whole: false, beside: false })).toHaveLength(8);
  expect(diffItems(lines, new Set(), { whole: true, beside: false })).toHaveLength(8);
});

test('keys of rows differ', () => {
  const keys = diffItems(lines, new Set(), { whole: false, beside: false }).map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the field of a row is that of its own text, beside each other that of the later one', () => {
  const [before, after] = diffItems([{ ...changed, fieldAfter: 1 }], new Set(), { whole: true, beside: false });
  expect([pathOf(before, sides), pathOf(after, sides)]).toEqual(['spec.replicas', 'spec.paused']);
  expect(pathOf({ kind: 'beside', line: { ...changed, fieldAfter: 1 } }, sides)).toBe('spec.paused');
  expect(pathOf({ kind: 'beside', line: removed }, sides)).toBe('spec.paused');
  expect(pathOf({ kind: 'fold', from: 0, same: 2, counters: false }, sides)).toBeUndefined();
});

test('a row is coloured by what happened to its line', () => {
  const [gone] = diffItems([removed], new Set(), { whole: true, beside: false });
  expect(gone && classesOf(gone)).toEqual(['diff-removed']);
  expect(classesOf({ kind: 'beside', line: removed })).toEqual([]);
  expect(classesOf({ kind: 'beside', line: { ...same(0), owners: true } })).toEqual(['diff-owners']);
  expect(classesOf({ kind: 'beside', line: { ...changed, bookkeeping: true } })).toEqual(['diff-bookkeeping']);
});

test('bars go on only below the line before in the same text', () => {
  const [before, after, next] = diffItems([changed, same(2)], new Set(), { whole: true, beside: false });
  expect(next?.kind === 'unified' && followsOn(next.cell, after)).toBe(true);
  expect(next?.kind === 'unified' && followsOn(next.cell, before)).toBe(false);
});

test('what differs within a changed line is strong, on its own side', () => {
  const strong = (which: 'before' | 'after') =>
    strongLine(changed, which, sides)
      ?.runs.flatMap(({ segments }) => segments)
      .filter((segment) => segment.strong)
      .map((segment) => segment.text);
  expect([strong('before'), strong('after')]).toEqual([[], ['2']]);
});

test.each([
  [changed, '-', '−'],
  [changed, '+', '+'],
  [{ ...changed, moved: true }, '+', '↕'],
  [{ ...same(0), owners: true }, ' ', '⇄'],
  [same(0), ' ', ''],
] as const)('signs of %o as %s', (of, sign, shown) => {
  expect(signOf(of, sign)).toBe(shown);
});
