import { valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { structuralErrors } from './structural.ts';

it('lists what keeps a schema from being structural by the text of each', () => {
  const schema = readJsonSchema(valueFromPlain({ type: 'object', properties: { c: {} }, additionalProperties: {} }));
  expect(structuralErrors(schema, 'p').map(({ field }) => field)).toEqual([
    'p.additionalProperties.type',
    'p.additionalProperties',
    'p.properties[c].type',
  ]);
});
