import { fieldErrorText, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { embeddedErrors } from './embedded.ts';
import { readJsonSchema } from './json-schema.ts';
import { readObjectMeta } from './object-meta.ts';

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
