import { describe, expect, it } from 'vitest';
import { valueFromPlain } from '../value/json.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import { type Atom, deducedType, untypedAtomicType } from './atom.ts';
import { objectMetaType } from './object-meta.ts';
import { schemaFromOpenApi } from './openapi.ts';
import { typeFromStructuralSchema } from './structural.ts';

function map(plain: unknown): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('not a map');
  return value;
}

/** A type in one line; a type inside itself by its name. */
function describeType(atom: Atom | undefined, above: readonly Atom[] = []): string {
  if (atom === undefined) return 'nothing';
  if (atom === deducedType) return 'deduced';
  if (atom === untypedAtomicType) return 'untyped';
  if (atom === objectMetaType) return 'ObjectMeta';
  if (above.includes(atom)) return `^${atom.name}`;
  const inside = (each: Atom | undefined) => describeType(each, [...above, atom]);
  const parts: string[] = [];
  if (atom.scalar !== undefined) parts.push(atom.scalar);
  if (atom.list !== undefined) {
    const keys = atom.list.keys.length > 0 ? `(${atom.list.keys.join()})` : '';
    parts.push(`${atom.list.relationship}${keys}[${inside(atom.list.element)}]`);
  }
  if (atom.map !== undefined) {
    const fields = [...atom.map.fields.values()].map(
      (field) =>
        `${field.name}${field.default === undefined ? '' : `=${String(field.default)}`}: ${inside(field.type)}`,
    );
    if (atom.map.element !== undefined) fields.push(`*: ${inside(atom.map.element)}`);
    parts.push(`${atom.map.relationship === 'atomic' ? 'atomic' : ''}{${fields.join(', ')}}`);
  }
  return parts.join(' | ') || 'unfit';
}

const ref = (name: string, more: object = {}) => ({ ...more, allOf: [{ $ref: `#/components/schemas/${name}` }] });
const any = 'untyped | atomic[untyped] | {*: deduced}';

const schemas: readonly (readonly [name: string, schema: object, type: string])[] = [
  ['a string', { type: 'string' }, 'string'],
  ['bytes', { type: 'string', format: 'byte' }, 'string'],
  ['a string of some format', { type: 'string', format: 'date-time' }, 'untyped'],
  ['an integer', { type: 'integer', format: 'int32' }, 'numeric'],
  ['a number', { type: 'number' }, 'numeric'],
  ['a boolean', { type: 'boolean' }, 'boolean'],
  ['no type', {}, any],
  ['an integer or a string', { 'x-kubernetes-int-or-string': true }, any],
  ['an unknown type', { type: 'thing' }, 'untyped'],
  ['an object without properties', { type: 'object' }, '{*: deduced}'],
  ['an object with properties', { type: 'object', properties: { a: { type: 'string' } } }, '{a: string}'],
  [
    'an object with unknown fields',
    { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true },
    '{a: string, *: deduced}',
  ],
  [
    'unknown fields further inside',
    {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
    },
    '{a: {b: string, *: deduced}, *: deduced}',
  ],
  [
    'a list with a key that is no text',
    {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 1],
    },
    'associative(k)[string]',
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }, '{*: string}'],
  [
    'a map of anything',
    { type: 'object', additionalProperties: true, properties: { a: { type: 'string' } } },
    '{a: string, *: deduced}',
  ],
  ['a map of nothing', { type: 'object', additionalProperties: false }, '{}'],
  [
    'an atomic map',
    { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    'atomic{*: string}',
  ],
  [
    'a granular map',
    { type: 'object', 'x-kubernetes-map-type': 'granular', additionalProperties: { type: 'string' } },
    '{*: string}',
  ],
  ['a list', { type: 'array', items: { type: 'string' } }, 'atomic[string]'],
  ['a list without items', { type: 'array' }, 'atomic[untyped]'],
  [
    'an atomic list',
    {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'atomic',
      'x-kubernetes-patch-strategy': 'merge',
    },
    'atomic[string]',
  ],
  ['a set', { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }, 'associative[string]'],
  [
    'a map list with a default key',
    {
      type: 'array',
      items: { type: 'object', properties: { p: { type: 'string', default: 'TCP' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['p', 'n'],
    },
    'associative(p,n)[{p=TCP: string}]',
  ],
  [
    'a patch strategy with a key',
    {
      type: 'array',
      items: { type: 'object' },
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'n',
    },
    'associative(n)[{*: deduced}]',
  ],
  [
    'a patch strategy without a key',
    { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge,retainKeys' },
    'associative[string]',
  ],
  [
    'a patch strategy that replaces',
    { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'retainKeys' },
    'atomic[string]',
  ],
  ['a reference', { type: 'object', properties: { u: ref('U', { default: {} }) } }, '{u=[object Map]: {x: string}}'],
  [
    'a reference with another relationship',
    { type: 'object', properties: { u: ref('U', { 'x-kubernetes-map-type': 'atomic' }), v: ref('U') } },
    '{u: atomic{x: string}, v: {x: string}}',
  ],
  [
    'a reference to a list that calls it granular',
    { type: 'object', properties: { n: ref('N', { 'x-kubernetes-map-type': 'granular' }), m: ref('N') } },
    '{n: separable[string], m: associative[string]}',
  ],
  [
    'a reference to itself',
    { type: 'object', properties: { t: ref('T'), l: { type: 'array', items: ref('T') } } },
    '{t: ^T, l: atomic[^T]}',
  ],
  ['a reference to nothing', { type: 'object', properties: { g: ref('Gone') } }, '{g: unfit}'],
  [
    'a quantity',
    { type: 'object', properties: { q: ref('io.k8s.apimachinery.pkg.api.resource.Quantity') } },
    '{q: untyped}',
  ],
  [
    'a raw extension',
    { type: 'object', properties: { r: ref('io.k8s.apimachinery.pkg.runtime.RawExtension') } },
    '{r: untyped | atomic[untyped] | atomic{*: untyped}}',
  ],
  ['a default of null', { type: 'object', properties: { a: { type: 'string', default: null } } }, '{a: string}'],
];

describe('schemaFromOpenApi', () => {
  it.each(schemas)('%s', (_name, schema, type) => {
    const definitions = new Map([
      ['T', map(schema)],
      ['N', map({ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' })],
      ['U', map({ type: 'object', properties: { x: { type: 'string' } } })],
      ['io.k8s.apimachinery.pkg.api.resource.Quantity', map({ oneOf: [] })],
      ['io.k8s.apimachinery.pkg.runtime.RawExtension', map({ type: 'object' })],
    ]);
    expect(describeType(schemaFromOpenApi(definitions).type('T'))).toBe(type);
  });

  it('knows a type once', () => {
    const schema = schemaFromOpenApi(new Map([['T', map({ type: 'object', properties: { t: ref('T') } })]]));
    expect(schema.type('T')?.map?.fields.get('t')?.type).toBe(schema.type('T'));
    expect(schema.type('Gone')).toBeUndefined();
  });
});

const object = 'apiVersion: string, kind: string, metadata: ObjectMeta';

const structural: readonly (readonly [name: string, schema: object | undefined, type: string])[] = [
  ['no schema', undefined, '{*: deduced}'],
  ['an empty object', { type: 'object' }, `{${object}}`],
  [
    'an object that keeps what it does not know',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    `{${object}, *: deduced}`,
  ],
  [
    'what it says of metadata does not count',
    {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } } },
    },
    `{${object.replace(/(.*), (metadata.*)/, '$2, $1')}}`,
  ],
  [
    'a nullable integer or string',
    { type: 'object', properties: { a: { 'x-kubernetes-int-or-string': true, nullable: true } } },
    `{a: ${any}, ${object}}`,
  ],
  [
    'something that keeps anything',
    { type: 'object', properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } } },
    `{a: ${any}, ${object}}`,
  ],
  [
    'an embedded resource',
    {
      type: 'object',
      properties: {
        a: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    `{a: {${object}, *: deduced}, ${object}}`,
  ],
  [
    'embedded resources in a list and a map',
    {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'object', 'x-kubernetes-embedded-resource': true } },
        b: { type: 'object', additionalProperties: { type: 'object', 'x-kubernetes-embedded-resource': true } },
      },
    },
    `{a: atomic[{${object}}], b: {*: {${object}}}, ${object}}`,
  ],
  [
    'patch strategies and references do not count',
    {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
        b: { type: 'object', allOf: [{ $ref: '#/x' }] },
      },
    },
    `{a: atomic[string], b: {*: deduced}, ${object}}`,
  ],
  [
    'lists and maps of types',
    {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: {
        a: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'integer', default: 1 } } },
        },
      },
    },
    `atomic{a: associative(k)[{k=1: numeric}], ${object}}`,
  ],
];

describe('typeFromStructuralSchema', () => {
  it.each(structural)('%s', (_name, schema, type) => {
    expect(describeType(typeFromStructuralSchema(schema === undefined ? undefined : map(schema)))).toBe(type);
  });

  it('keeps unknown fields everywhere for a definition of old', () => {
    const schema = map({
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
    });
    expect(describeType(typeFromStructuralSchema(schema, { preserveUnknownFields: true }))).toBe(
      `{a: {b: string, *: deduced}, ${object}, *: deduced}`,
    );
  });
});

it('gives no name to a type that is written in place', () => {
  const schema = map({ type: 'object', properties: { a: { type: 'object' } } });
  const type = schemaFromOpenApi(new Map([['Foo', schema]])).type('Foo');
  expect([type?.name, type?.map?.fields.get('a')?.type.name]).toEqual(['Foo', '']);
});

describe('ObjectMeta', () => {
  it('has sets, map lists and atomic lists where the server has them', () => {
    const fields = objectMetaType.map?.fields;
    expect(describeType(fields?.get('finalizers')?.type)).toBe('associative[string]');
    expect(describeType(fields?.get('labels')?.type)).toBe('{*: string}');
    expect(describeType(fields?.get('ownerReferences')?.type)).toBe(
      'associative(uid)[atomic{apiVersion=: string, kind=: string, name=: string, uid=: string, controller: boolean, blockOwnerDeletion: boolean}]',
    );
    expect(fields?.get('managedFields')?.type.list?.relationship).toBe('atomic');
  });
});
