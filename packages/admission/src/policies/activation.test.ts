import { isCelMap, isError } from '@managed-fields/api-server/cel';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import {
  type Activation,
  activationOf,
  evaluated,
  type Inputs,
  mostOfConditions,
  mostOfExpressions,
} from './activation.ts';
import { type CompiledExpression, compiledPolicy } from './compiled.ts';

const inputs = (more: Partial<Inputs> = {}): Inputs => ({
  ...{ object: undefined, old: undefined, request: new Map(), params: undefined, namespace: undefined },
  ...{ authorizer: undefined, ...more },
});
const named = (name: string) => mapFromPlain({ metadata: { name } });
const spec = (of: object) => compiledPolicy(mapFromPlain(of), 36);

/** An expression that comes to one value, and costs so much. */
const costing = (cost: number, value: boolean | { kind: 'error'; message: string } = true): CompiledExpression =>
  ({ expression: 'e', compiled: { kind: 'compiled', run: () => ({ value, cost }) } }) as unknown as CompiledExpression;
const left = (budget: number): Activation => ({ values: new Map(), budget: { left: budget } });

it('what expressions may cost together', () => {
  expect([mostOfExpressions, mostOfConditions]).toEqual([10_000_000, 2_500_000]);
});

it('expressions see each thing by its name, and null where it is not there', () => {
  const all = inputs({
    object: named('a'),
    old: named('b'),
    request: named('c'),
    params: named('d'),
    namespace: named('e'),
  });
  const nameOf = (from: Inputs, variable: string) => {
    const seen = activationOf(spec({}), from, 1).values.get(variable);
    const metadata = isCelMap(seen) ? seen.find('metadata') : undefined;
    return isCelMap(metadata) ? metadata.find('name') : seen;
  };
  const variables = ['object', 'oldObject', 'request', 'params', 'namespaceObject'];
  expect(variables.map((each) => nameOf(all, each))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(['object', 'oldObject', 'params', 'namespaceObject'].map((each) => nameOf(inputs(), each))).toEqual([
    ...[null, null, null, null],
  ]);
  expect(activationOf(spec({}), all, 1).values.has('authorizer')).toBe(false);
});

describe('variables of a policy', () => {
  const policy = spec({
    variables: [
      { name: 'one', expression: '1' },
      { name: 'two', expression: 'variables.one + 1' },
      { name: 'wrong', expression: '1 / (variables.one - 1)' },
      { name: 'none', expression: 'nothing' },
    ],
  });
  const variables = (activation: Activation) => {
    const map = activation.values.get('variables');
    if (!isCelMap(map)) throw new Error('no variables');
    return map;
  };

  it('are found by their names', () => {
    const map = variables(activationOf(policy, inputs(), mostOfExpressions));
    expect([map.find('one'), map.find('two'), map.find('three'), map.find(1n), map.size]).toEqual([
      ...[1n, 2n, undefined, undefined, 4],
    ]);
  });

  it('say which one has an error', () => {
    const map = variables(activationOf(policy, inputs(), mostOfExpressions));
    const wordsOf = (name: string) => {
      const value = map.find(name);
      return isError(value) ? value.message : value;
    };
    expect(wordsOf('wrong')).toBe('composited variable "wrong" fails to evaluate: division by zero');
    expect(wordsOf('none')).toMatch(
      /^composited variable "none" fails to compile: .*undeclared reference to 'nothing'/s,
    );
  });

  it('are paid when they are first named, and once', () => {
    const activation = activationOf(policy, inputs(), 1000);
    const map = variables(activation);
    expect(activation.budget.left).toBe(1000);
    map.find('two');
    const paid = activation.budget.left;
    expect(paid).toBeLessThan(1000);
    map.find('two');
    expect(activation.budget.left).toBe(paid);
  });

  it('are gone through by their values', () => {
    const two = spec({ variables: [{ name: 'a', expression: '1' }, { name: 'b', expression: '2' }] }); // biome-ignore format: a line
    expect(variables(activationOf(two, inputs(), 1000)).keys()).toEqual([1n, 2n]);
  });
});

describe('an expression', () => {
  const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

  it('may cost all that is left', () => {
    const activation = left(5);
    expect(evaluated(costing(5), activation)).toEqual({ kind: 'value', value: true });
    expect(evaluated(costing(0), activation)).toEqual({ kind: 'value', value: true });
    expect(activation.budget.left).toBe(0);
  });

  it('may not cost more, nor may the next one be asked', () => {
    const activation = left(5);
    expect(evaluated(costing(6), activation)).toEqual({ kind: 'exhausted', message: outOfBudget });
    expect(evaluated(costing(-100), activation)).toEqual({ kind: 'exhausted', message: outOfBudget });
    expect(activation.budget.left).toBe(-1);
  });

  it('has an error in the words of the server', () => {
    expect(evaluated(costing(1, { kind: 'error', message: 'no such key: a' }), left(5))).toEqual({
      kind: 'error',
      message: "expression 'e' resulted in error: no such key: a",
    });
    const wrong = { expression: 'e', compiled: { kind: 'error', isInternal: false, message: 'no' } } as const;
    expect(evaluated(wrong, left(-1))).toEqual({ kind: 'error', message: 'compilation error: no' });
  });
});
