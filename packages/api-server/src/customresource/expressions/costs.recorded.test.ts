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
/** What the libraries of a release say otherwise than those of the release before, by what its group is about. */
const changes: ReadonlyMap<number, readonly (Case & { readonly about: string })[]> = new Map(
  [37, 38].map((minor) => [minor, read(`costs-v1.${minor}.json`)]),
);

/** What a release says of an expression. */
function expectedOf(about: string, same: Case, minor: number): Case {
  const changed = changes.get(minor)?.find((each) => each.about === about && each.expression === same.expression);
  if (changed === undefined) return minor === 36 ? same : expectedOf(about, same, minor - 1);
  const { about: _, ...said } = changed;
  return said;
}

for (const minor of [36, ...changes.keys()]) {
  for (const group of groups) {
    describe(`as many costs as upstream counts in v1.${minor}: ${group.about}`, () => {
      it.each(group.cases.map((each) => [each.expression.slice(0, 200), each] as const))('%s', (_, same) => {
        expect(answer(group, same.expression, minor)).toEqual(expectedOf(group.about, same, minor));
      });
    });
  }
}

function answer({ schema, object }: Group, expression: string, minor: number): Case {
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
  // Lists, maps and texts are within an object.
  const isResource = schema.type === 'object' && schema.additionalProperties === undefined;
  const type = typeOfSchema(schema, isResource, 'selfType');
  const size = sizeOfSchema(schema, isResource);
  const [rule] = type === undefined ? [] : compileRules(schema, type, { minor });
  if (rule?.program === undefined || size === undefined) {
    return { refusal: (rule?.error ?? 'no type').replace(/selfType\d*/g, 'selfType') };
  }
  const self = celValueOf(object, isResource ? withTypeAndMetadata(schema) : schema, { minor });
  const estimated = String(rule.mostCost(sizesBelow(size, { minor })).rule);
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
