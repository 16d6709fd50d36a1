import { describe, expect, it } from 'vitest';
import { type Atom, deducedType } from '../schema/atom.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { mapFromPlain } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import type { ValueMap } from '../value/value.ts';
import { extractInto } from './extract.ts';

const entry = (manager: string, operation: string, fieldsV1: object, more: object = {}) => ({
  ...{ manager, operation, apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 },
  ...more,
});

const object = (...managedFields: readonly object[]) =>
  mapFromPlain({
    apiVersion: 'v1',
    kind: 'Foo',
    metadata: { name: 'x', managedFields },
    a: 1,
    b: 2,
    c: { d: 3, e: 4 },
  });

const string = { type: 'string' };
const set = { type: 'array', items: string, 'x-kubernetes-list-type': 'set' };
const withSet = schemaFromOpenApi(
  new Map([['Foo', mapFromPlain({ type: 'object', properties: { apiVersion: string, kind: string, s: set } })]]),
);

/** Entries, and what `alice` applied by them; nothing where she applied nothing. */
const rows: readonly (readonly [
  name: string,
  entries: readonly object[],
  subresource: string,
  configuration: string,
])[] = [
  ['fields by an apply', [entry('alice', 'Apply', { 'f:a': {} })], '', '{"a":1,"kind":"Foo","apiVersion":"v1"}'],
  [
    'only leaves',
    [entry('alice', 'Apply', { 'f:c': { '.': {}, 'f:d': {} } })],
    '',
    '{"c":{"d":3},"kind":"Foo","apiVersion":"v1"}',
  ],
  ['an update is no apply', [entry('alice', 'Update', { 'f:a': {} })], '', ''],
  [
    'the apply beside an update',
    [entry('alice', 'Update', { 'f:a': {} }), entry('alice', 'Apply', { 'f:b': {} })],
    '',
    '{"b":2,"kind":"Foo","apiVersion":"v1"}',
  ],
  ['another manager', [entry('bob', 'Apply', { 'f:a': {} })], '', ''],
  ['a subresource', [entry('alice', 'Apply', { 'f:a': {} }, { subresource: 'status' })], '', ''],
  [
    'what was applied to a subresource',
    [entry('alice', 'Apply', { 'f:a': {} }, { subresource: 'status' })],
    'status',
    '{"a":1,"kind":"Foo","apiVersion":"v1"}',
  ],
  [
    'an apply that owns the kind itself',
    [entry('alice', 'Apply', { 'f:a': {}, 'f:kind': {} })],
    '',
    '{"kind":"Foo","a":1}',
  ],
];

/** Objects that nothing is extracted from, and what upstream says. */
const refused: readonly (readonly [name: string, given: ValueMap, type: Atom | undefined, message: string])[] = [
  [
    'fields that do not read',
    object(entry('alice', 'Apply', { a: {} })),
    deducedType,
    'error marshalling FieldsV1 to JSON: parsing key as path element: key must be 2 characters long:, error found in #5 byte of ...|{"a":{}}|..., bigger context ...|{"a":{}}|...',
  ],
  [
    'fields that are gone',
    object(entry('alice', 'Apply', { 'f:z': {} })),
    deducedType,
    'unable to convert managed fields for alice to unstructured, expected map, got <nil>',
  ],
  [
    'a value twice in a set',
    mapFromPlain({ apiVersion: 'v1', kind: 'Foo', s: ['a', 'a'] }),
    withSet.type('Foo'),
    'error converting obj to typed: .s: duplicate entries for key [="a"]',
  ],
];

describe('extractInto', () => {
  it.each(rows)('%s', (_name, entries, subresource, configuration) => {
    const extracted = extractInto(object(...entries), deducedType, 'alice', subresource);
    if (extracted.kind !== 'extracted') throw new Error(extracted.message);
    const made = extracted.configuration;
    expect(made === undefined ? '' : formatJson(made)).toBe(configuration);
  });

  it('gives an object without a version an empty one', () => {
    const given = new Map(object(entry('alice', 'Apply', { 'f:a': {} })));
    given.delete('apiVersion');
    expect(extractInto(given, deducedType, 'alice')).toEqual({
      kind: 'extracted',
      configuration: mapFromPlain({ a: 1, kind: 'Foo', apiVersion: '' }),
    });
  });

  it('leaves the kind out where an object has none', () => {
    const given = new Map(object(entry('alice', 'Apply', { 'f:a': {} })));
    given.delete('kind');
    expect(extractInto(given, deducedType, 'alice')).toEqual({
      kind: 'extracted',
      configuration: mapFromPlain({ a: 1 }),
    });
    given.set('kind', '');
    expect(extractInto(given, deducedType, 'alice')).toEqual({
      kind: 'extracted',
      configuration: mapFromPlain({ a: 1 }),
    });
  });

  it('goes by the release of the library, as the check of items does', () => {
    const items = { type: 'object', properties: { a: string, b: string } };
    const keys = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b'] };
    const properties = { apiVersion: string, kind: string, l: { type: 'array', items, ...keys } };
    const type = schemaFromOpenApi(new Map([['Foo', mapFromPlain({ type: 'object', properties })]])).type('Foo');
    if (type === undefined) throw new Error('Foo is a type');
    const given = mapFromPlain({ apiVersion: 'v1', kind: 'Foo', l: [{ a: 'x' }] });
    expect(extractInto(given, type, 'alice', '', 'v6.3.3')).toEqual({ kind: 'extracted', configuration: undefined });
    expect(extractInto(given, type, 'alice', '', 'v4.6.0')).toEqual({
      kind: 'error',
      message: `error converting obj to typed: .l: element 0: associative list with keys has an element that omits key field "b" (and doesn't have default value)`,
    });
  });

  it.each(refused)('refuses %s', (_name, given, type, message) => {
    if (type === undefined) throw new Error('Foo is a type');
    expect(extractInto(given, type, 'alice')).toEqual({ kind: 'error', message });
  });
});
