import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { type Definition, definitionOf } from './definition.ts';
import { deprecationWarnings, type FormatsWarned, schemaWarnings } from './definition-warnings.ts';

const definition = (...versions: readonly object[]): Definition =>
  definitionOf(mapFromPlain({ spec: { group: 'example.com', names: { kind: 'Foo', plural: 'foos' }, versions } }));

const old = { name: 'v1', served: true, deprecated: true };

/** Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go defaultDeprecationWarning. */
it.each([
  ['one that is not deprecated', [{ ...old, deprecated: false }], []],
  [
    'one in its own words',
    [
      { ...old, deprecationWarning: 'Go away' },
      { name: 'v2', served: true },
    ],
    ['Go away'],
  ],
  ['one in no words', [{ ...old, deprecationWarning: '' }], ['']],
  ['the only one', [old], ['example.com/v1 Foo is deprecated']],
  ['one that has older ones', [old, { name: 'v1beta1', served: true }], ['example.com/v1 Foo is deprecated']],
  ['one whose newer one is not served', [old, { name: 'v2', served: false }], ['example.com/v1 Foo is deprecated']],
  ['one whose newer one is too', [old, { ...old, name: 'v2' }], ['example.com/v1 Foo is deprecated']],
  [
    'one that has several newer ones',
    [old, { name: 'v2', served: true }, { name: 'v10', served: true }, { name: 'v3beta1', served: true }],
    ['example.com/v1 Foo is deprecated; use example.com/v10 Foo'],
  ],
] as const)('of versions: %s', (_name, versions, warnings) => {
  const all = definition(...versions);
  const [first] = all.versions ?? [];
  if (first === undefined) throw new Error('it has one');
  expect(deprecationWarnings(all, first)).toEqual(warnings);
});

const withSchema = (name: string, openAPIV3Schema?: object) => ({
  ...{ name, served: true },
  ...(openAPIV3Schema === undefined ? {} : { schema: { openAPIV3Schema } }),
});
const unknown = (format: string, type = 'string') => ({ type, format });
const everywhere = {
  ...{ type: 'object', format: 'own' },
  ...{ items: unknown('items'), allOf: [unknown('all')], anyOf: [unknown('any')], oneOf: [unknown('one')] },
  ...{
    not: unknown('not'),
    properties: { a: unknown('a'), b: unknown('date') },
    additionalProperties: unknown('more'),
  },
};

const saidOf = (formats: readonly string[]) => formats.map((format) => `unrecognized format "${format}"`);

/** Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go WarningsOnCreate. */
it('warns of the formats at every place of a schema, in the order of the server', () => {
  const warnings = schemaWarnings(definition(withSchema('v1', everywhere)), undefined);
  expect(warnings).toEqual(saidOf(['own', 'items', 'all', 'any', 'one', 'not', 'a', 'more']));
});

it('counts a schema once that all versions share, and others version by version', () => {
  const [a, b] = [unknown('a'), unknown('b')];
  const warningsOf = (...versions: readonly object[]) => schemaWarnings(definition(...versions), undefined);
  expect(warningsOf(withSchema('v1', a), withSchema('v2', a))).toEqual(saidOf(['a']));
  expect(warningsOf(withSchema('v1', a), withSchema('v2', b))).toEqual(saidOf(['a', 'b']));
  expect(warningsOf(withSchema('v1'), withSchema('v2', b))).toEqual(saidOf(['b']));
  expect(warningsOf()).toEqual([]);
});

it('says nothing of what the definition had before', () => {
  const before = definition(withSchema('v1', { properties: { a: unknown('a') } }));
  const after = definition(withSchema('v1', { properties: { a: unknown('a'), b: unknown('b') } }));
  expect(schemaWarnings(after, before)).toEqual(saidOf(['b']));
  expect(schemaWarnings(after, after)).toEqual([]);
});

/** Formats of a string, of an integer, and of none, each of a string and of an integer. */
const typed = {
  properties: {
    a: unknown('date'),
    b: unknown('date', 'integer'),
    c: unknown('int32'),
    d: unknown('int32', 'integer'),
    e: unknown('nope'),
    f: unknown('nope', 'integer'),
    g: unknown('', 'integer'),
  },
};

it.each([
  ['none', []],
  ['as-string', ['int32', 'int32', 'nope', 'nope']],
  ['of-strings', ['int32', 'nope']],
  ['all', ['date', 'int32', 'nope', 'nope']],
] as const)('warns of formats: %s', (warned: FormatsWarned, formats) => {
  expect(schemaWarnings(definition(withSchema('v1', typed)), undefined, warned)).toEqual(saidOf(formats));
});
