import { readFileSync } from 'node:fs';
import { fieldErrorText, parseJson, type Value } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { readJsonSchema } from '../json-schema.ts';
import { compileRules } from './rule-program.ts';
import { typeOfSchema } from './schema-type.ts';
import { validateRules } from './validate-rules.ts';

/**
 * What real servers, v1.36.3, v1.37.0 and v1.38.0-beta.0, said of expressions over the schema and the object of
 * `expressions.json`.
 */
interface Cases {
  /** Rules with names that nobody knows, and what v1.38 says of them; null where it takes them. */
  readonly names: readonly (readonly [rule: string, answer: string | null])[];
  /** Expressions that releases answer otherwise: their value in a message, `# 1`, or the error. */
  readonly changes: readonly (readonly [expression: string, v136: string, v137: string, v138: string])[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`./cases/${name}`, import.meta.url), 'utf8'));
const { names, changes }: Cases = read('releases.json');
const { schema, object } = read('expressions.json');
const given = readValue(object);

describe('v1.38 guesses which name was meant', () => {
  it.each(names)('%s', (rule, expected) => {
    expect(compiled({ rule }, 38).error ?? null).toBe(expected);
  });
});

describe('each release answers as its server', () => {
  it.each(changes)('%s', (expression, ...expected) => {
    expect([36, 37, 38].map((minor) => answer(expression, minor))).toEqual(expected);
  });
});

function compiled(rule: object, minor: number) {
  const read = readJsonSchema(readValue({ ...schema, 'x-kubernetes-validations': [rule] }));
  const type = typeOfSchema(read, true, 'selfType');
  const [program] = type === undefined ? [] : compileRules(read, type, { minor });
  return { read, error: program?.error?.replace(/selfType\d*/g, 'selfType') };
}

function answer(expression: string, minor: number): string {
  const rule = {
    rule: `[dyn(${expression})].size() == 0`,
    messageExpression: `'# %s'.format([dyn(${expression})])`,
    message: '#',
  };
  const { read, error } = compiled(rule, minor);
  if (error !== undefined) return error;
  const [first] = validateRules(given, read, undefined, minor).errors;
  const text = first === undefined ? '' : fieldErrorText(first).replace(/^<nil>: /, '');
  return text.replace('"object": #', '#');
}

function readValue(plain: unknown): Value {
  const parsed = parseJson(JSON.stringify(plain));
  if (parsed.kind !== 'value') throw new Error('the case is no JSON');
  return parsed.value;
}
