import { expect, it } from 'vitest';
import { pathToString } from '../fieldpath/element.ts';
import { pathsOf } from '../fieldpath/set.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { compareTyped } from '../typed/compare.ts';
import { mapFromPlain } from '../value/json.ts';
import { isMap, type Value } from '../value/value.ts';
import { withAtomicEmpties } from './managed-kind.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const string = { type: 'string' };
const schema = schemaFromOpenApi(
  new Map([
    [
      'Item',
      mapFromPlain({
        type: 'object',
        properties: {
          name: string,
          list: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
          map: { type: 'object', additionalProperties: string },
          inner: ref('Item'),
        },
      }),
    ],
    [
      'Keyed',
      mapFromPlain({
        type: 'array',
        items: ref('Item'),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      }),
    ],
    [
      'AtomicItem',
      mapFromPlain({
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: {
          name: string,
          list: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
          items: { type: 'array', items: ref('Item') },
          keyed: ref('Keyed'),
          struct: { type: 'object', properties: { items: { type: 'array', items: ref('Item') } } },
        },
      }),
    ],
    [
      'T',
      mapFromPlain({
        type: 'object',
        properties: {
          atomic: { type: 'array', items: ref('Item'), 'x-kubernetes-list-type': 'atomic' },
          keyed: ref('Keyed'),
          struct: ref('Item'),
          atomicStruct: ref('AtomicItem'),
          mapOf: { type: 'object', additionalProperties: ref('AtomicItem') },
          mapOfLists: { type: 'object', additionalProperties: { type: 'array', items: ref('Item') } },
        },
      }),
    ],
  ]),
);
const type = schema.type('T');

/** What is written of an object: whatever is empty is left out, but for items. */
function written(held: Value): Value {
  if (Array.isArray(held)) return held.map(written);
  if (!isMap(held)) return held;
  const empty = (value: Value) => Array.isArray(value) && value.length === 0;
  return new Map(
    [...held]
      .map(([key, value]) => [key, written(value)] as const)
      .filter(([, value]) => !empty(value) && !(isMap(value) && value.size === 0)),
  );
}

/** Objects in memory, and what upstream's comparison of Go's values calls modified. */
it.each([
  [
    'a list in an item of an atomic list',
    { atomic: [{ name: 'a' }] },
    { atomic: [{ name: 'a', list: [] }] },
    '.atomic',
  ],
  ['a map in an item of an atomic list', { atomic: [{ name: 'a' }] }, { atomic: [{ name: 'a', map: {} }] }, '.atomic'],
  [
    'deep in an item of an atomic list',
    { atomic: [{ name: 'a', inner: { name: 'i' } }] },
    { atomic: [{ name: 'a', inner: { name: 'i', list: [] } }] },
    '.atomic',
  ],
  ['a list in an item with a key', { keyed: [{ name: 'a' }] }, { keyed: [{ name: 'a', list: [] }] }, ''],
  ['a list in a struct', { struct: { name: 'a' } }, { struct: { name: 'a', list: [] } }, ''],
  ['a list in an atomic struct', { atomicStruct: { name: 'a' } }, { atomicStruct: { name: 'a', list: [] } }, ''],
  [
    'a list in an item of a list in an atomic struct',
    { atomicStruct: { items: [{ name: 'a' }] } },
    { atomicStruct: { items: [{ name: 'a', list: [] }] } },
    '.atomicStruct',
  ],
  [
    'a list in an item with a key in an atomic struct',
    { atomicStruct: { keyed: [{ name: 'a' }] } },
    { atomicStruct: { keyed: [{ name: 'a', list: [] }] } },
    '.atomicStruct',
  ],
  [
    'a list in an item of a list in a struct in an atomic struct',
    { atomicStruct: { struct: { items: [{ name: 'a' }] } } },
    { atomicStruct: { struct: { items: [{ name: 'a', list: [] }] } } },
    '.atomicStruct',
  ],
  [
    'a list in an atomic value of a map',
    { mapOf: { k: { name: 'a' } } },
    { mapOf: { k: { name: 'a', list: [] } } },
    '',
  ],
  [
    'a list in an item of a list in a map',
    { mapOfLists: { k: [{ name: 'a' }] } },
    { mapOfLists: { k: [{ name: 'a', list: [] }] } },
    '.mapOfLists.k',
  ],
  [
    'an item more in an atomic list',
    { atomic: [{ name: 'a' }] },
    { atomic: [{ name: 'a' }, { name: 'b', list: [] }] },
    '.atomic',
  ],
  ['an empty list that stays', { atomic: [{ name: 'a', list: [] }] }, { atomic: [{ name: 'a', list: [] }] }, ''],
])('from none to empty: %s', (_name, before, after, modified) => {
  if (type === undefined) throw new Error('T is a type');
  const [old, next] = [before, after].map((plain) => {
    const held = mapFromPlain(plain);
    return { value: withAtomicEmpties(written(held), held, type), type };
  });
  if (old === undefined || next === undefined) throw new Error('there are two');
  const compared = compareTyped(old, next);
  if (compared.kind === 'invalid') throw new Error('both fit the type');
  expect(pathsOf(compared.comparison.modified).map(pathToString).join(' ')).toBe(modified);
  expect(pathsOf(compared.comparison.added)).toEqual([]);
});
