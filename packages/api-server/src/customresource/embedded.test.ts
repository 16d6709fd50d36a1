import { fieldErrorText, formatJson, mapFromJson, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { embeddedErrors } from './embedded.ts';
import { readJsonSchema } from './json-schema.ts';
import { readObjectMeta } from './object-meta.ts';
import { versionSchema } from './version-schema.ts';

const schema = readJsonSchema(
  valueFromPlain({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }),
);

it('complains about metadata that cannot be read, in the words of the reader', () => {
  const metadata = valueFromPlain({ name: 5 });
  const read = readObjectMeta(metadata);
  if (read.kind !== 'error') throw new Error('it can be read');
  const resource = new Map([...Object.entries({ apiVersion: 'v1', kind: 'Foo' }), ['metadata', metadata] as const]);
  expect(embeddedErrors(resource, schema, 'spec').map(fieldErrorText)).toEqual([
    `spec.metadata: Invalid value: {"name":5}: ${read.message}`,
  ]);
});

it('keeps a default of embedded metadata as ObjectMeta has it, whatever its schema says', () => {
  const given = { name: 'x', unknown: 'y' };
  const metadata = { type: 'object', default: given };
  const inside = { type: 'object', properties: { unknown: { type: 'string', default: 'y' } } };
  const embedded = (properties: object) => ({ type: 'object', 'x-kubernetes-embedded-resource': true, properties });
  const crd = readJsonSchema(
    valueFromPlain({ type: 'object', properties: { a: embedded({ metadata }), b: embedded({ metadata: inside }) } }),
  );
  const { setDefaults } = versionSchema(
    {
      name: 'v1',
      served: true,
      storage: true,
      deprecated: false,
      deprecationWarning: undefined,
      schema: crd,
      schemaValue: undefined,
      hasStatus: false,
      scale: undefined,
      printerColumns: [],
      selectableFields: [],
    },
    false,
  );
  const object = setDefaults(mapFromJson('{"a":{},"b":{"metadata":{}}}') ?? new Map());
  expect(formatJson(object)).toBe('{"a":{"metadata":{"name":"x"}},"b":{"metadata":{}}}');
});
