import { describe, expect, it } from 'vitest';
import { fieldElement } from '../fieldpath/element.ts';
import { setOf, setToString } from '../fieldpath/set.ts';
import { emptyEntry } from './entry.ts';
import { identifierOf } from './identifier.ts';
import type { Managed } from './managed.ts';
import { capUpdaters, maxUpdaters } from './update-entries.ts';

interface Row {
  readonly name: string;
  readonly apiVersion?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly second: number;
}

function managedOf(rows: readonly Row[]): Managed {
  const all = rows.map(({ name, apiVersion = 'v1', operation = 'Update', subresource = '', second }) => {
    const identifier = identifierOf({ ...emptyEntry, manager: name, apiVersion, operation, subresource });
    const set = setOf([fieldElement(name)]);
    return { identifier, owned: { set, apiVersion, applied: operation === 'Apply' }, time: at(second) };
  });
  return {
    fields: new Map(all.map(({ identifier, owned }) => [identifier, owned])),
    times: new Map(all.map(({ identifier, time }) => [identifier, time])),
  };
}

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;

const updaters = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `u${index + from}`, second: index + from }));

/** Entries, and what is left of them: name, fields, second. */
const cases: readonly (readonly [name: string, rows: readonly Row[], left: string])[] = [
  ['ten stay', updaters(10), 'u0 u1 u2 u3 u4 u5 u6 u7 u8 u9'],
  ['of eleven the two oldest fold', updaters(11), 'u2 u3 u4 u5 u6 u7 u8 u9 u10 ancient-changes:.u0.u1@1'],
  ['of twelve the three oldest', updaters(12), 'u3 u4 u5 u6 u7 u8 u9 u10 u11 ancient-changes:.u0.u1.u2@2'],
  [
    'each version folds by itself',
    [{ name: 'x', apiVersion: 'v2', second: 0 }, ...updaters(10, 1)],
    'x u3 u4 u5 u6 u7 u8 u9 u10 ancient-changes:.u1.u2@2',
  ],
  [
    'appliers do not count',
    [{ name: 'a', operation: 'Apply', second: 0 }, ...updaters(10)],
    'a u0 u1 u2 u3 u4 u5 u6 u7 u8 u9',
  ],
  [
    'at one time the identifier decides',
    updaters(11).map((row) => ({ ...row, second: 0 })),
    'u2 u3 u4 u5 u6 u7 u8 u9 u10 ancient-changes:.u0.u1@0',
  ],
  [
    'the fold itself is folded into',
    [{ name: 'ancient-changes', second: 0 }, ...updaters(10, 1)],
    'u2 u3 u4 u5 u6 u7 u8 u9 u10 ancient-changes:.ancient-changes.u1@1',
  ],
];

describe('capUpdaters', () => {
  it.each(cases)('%s', (_name, rows, left) => {
    const capped = capUpdaters(managedOf(rows));
    const described = [...capped.fields].map(([identifier, owned]) => {
      const name = /"manager":"([\w-]+)"/.exec(identifier)?.[1] ?? '';
      if (name !== 'ancient-changes') return name;
      const second = Number(capped.times.get(identifier)?.slice(17, 19));
      return `${name}:${setToString(owned.set).replaceAll('\n', '')}@${second}`;
    });
    const order = (text: string) => text.split(' ').sort();
    expect(order(described.join(' '))).toEqual(order(left));
    expect([...capped.fields.values()].filter((owned) => !owned.applied).length).toBeLessThanOrEqual(maxUpdaters);
  });

  it('folds without the subresource', () => {
    const rows = updaters(11).map((row) => ({ ...row, subresource: 'status' }));
    const fold = [...capUpdaters(managedOf(rows)).fields.keys()].find((identifier) => identifier.includes('ancient'));
    expect(fold).toBe('{"manager":"ancient-changes","operation":"Update","apiVersion":"v1"}');
  });
});
