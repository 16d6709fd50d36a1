import { readFileSync } from 'node:fs';
import { fieldErrorText, parseJson, type Value } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { compileRules } from './rule-program.ts';
import { typeOfSchema } from './schema-type.ts';
import { validateRules } from './validate-rules.ts';

/**
 * What apiextensions-apiserver v0.36.3 says of rules about one object: nothing where they hold, an error where they do
 * not compile; `values` are shown by a message, `'%s'.format([…]) + '.'`, of a rule that never holds.
 */
interface Cases {
  readonly schema: object;
  readonly object: unknown;
  readonly rules: readonly Case[];
  readonly values: readonly Case[];
}

type Case = readonly [string, string | { readonly error: string } | null];

const cases: Cases = JSON.parse(readFileSync(new URL('./cases/expressions.json', import.meta.url), 'utf8'));
const object = readValue(cases.object);

describe('rules are compiled and answered as by the server', () => {
  it.each(cases.rules)('%s', (rule, expected) => {
    expect(answer({ rule })).toEqual(expected);
  });
});

describe('expressions have the values that they have on the server', () => {
  it.each(cases.values)('%s', (expression, expected) => {
    const shown = { rule: 'false', messageExpression: `'%s'.format([${expression}]) + '.'`, message: 'none' };
    expect(answer(shown)).toEqual(expected);
  });
});

function answer(rule: object): string | { readonly error: string } | null {
  const schema = readJsonSchema(readValue({ ...cases.schema, 'x-kubernetes-validations': [rule] }));
  const type = typeOfSchema(schema, true, 'selfType');
  const [program] = type === undefined ? [] : compileRules(schema, type);
  const error = program?.error ?? program?.messageError;
  if (error !== undefined) return { error: error.replace(/selfType\d*/g, 'selfType') };
  const [first] = validateRules(object, schema, undefined).errors;
  return first === undefined ? null : fieldErrorText(first).replace(/^<nil>: Invalid value: (?:"object": )?/, '');
}

function readValue(plain: unknown): Value {
  const parsed = parseJson(JSON.stringify(plain));
  if (parsed.kind !== 'value') throw new Error('the case is no JSON');
  return parsed.value;
}
