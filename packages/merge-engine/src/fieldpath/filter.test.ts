import { describe, expect, it } from 'vitest';
import { fieldElement, keyElement } from './element.ts';
import { excluding, including, type PathPattern } from './filter.ts';
import { pathsOf, setOf, setToString } from './set.ts';

const f = fieldElement;
const x = keyElement([{ name: 'name', value: 'x' }]);
const y = keyElement([{ name: 'name', value: 'y' }]);
const set = setOf(
  [f('a')],
  [f('a'), f('b')],
  [f('l'), x],
  [f('l'), x, f('v')],
  [f('l'), y, f('v')],
  [f('l'), y, f('w')],
);

describe('excluding', () => {
  it('takes out fields and what is below them', () => {
    expect(setToString(excluding(setOf([f('a')], [f('l'), x]))(set))).toBe('.l[name="y"].v\n.l[name="y"].w');
  });
});

const patterns: readonly (readonly [string, readonly PathPattern[], string])[] = [
  ['everything without patterns', [], setToString(set)],
  ['below a field', [[f('a')]], '.a\n.a.b'],
  ['below any item', [[f('l'), 'any', f('v')]], '.l[name="x"]\n.l[name="x"].v\n.l[name="y"].v'],
  ['below one item', [[f('l'), y]], '.l[name="y"].v\n.l[name="y"].w'],
  [
    'any item takes precedence over one',
    [
      [f('l'), 'any', f('v')],
      [f('l'), y],
    ],
    '.l[name="x"]\n.l[name="x"].v\n.l[name="y"].v',
  ],
  ['two patterns', [[f('a')], [f('l'), y, f('w')]], '.a\n.a.b\n.l[name="y"].w'],
  [
    'two items of a list',
    [
      [f('l'), x],
      [f('l'), y],
    ],
    '.l[name="x"]\n.l[name="x"].v\n.l[name="y"].v\n.l[name="y"].w',
  ],
  [
    'the first of two patterns for any item',
    [
      [f('l'), 'any', f('v')],
      [f('l'), 'any', f('w')],
    ],
    '.l[name="x"]\n.l[name="x"].v\n.l[name="y"].v',
  ],
  [
    'any item before one that came first',
    [
      [f('l'), y],
      [f('l'), 'any', f('v')],
    ],
    '.l[name="x"]\n.l[name="x"].v\n.l[name="y"].v',
  ],
  [
    'two fields of an item',
    [
      [f('l'), y, f('v')],
      [f('l'), y, f('w')],
    ],
    '.l[name="y"].v\n.l[name="y"].w',
  ],
  [
    'all of an item after a field of it',
    [
      [f('l'), x, f('v')],
      [f('l'), x],
    ],
    '.l[name="x"]\n.l[name="x"].v',
  ],
  [
    'not a second item after another field',
    [[f('a')], [f('l'), x], [f('l'), y]],
    '.a\n.a.b\n.l[name="x"]\n.l[name="x"].v',
  ],
  [
    'any field before one',
    [
      [f('l'), x],
      ['any', f('b')],
    ],
    '.a\n.a.b',
  ],
  ['nothing', [[f('z')]], ''],
];

describe('including', () => {
  it.each(patterns)('%s', (_name, given, expected) => expect(setToString(including(given)(set))).toBe(expected));

  it('changes nothing of what it was given', () => expect(pathsOf(set)).toHaveLength(6));
});
