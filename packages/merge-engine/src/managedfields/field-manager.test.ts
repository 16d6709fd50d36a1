import { describe, expect, it } from 'vitest';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { asTyped } from '../typed/typed.ts';
import { mapFromPlain } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, mapAt, stringAt, type ValueMap, withEntry } from '../value/value.ts';
import { applyConfiguration, recordUpdate } from './field-manager.ts';
import type { Converted } from './kind.ts';
import { entriesOf } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';

const string = { type: 'string' };
const set = { type: 'array', items: string, 'x-kubernetes-list-type': 'set' };
const definition = {
  type: 'object',
  properties: {
    apiVersion: string,
    kind: string,
    metadata: { type: 'object', additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true } },
    spec: { type: 'object', properties: { a: string, unfit: string, set } },
  },
};
const type = schemaFromOpenApi(new Map([['Foo', mapFromPlain(definition)]])).type('Foo');
if (type === undefined) throw new Error('Foo is a type');

/** The object at a version of example.com; not one whose spec names the version as `unfit`. */
function convert(object: ValueMap, version: string): Converted {
  if (stringAt(mapAt(object, 'spec'), 'unfit') === version)
    return { kind: 'error', message: `it cannot be ${version}` };
  return { kind: 'converted', object: withEntry(object, 'apiVersion', `example.com/${version}`) };
}

/** A custom kind in the requests' version v1, which the server holds in memory as v2. */
const kind: ManagedKind = {
  apiVersion: 'example.com/v1',
  kind: 'Foo',
  subresource: '',
  type,
  ignored: () => undefined,
  empty: mapFromPlain({ apiVersion: 'example.com/v1', kind: 'Foo' }),
  toRequested: (object) => convert(object, 'v1'),
  toCompared: (object) => convert(object, 'v1'),
  toHub: (object) => convert(object, 'v2'),
  decodeMerged: (object) => convert(object, 'v1'),
  converter: {
    convert(object, apiVersion) {
      const converted = convert(isMap(object.value) ? object.value : new Map(), apiVersion.replace('example.com/', ''));
      if (converted.kind !== 'converted') return converted;
      const typed = asTyped(converted.object, type, { allowDuplicates: true });
      return typed.kind === 'typed' ? { kind: 'converted', typed: typed.typed } : { kind: 'error', message: 'invalid' };
    },
  },
};

/** An entry of the manager `o`. */
const owns = (fieldsV1: object, apiVersion = 'example.com/v1') => ({
  ...{ manager: 'o', operation: 'Apply', apiVersion, fieldsType: 'FieldsV1', fieldsV1 },
});
const ownsA = owns({ 'f:spec': { 'f:a': {} } });

/** The live object with its entries. */
const held = (spec: object, ...managedFields: readonly object[]) => {
  const metadata = { name: 'x', namespace: 'n', uid: 'u', ...(managedFields.length === 0 ? {} : { managedFields }) };
  return mapFromPlain({ apiVersion: 'example.com/v2', kind: 'Foo', metadata, spec });
};
const config = (spec: object, more: object = {}) =>
  mapFromPlain({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x', namespace: 'n' }, spec, ...more });
const sendsEntries = { metadata: { name: 'x', namespace: 'n', managedFields: [] } };

/** Each manager and its fields, or (after `!`) why not; as upstream's field manager of custom resources answers. */
const applies: readonly (readonly [name: string, live: ValueMap, config: ValueMap, answer: string])[] = [
  [
    'the first to an object whose set holds a value twice',
    held({ set: ['a', 'a'] }),
    config({ a: 'b' }),
    'm {"f:spec":{"f:a":{}}}, before-first-apply {"f:spec":{".":{},"f:set":{".":{},"v:\\"a\\"":{}}}}',
  ],
  [
    'of fields that nobody owns',
    held({ a: 'b' }, ownsA),
    config(
      { unfit: 'c' },
      {
        metadata: {
          ...{ name: 'x', namespace: 'n', uid: 'u', generateName: 'g', clusterName: 'c', selfLink: 's' },
          ...{ generation: 1, resourceVersion: '1', creationTimestamp: 't' },
        },
      },
    ),
    'o {"f:spec":{"f:a":{}}}, m {"f:metadata":{"f:generateName":{}},"f:spec":{"f:unfit":{}}}',
  ],
  [
    'to an object that does not convert',
    held({ unfit: 'v1' }, ownsA),
    config({ a: 'b' }),
    '!failed to convert live object (n/x; example.com/v2, Kind=Foo) to proper version: it cannot be v1',
  ],
  [
    'the first to an object that does not convert',
    held({ unfit: 'v1' }),
    config({ a: 'b' }),
    '!failed to create manager for existing fields: failed to convert new object (n/x; example.com/v2, Kind=Foo) to proper version (example.com/v1): it cannot be v1',
  ],
  [
    'to an object that does not fit its type',
    held({ a: 1 }, ownsA),
    config({ a: 'b' }),
    '!failed to create typed live object (n/x; example.com/v1, Kind=Foo): .spec.a: expected string, got &value.valueUnstructured{Value:1}',
  ],
  [
    'the first to an object that does not fit its type',
    held({ a: 1 }),
    config({ a: 'b' }),
    '!failed to create manager for existing fields: failed to convert new object (n/x; example.com/v1, Kind=Foo) to smd typed: .spec.a: expected string, got &value.valueUnstructured{Value:1}',
  ],
  [
    'of a set with a value twice',
    held({ a: 'b' }),
    config({ set: ['a', 'a'] }),
    '!failed to create typed patch object (n/x; example.com/v1, Kind=Foo): .spec.set: duplicate entries for key [="a"]',
  ],
  [
    'whose result is no object of the request’s version',
    held({ a: 'b' }),
    config({ unfit: 'v1' }),
    '!failed to convert new object (n/x; example.com/v1, Kind=Foo) to proper version: it cannot be v1',
  ],
  [
    'whose result does not convert',
    held({ a: 'b' }),
    config({ unfit: 'v2' }),
    '!failed to convert to unversioned (n/x; example.com/v1, Kind=Foo): it cannot be v2',
  ],
  [
    'whose result does not convert to the version of an owner',
    held({ a: 'b' }, owns({ 'f:spec': { 'f:a': {} } }, 'example.com/v2')),
    config({ unfit: 'v2' }),
    '!failed to convert new object: it cannot be v2',
  ],
  ['with entries', held({ a: 'b' }), config({ a: 'b' }, sendsEntries), '!metadata.managedFields must be nil'],
  [
    'with entries, to an object that does not convert',
    held({ unfit: 'v1' }),
    config({ a: 'b' }, sendsEntries),
    '!failed to create manager for existing fields: failed to convert new object (n/x; example.com/v2, Kind=Foo) to proper version (example.com/v1): it cannot be v1',
  ],
  [
    'of another kind',
    held({ a: 'b' }),
    config({ a: 'b' }, { kind: 'Bar' }),
    '!invalid object type: example.com/v1, Kind=Bar',
  ],
  [
    'of another version',
    held({ a: 'b' }),
    config({ a: 'b' }, { apiVersion: 'example.com/v2' }),
    '!invalid object type: example.com/v2, Kind=Foo',
  ],
  [
    'of another kind, to an object whose entries do not read',
    held({ a: 'b' }, owns({ 'f:spec': {} }, '')),
    config({ a: 'b' }, { kind: 'Bar' }),
    '!failed to decode managed fields: apiVersion must not be empty',
  ],
];

const now = '2026-01-01T00:00:00Z';

/** `m {"f:a":{}}, o {"f:b":{}}` in the order of the entries; nothing where the object has none. */
const ownersOf = (object: ValueMap) =>
  (entriesOf(object) ?? []).map(({ manager, fieldsV1 }) => `${manager} ${formatJson(fieldsV1 ?? null)}`).join(', ');

describe('applyConfiguration', () => {
  it.each(applies)('%s', (_name, live, sent, answer) => {
    const applied = applyConfiguration({ kind, live, config: sent, manager: 'm', force: false, now });
    if (applied.kind === 'conflict') throw new Error('there is none');
    expect(applied.kind === 'applied' ? ownersOf(applied.object) : `!${applied.message}`).toBe(answer);
  });
});

it('cannot be the first to apply to what converts into a struct only', () => {
  // So it is with the Scale of a custom resource: the object with nothing in it, from which upstream starts, is none.
  const scale: ManagedKind = { ...kind, unconvertible: 'it has no struct' };
  const live = held({ a: 'b' });
  const sent = config({ set: ['a', 'a'] });
  expect(applyConfiguration({ kind: scale, live, config: sent, manager: 'm', force: false, now })).toEqual({
    kind: 'error',
    message:
      'failed to create manager for existing fields: failed to convert live object (/; example.com/v1, Kind=Foo) to proper version: it has no struct',
  });
});

const created = mapFromPlain({ apiVersion: 'example.com/v2', kind: 'Foo', metadata: { name: 'x', namespace: 'n' } });

/** Each manager and its fields; where they cannot be computed, upstream leaves none. */
const updates: readonly (readonly [name: string, live: ValueMap, next: ValueMap, owners: string])[] = [
  ['a new object', created, held({ a: 'c' }), 'm {"f:spec":{".":{},"f:a":{}}}'],
  ['an object that nobody owns', held({ a: 'b' }), held({ a: 'c' }), ''],
  [
    'a set with a value twice',
    held({ a: 'b', set: ['a', 'a'] }, ownsA),
    held({ a: 'b', set: ['a', 'a', 'b'] }),
    'o {"f:spec":{"f:a":{}}}, m {"f:spec":{"f:set":{"v:\\"b\\"":{}}}}',
  ],
  ['what did not fit its type', held({ a: 1 }, ownsA), held({ a: 'b' }), ''],
  ['what does not fit its type', held({ a: 'b' }, ownsA), held({ a: 1 }), ''],
  ['what did not convert', held({ unfit: 'v1' }, ownsA), held({ a: 'b' }), ''],
  ['what does not convert', held({ a: 'b' }, ownsA), held({ unfit: 'v1' }), ''],
  [
    'what does not convert to the version of an owner',
    held({ a: 'b' }, owns({ 'f:spec': { 'f:a': {} } }, 'example.com/v2')),
    held({ unfit: 'v2' }),
    '',
  ],
];

describe('recordUpdate', () => {
  it.each(updates)('%s', (_name, live, next, owners) => {
    const { object } = recordUpdate({ kind, live, next, sent: undefined, manager: 'm', now });
    expect(ownersOf(object)).toBe(owners);
  });
});
