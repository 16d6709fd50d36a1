import { describe, expect, it } from 'vitest';
import { fieldElement } from '../fieldpath/element.ts';
import { setOf, setToString } from '../fieldpath/set.ts';
import { conflictsOf, conflictsToSet, conflictsToString } from './conflict.ts';

const a = [fieldElement('a')];
const b = [fieldElement('a'), fieldElement('b')];

/** What conflicts, by manager, and upstream's words for it. */
const rows = [
  ['nothing', [], ''],
  ['one field', [['alice', setOf(a)]], 'conflict with "alice": .a'],
  ['two fields of one manager', [['alice', setOf(a, b)]], 'conflicts with "alice":\n- .a\n- .a.b'],
  [
    'managers in order, with names that need quotes',
    [
      ['c"', setOf(a)],
      ['b', setOf(b)],
    ],
    'conflicts with "b":\n- .a.b\nconflicts with "c\\"":\n- .a',
  ],
] as const;

describe('conflictsToString', () => {
  it.each(rows)('%s', (_name, sets, text) => expect(conflictsToString(conflictsOf(new Map(sets)))).toBe(text));
});

describe('conflictsToSet', () => {
  it('holds each field once, whoever owns it', () => {
    const conflicts = conflictsOf(
      new Map([
        ['x', setOf(a, b)],
        ['y', setOf(a)],
      ]),
    );
    expect(setToString(conflictsToSet(conflicts))).toBe('.a\n.a.b');
  });
});
