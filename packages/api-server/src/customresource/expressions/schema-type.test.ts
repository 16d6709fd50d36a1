import { valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { typeOfSchema } from './schema-type.ts';

it('has no field for a name that no expression can write', () => {
  const string = { type: 'string' };
  const schema = readJsonSchema(
    valueFromPlain({ type: 'object', properties: { '1a': string, 'a%b': string, b: string, in: string } }),
  );
  const type = typeOfSchema(schema, false, 'T');
  if (type?.kind !== 'struct') throw new Error('no struct');
  expect([...(type.fields ?? new Map()).keys()]).toEqual(['b', '__in__', 'in']);
});
