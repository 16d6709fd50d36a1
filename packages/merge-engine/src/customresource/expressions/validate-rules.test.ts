import { expect, it } from 'vitest';
import { valueFromPlain } from '../../value/json.ts';
import { readJsonSchema } from '../json-schema.ts';
import { validateRules } from './validate-rules.ts';

it('asks no further rule once all of them together took too long', () => {
  const rule = 'lists.range(200).all(a, lists.range(200).all(b, a + b >= 0))';
  const items = { type: 'integer', 'x-kubernetes-validations': [{ rule }] };
  const schema = readJsonSchema(valueFromPlain({ type: 'array', items }));
  const { errors } = validateRules(valueFromPlain(new Array(1000).fill(1)), schema, undefined);
  expect(errors.map(({ detail }) => detail)).toEqual([
    'validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});
