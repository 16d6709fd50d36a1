import type { CelValue } from '@managed-fields/api-server/cel';
import { expect, it } from 'vitest';
import { jsonValue } from './json-value.ts';

const made: CelValue = { kind: 'made', type: 'Object.a', fields: new Map([['b', 1n]]) };

it.each<[CelValue, unknown]>([
  [3n, 3n],
  [3, 3n],
  [1.5, 1.5],
  [9007199254740993n, '9007199254740993'],
  [{ kind: 'duration', nanos: 90_000_000_000n }, '90s'],
  [{ kind: 'optional', value: 'a' }, 'a'],
  [made, new Map([['b', 1n]])],
  [{ kind: 'list', items: ['a', null] }, ['a', null]],
])('%o becomes JSON', (value, json) => {
  expect(jsonValue(value, false)).toEqual({ kind: 'json', value: json });
});

it('takes an object inside of a list from v1.37 on', () => {
  const list: CelValue = { kind: 'list', items: [made] };
  expect(jsonValue(list, false).kind).toBe('panic');
  expect(jsonValue(list, true)).toEqual({ kind: 'json', value: [new Map([['b', 1n]])] });
});

it('has no JSON for an optional value without one', () => {
  expect(jsonValue({ kind: 'optional', value: undefined }, false).kind).toBe('error');
});
