import { readFileSync } from 'node:fs';
import { isMap, parseJson, type Value } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import type { Compiled } from '../../cel/compile.ts';
import { type CelValue, isError } from '../../cel/value/cel-value.ts';
import { policyCompiler } from '../../policy/environment.ts';
import { celOfPlain } from '../../policy/plain-value.ts';
import { readJsonSchema } from '../json-schema.ts';
import { compileRules } from './rule-program.ts';
import { sizeOfSchema, sizesBelow } from './schema-size.ts';
import { typeOfSchema, withTypeAndMetadata } from './schema-type.ts';
import { celValueOf } from './schema-value.ts';

/** What upstream's own libraries say of expressions about one object, as `tools/go/costs` writes it. */
interface Group {
  readonly about: string;
  /** Absent for expressions of policies. */
  readonly schema?: unknown;
  readonly object: unknown;
  readonly cases: readonly Case[];
}

interface Case {
  readonly expression: string;
  readonly refusal?: string;
  readonly estimated?: string;
  readonly actual?: number;
  readonly failure?: string;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`./cases/${name}`, import.meta.url), 'utf8'));
const groups: readonly Group[] = read('costs.json');
/** Those that the libraries of v1.37 count otherwise, by what their group is about; without four that docs/not-modelled.md tells of. */
const since37: readonly (Case & { readonly about: string })[] = read('costs-v1.37.json');

for (const group of groups) {
  describe(`as many costs as upstream counts: ${group.about}`, () => {
    it.each(group.cases.map((each) => [each.expression.slice(0, 200), each] as const))('%s', (_, expected) => {
      expect(answer(group, expected.expression)).toEqual(expected);
    });
  });
}

describe('as many costs as upstream counts since v1.37', () => {
  it.each(since37.map((each) => [each.expression.slice(0, 200), each] as const))('%s', (_, { about, ...expected }) => {
    const group = groups.find((each) => each.about === about);
    expect(group && answer(group, expected.expression, 37)).toEqual(expected);
  });
});

function answer({ schema, object }: Group, expression: string, minor = 36): Case {
  const given = readValue(object);
  const said =
    schema === undefined ? ofPolicy(expression, given, minor) : ofRule(readValue(schema), expression, given, minor);
  return { expression, ...said };
}

function ofPolicy(expression: string, object: Value, minor: number): Omit<Case, 'expression'> {
  const part = expression.startsWith('Object{')
    ? 'configuration'
    : expression.includes('JSONPatch{')
      ? 'json-patch'
      : 'variable';
  const compiled = policyCompiler({ params: false, variables: false, minor, stored: true }).compile(part, expression);
  if (compiled.kind === 'error') return { refusal: compiled.message };
  return ran(
    compiled,
    new Map<string, CelValue>([
      ['object', celOfPlain(object)],
      ['oldObject', null],
    ]),
  );
}

function ofRule(given: Value, expression: string, object: Value, minor: number): Omit<Case, 'expression'> {
  if (!isMap(given)) throw new Error('no schema');
  const rules = [new Map([['rule', expression]])];
  const schema = readJsonSchema(new Map(given).set('x-kubernetes-validations', rules));
  const type = typeOfSchema(schema, true, 'selfType');
  const size = sizeOfSchema(schema, true);
  const [rule] = type === undefined ? [] : compileRules(schema, type, { minor });
  if (rule?.program === undefined || size === undefined) {
    return { refusal: (rule?.error ?? 'no type').replace(/selfType\d*/g, 'selfType') };
  }
  const self = celValueOf(object, withTypeAndMetadata(schema));
  const estimated = String(rule.mostCost(sizesBelow(size)).rule);
  return { estimated, ...ran(rule.program, new Map([['self', self]])) };
}

function ran(program: Extract<Compiled, { kind: 'program' }>, variables: ReadonlyMap<string, CelValue>) {
  const { value, cost } = program.run(variables);
  return { actual: cost, ...(isError(value) ? { failure: value.message } : {}) };
}

function readValue(plain: unknown): Value {
  const parsed = parseJson(JSON.stringify(plain));
  if (parsed.kind !== 'value') throw new Error('the case is no JSON');
  return parsed.value;
}
