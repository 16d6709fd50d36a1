import { readFileSync } from 'node:fs';
import { fieldErrorText, isMap, listAt, parseJson, stringAt, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { validateRules } from './validate-rules.ts';

it('asks no further rule once all of them together cost too much', () => {
  const rule = 'lists.range(600000).size() > 0';
  const items = { type: 'integer', 'x-kubernetes-validations': [{ rule }] };
  const schema = readJsonSchema(valueFromPlain({ type: 'array', items }));
  const { errors } = validateRules(valueFromPlain(new Array(100).fill(1)), schema, undefined);
  expect(errors.map(({ detail }) => detail)).toEqual([
    'validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});

const file = parseJson(readFileSync(new URL('./cases/rules.json', import.meta.url), 'utf8'));
const rows = file.kind === 'value' && Array.isArray(file.value) ? file.value.filter(isMap) : [];

/**
 * What upstream's Validator.Validate (apiextensions-apiserver v0.36.3 pkg/apiserver/schema/cel) says of values by the
 * rules of schemas, with ratcheting where there is an old value; other checks, which come before, are left out.
 */
it.each(rows.map((row) => [stringAt(row, 'about'), row] as const))('%s', (_about, row) => {
  const schema = readJsonSchema(row.get('schema') ?? null);
  const { errors } = validateRules(row.get('value') ?? null, schema, row.get('old'));
  expect(errors.map(fieldErrorText)).toEqual(listAt(row, 'errors'));
});
