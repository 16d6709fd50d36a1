import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { oneMoreUpdater } from './one-more-updater.ts';

/** An entry in short: `manager`, `manager@apiVersion`, with `!` an applier; times count up by the minute. */
function objectOf(entries: readonly string[]): ValueMap {
  const list = entries.map((short, index): Value => {
    const [manager = '', apiVersion = 'v1'] = short.replace('!', '').split('@');
    return new Map<string, Value>([
      ['manager', manager],
      ['operation', short.endsWith('!') ? 'Apply' : 'Update'],
      ['apiVersion', apiVersion],
      ['time', `2026-01-01T00:${String(index).padStart(2, '0')}:00Z`],
      ['fieldsType', 'FieldsV1'],
      ['fieldsV1', new Map<string, Value>([[`f:${manager}`, new Map<string, Value>()]])],
    ]);
  });
  return new Map([['metadata', new Map([['managedFields', list]])]]);
}

const nine = ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];

test.each<readonly [what: string, entries: readonly string[], updaters: number, folded: readonly string[]]>([
  ['is below the limit', ['a', 'b', 'x!'], 2, []],
  ['takes the tenth', nine, 9, []],
  ['folds the two oldest', ['a', ...nine], 10, ['a', 'c']],
  ['does not count appliers', ['a!', 'b!', ...nine], 9, []],
  ['passes over another version', ['a@v2', ...nine], 10, ['c', 'd']],
  ['adds to the fold of before', ['ancient-changes', ...nine], 10, ['ancient-changes', 'c']],
  ['keeps them all where no two are of one version', ['a', ...nine].map((name) => `${name}@${name}`), 10, []],
])('one more updater %s', (_what, entries, updaters, folded) => {
  const limit = oneMoreUpdater(objectOf(entries), 'v1');
  expect(limit).toMatchObject({ updaters, most: 10 });
  expect(limit?.folded.map(({ manager }) => manager)).toEqual(folded);
});

test('says nothing of entries that do not decode', () => {
  const broken = new Map<string, Value>([['managedFields', [new Map<string, Value>([['operation', 'Neither']])]]]);
  expect(oneMoreUpdater(new Map([['metadata', broken]]), 'v1')).toBeUndefined();
});
