import { formatJson, isMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { readJsonSchema } from './json-schema.ts';
import { mapEntries, mapList, pruneResource } from './pruning.ts';

const anything = { 'x-kubernetes-preserve-unknown-fields': true };
const known = { type: 'object', properties: { a: { type: 'string' } } };

/** A field `x` of a schema, its value, what is left of it, and what is reported as unknown. */
it.each<readonly [name: string, schema: object, value: unknown, left: unknown, unknown: readonly string[]]>([
  ['an unknown field', known, { a: '1', b: 2 }, { a: '1' }, ['x.b']],
  [
    'fields of items',
    { type: 'array', items: known },
    [{ a: '1', b: 2 }, { b: 3 }],
    [{ a: '1' }, {}],
    ['x[0].b', 'x[1].b'],
  ],
  ['what may be anything', anything, { b: [[{ c: 1 }]] }, { b: [[{ c: 1 }]] }, []],
  ['lists in a list of anything', { ...anything, type: 'array', items: anything }, [[{ b: 1 }]], [[{ b: 1 }]], []],
  [
    'a known part of the items of a list of anything',
    { ...anything, type: 'array', items: { type: 'object', properties: { k: known } } },
    [{ k: { a: '1', b: 2 }, l: 1 }],
    [{ k: { a: '1' }, l: 1 }],
    ['x[0].k.b'],
  ],
  [
    'a known part of what may be anything',
    { ...anything, type: 'object', properties: { k: known } },
    { k: { a: '1', b: 2 }, l: { b: 2 } },
    { k: { a: '1' }, l: { b: 2 } },
    ['x.k.b'],
  ],
])('prunes %s', (_name, schema, value, left, unknown) => {
  const object = valueFromPlain({ x: value });
  if (!isMap(object)) throw new Error('no object');
  const whole = readJsonSchema(valueFromPlain({ type: 'object', properties: { x: schema } }));
  const pruned = pruneResource(object, whole);
  expect(formatJson(pruned.value)).toBe(JSON.stringify({ x: left }));
  expect(pruned.unknown).toEqual(unknown);
});

it('gives back the list or the map itself where nothing changes', () => {
  const list = [1n, 'a'];
  expect(mapList(list, (item) => item)).toBe(list);
  expect(mapList(list, (item) => (item === 'a' ? 'b' : item))).toEqual([1n, 'b']);
  const map = new Map([['a', 1n]]);
  expect(mapEntries(map, (_, value) => value)).toBe(map);
  expect(mapEntries(map, () => undefined)).toEqual(new Map());
});
