import { describe, expect, it } from 'vitest';
import { deducedType } from '../schema/deduced.ts';
import { valueFromPlain } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import { extractInto } from './extract.ts';

const entry = (manager: string, operation: string, fieldsV1: object, more: object = {}) => ({
  ...{ manager, operation, apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 },
  ...more,
});

function object(...managedFields: readonly object[]): ValueMap {
  const plain = {
    apiVersion: 'v1',
    kind: 'Foo',
    metadata: { name: 'x', managedFields },
    a: 1,
    b: 2,
    c: { d: 3, e: 4 },
  };
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('not an object');
  return value;
}

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
];

describe('extractInto', () => {
  it.each(rows)('%s', (_name, entries, subresource, configuration) => {
    const extracted = extractInto(object(...entries), deducedType, 'alice', subresource);
    if (extracted.kind === 'error') throw new Error(extracted.message);
    const made = extracted.configuration;
    expect(made === undefined ? '' : formatJson(made)).toBe(configuration);
  });

  it('says in upstream’s words what does not read', () => {
    const broken = object(entry('alice', 'Apply', { a: {} }));
    expect(extractInto(broken, deducedType, 'alice')).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/^error marshalling FieldsV1 to JSON: parsing key as path element: key must be 2/),
    });
  });
});
