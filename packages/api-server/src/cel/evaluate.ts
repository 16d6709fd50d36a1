import { isList, isMap, remembered, type Value } from '@managed-fields/merge-engine';
import type { Checked } from './check/check.ts';
import { callFunction } from './library/declaration.ts';
import type { Call, Comprehension, Expression } from './syntax/expression.ts';
import {
  type CelError,
  type CelList,
  type CelMap,
  type CelValue,
  celError,
  isCelList,
  isCelMap,
  isError,
  isMade,
  kindOf,
  listValue,
  none,
  noSuchOverload,
  type Optional,
  optionalOf,
  typeName,
} from './value/cel-value.ts';
import { valueText } from './value/convert.ts';
import { celEqual, numberOf } from './value/equality.ts';
import { mapKey, mapValue } from './value/map-value.ts';
import { isMessageName, messageValue, optionalField } from './value/message.ts';

/** Thrown inside this file only, where an expression exceeds its steps. */
class TooLong extends Error {}

/**
 * The limit of steps. It is above the server's own limit, and keeps a page from hanging: what the server counts once, here
 * counts twice at most.
 */
const mostSteps = 2_000_000;

/** What the server's limit for all expressions of a policy together is in these steps. */
export const mostStepsTogether = 10 * mostSteps;

/** The server's error for an expression that is too expensive. */
export const costExceeded = 'operation cancelled: actual cost limit exceeded';

/**
 * Evaluates a checked expression; errors are in the server's words.
 * Upstream: github.com/google/cel-go interpreter/planner.go, interpretable.go, attributes.go.
 */
export function evaluate(
  expression: Expression,
  checked: Checked,
  variables: ReadonlyMap<string, CelValue>,
  budget?: Budget,
  make?: MakeObject,
): CelValue {
  const run: Run = { checked, steps: 0, visits: 0, make };
  try {
    return evaluated(expression, run, variables);
  } catch (error) {
    // What JavaScript cannot hold, a text of half a gigabyte or a number of as many digits, costs the server too much.
    if (error instanceof TooLong || error instanceof RangeError) return celError(costExceeded);
    throw error;
  } finally {
    if (budget !== undefined) {
      // An expression that is stopped has not cost more than its limit, but for one call that costs more than all may.
      budget.left -= run.steps > mostStepsTogether ? run.steps : Math.min(run.steps, mostSteps);
      budget.visits -= run.visits;
    }
  }
}

/** The steps that are left for several expressions together. */
export interface Budget {
  left: number;
  /** How often a part of an expression may still be evaluated, which takes longer than other steps. */
  visits: number;
}

/** Makes an object of a type that the environment has, of the fields that are set. */
export type MakeObject = (type: string, fields: ReadonlyMap<string, CelValue>) => CelValue;

interface Run {
  readonly checked: Checked;
  steps: number;
  visits: number;
  readonly make: MakeObject | undefined;
}

type Variables = ReadonlyMap<string, CelValue>;

function step(run: Run, count = 1): void {
  run.steps += count;
  if (run.steps > mostSteps) throw new TooLong();
}

function evaluated(node: Expression, run: Run, variables: Variables): CelValue {
  step(run);
  run.visits++;
  const name = run.checked.names.get(node);
  if (name !== undefined) {
    return variables.get(name) ?? (variables.has(name) ? null : celError(`no such attribute(s): ${name}`));
  }
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'select':
      return node.test
        ? presence(evaluated(node.operand, run, variables), node.field)
        : qualified(evaluated(node.operand, run, variables), node.field, false);
    case 'call':
      return call(node, run, variables);
    case 'list':
      return list(node, run, variables);
    case 'map':
      return map(node, run, variables);
    case 'comprehension':
      return comprehension(node, run, variables);
    case 'struct':
      return message(node, run, variables);
    default:
      return celError(`unknown expression: ${node.kind}`);
  }
}

function presence(operand: CelValue, field: string): CelValue {
  if (isError(operand)) return operand;
  if (kindOf(operand) === 'optional') {
    const { value } = operand as Optional;
    return value === undefined ? false : presence(value, field);
  }
  const found = lookUp(operand, field, true);
  return isError(found) ? found : found !== undefined;
}

/** Returns the value at a key or index. On an optional value the result is optional. */
function qualified(operand: CelValue, key: CelValue, optional: boolean): CelValue {
  if (isError(operand)) return operand;
  if (isError(key)) return key;
  if (kindOf(operand) === 'optional') {
    const { value } = operand as Optional;
    return value === undefined ? none : qualified(value, key, true);
  }
  const found = lookUp(operand, key, optional);
  if (!optional || isError(found)) return found === undefined ? celError(`no such key: ${valueText(key)}`) : found;
  return found === undefined ? none : optionalOf(found);
}

/** Returns the value at a key or index; undefined where there is none, or an error unless `asked`. */
function lookUp(operand: CelValue, key: CelValue, asked: boolean): CelValue | undefined {
  if (isCelMap(operand)) return operand.find(key);
  if (isMade(operand)) return operand.fields.get(String(key)) ?? (asked ? undefined : null);
  if (!isCelList(operand)) return undefined;
  const index = listIndex(key);
  if (typeof index !== 'bigint') return index;
  const item = index < 0n ? undefined : operand.items[Number(index)];
  if (item !== undefined || asked) return item;
  return celError(`index out of bounds: ${valueText(key)}`);
}

function listIndex(key: CelValue): bigint | CelError {
  const number = numberOf(key);
  if (typeof number === 'bigint') return number;
  if (number === undefined) return celError(`unsupported index type '${typeName(key)}' in list`);
  return Number.isInteger(number) ? BigInt(number) : celError(`unsupported index value ${valueText(key)} in list`);
}

function call(node: Call, run: Run, variables: Variables): CelValue {
  const resolved = run.checked.calls.get(node);
  const args = resolved?.args ?? node.args;
  const value = (index: number) => evaluated(args[index] as Expression, run, variables);
  switch (resolved?.declaration.name ?? node.name) {
    case '_&&_':
      return logical(args, false, run, variables);
    case '_||_':
      return logical(args, true, run, variables);
    case '_?_:_': {
      const condition = value(0);
      if (typeof condition !== 'boolean') return isError(condition) ? condition : noSuchOverload;
      return value(condition ? 1 : 2);
    }
    case '_==_':
    case '_!=_':
      return equality(value(0), value(1), node.name === '_!=_', run);
    case '_[_]':
      return qualified(value(0), value(1), false);
    case '_[?_]':
    case '_?._':
      return qualified(value(0), value(1), true);
    case '@not_strictly_false':
      return value(0) !== false;
    case 'or':
    case 'orValue': {
      const left = value(0);
      if (kindOf(left) !== 'optional') return left;
      const { value: inner } = left as Optional;
      if (inner === undefined) return value(1);
      return resolved?.declaration.name === 'or' ? left : inner;
    }
    default: {
      if (resolved === undefined) return celError(`no such overload: ${node.name}`);
      const values = args.map((_, index) => value(index));
      step(run, workOf(resolved.declaration.name, values));
      // The server compiles literal patterns beforehand, into calls with shorter errors.
      const compiled = patterned.has(resolved.declaration.name) && args[1]?.kind === 'literal';
      const result =
        compiled && values.every((each) => !isError(each)) && typeof values[0] !== 'string'
          ? noSuchOverload
          : callFunction(resolved.declaration, resolved.candidates, values);
      step(run, resolved.declaration.name === 'join' ? 0.4 * charactersOf(result) : lengthOf(result));
      return result;
    }
  }
}

const patterned = new Set(['matches', 'find', 'findAll']);

/** Functions that read their arguments completely; those of `pairs` compare every item with every other. */
const wholes = new Set(['@in', 'indexOf', 'lastIndexOf', 'format', 'string', 'isSorted', 'sort', 'flatten', 'join']);
const pairs = new Set(['sets.contains', 'sets.equivalent', 'sets.intersects', 'distinct']);

/**
 * Returns the steps that a call counts for, by the size of its arguments: twice what the server counts where one call may
 * cost too much, and less elsewhere.
 * Upstream: k8s.io/apiserver pkg/cel/library/cost.go CallCost, github.com/google/cel-go ext/lists.go.
 */
function workOf(name: string, values: readonly CelValue[]): number {
  const [first = null, second = null] = values;
  if (pairs.has(name)) {
    const count = name === 'distinct' ? 4.2 * itemsOf(first) ** 2 : 2 * itemsOf(first) * itemsOf(second);
    return Math.max(count, (weightOf(first) * weightOf(values[1] ?? first)) / 100);
  }
  if (name === 'check') return 700_000;
  if (name === 'size') return 1;
  if (name === 'replace') return 0.4 * charactersOf(first);
  if (patterned.has(name)) {
    return 2 * Math.ceil((1 + charactersOf(first)) * 0.1) * Math.ceil(charactersOf(second) * 0.25);
  }
  if (name === '_+_' && typeof first === 'string') return 0.2 * (charactersOf(first) + charactersOf(second));
  const work = wholes.has(name) ? (value: CelValue) => weightOf(value) / 10 : lengthOf;
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? lengthOf(value) : work(value)), 0);
}

function charactersOf(value: CelValue): number {
  return typeof value === 'string' ? value.length : 0;
}

function itemsOf(value: CelValue): number {
  return isCelList(value) ? value.items.length : 0;
}

/** Returns the steps that a text or list counts for where its items are not read. */
function lengthOf(value: CelValue): number {
  if (typeof value === 'string') return value.length / 100;
  return isCelList(value) ? value.items.length / 10 : 0;
}

function equality(left: CelValue, right: CelValue, negate: boolean, run: Run): CelValue {
  if (isError(left)) return left;
  if (isError(right)) return right;
  const isText = typeof left === 'string' && typeof right === 'string';
  step(run, isText ? 0.2 * Math.min(left.length, right.length) : Math.min(weightOf(left), weightOf(right)) / 10);
  const equal = celEqual(left, right);
  return negate ? equal !== true : equal;
}

/** Evaluates `&&` and `||`. A deciding term counts, even if others fail. */
function logical(terms: readonly Expression[], deciding: boolean, run: Run, variables: Variables): CelValue {
  let problem: CelValue | undefined;
  for (const term of terms) {
    const value = evaluated(term, run, variables);
    if (value === deciding) return deciding;
    if (typeof value !== 'boolean') problem ??= isError(value) ? value : noSuchOverload;
  }
  return problem ?? !deciding;
}

function list(node: Extract<Expression, { kind: 'list' }>, run: Run, variables: Variables): CelValue {
  const items: CelValue[] = [];
  for (const [index, element] of node.elements.entries()) {
    const value = evaluated(element, run, variables);
    if (isError(value)) return value;
    if (!node.optional.has(index)) items.push(value);
    else if (kindOf(value) !== 'optional') {
      return celError(`cannot initialize optional list element from non-optional value ${valueText(value)}`);
    } else {
      const { value: inner } = value as Optional;
      if (inner !== undefined) items.push(inner);
    }
  }
  return weighed(listValue(items), run);
}

/**
 * Counts the content of a new list or map, since a list that contains another one twice doubles in size at each level.
 */
function weighed<Made extends CelValue>(made: Made, run: Run): Made {
  step(run, weightOf(made) / 10);
  return made;
}

function map(node: Extract<Expression, { kind: 'map' }>, run: Run, variables: Variables): CelValue {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  for (const entry of node.entries) {
    const key = evaluated(entry.key, run, variables);
    if (isError(key)) return key;
    const value = evaluated(entry.value, run, variables);
    if (isError(value)) return value;
    const identity = mapKey(key) ?? `v${valueText(key)}`;
    if (!entry.optional) entries.set(identity, [key, value]);
    else if (kindOf(value) !== 'optional') {
      const words = `cannot initialize optional entry '${valueText(key)}' from non-optional value ${valueText(value)}`;
      return celError(words);
    } else {
      const { value: inner } = value as Optional;
      if (inner === undefined) entries.delete(identity);
      else entries.set(identity, [key, inner]);
    }
  }
  return weighed(mapValue(entries), run);
}

function message(node: Extract<Expression, { kind: 'struct' }>, run: Run, variables: Variables): CelValue {
  const fields = new Map<string, CelValue>();
  for (const { name, value: written, optional } of node.fields) {
    const value = evaluated(written, run, variables);
    if (isError(value)) return value;
    const set = optional ? optionalField(name, value, valueText) : value;
    if (isError(set)) return set;
    if (set === undefined) fields.delete(name);
    else fields.set(name, set);
  }
  const name = node.name.replace(/^\./, '');
  if (isMessageName(name)) return messageValue(name, fields);
  return run.make?.(name, fields) ?? celError(`unknown type '${name}'`);
}

function comprehension(node: Comprehension, run: Run, variables: Variables): CelValue {
  const range = evaluated(node.range, run, variables);
  if (isError(range)) return range;
  const pairs = loopOver(range, node.second !== undefined);
  if ('kind' in pairs) return pairs;
  const scope = new Map(variables);
  scope.set(node.accumulator, evaluated(node.init, run, variables));
  for (const [first, second] of pairs) {
    scope.set(node.variable, first);
    if (node.second !== undefined) scope.set(node.second, second);
    if (evaluated(node.condition, run, scope) === false) break;
    scope.set(node.accumulator, evaluated(node.step, run, scope));
  }
  // The result does not see the variables of the loop.
  const after = new Map(variables).set(node.accumulator, scope.get(node.accumulator) ?? null);
  return evaluated(node.result, run, after);
}

type Pairs = readonly (readonly [CelValue, CelValue])[];

function loopOver(range: CelValue, both: boolean): Pairs | CelError {
  if (isCelList(range)) return range.items.map((item, index) => (both ? [BigInt(index), item] : [item, null]));
  if (isCelMap(range)) return range.keys().map((key) => [key, both ? (range.find(key) ?? null) : null]);
  return both
    ? celError(`unsupported comprehension range type: ${goType(range)}`)
    : celError(`got '${goType(range)}', expected iterable type`);
}

/** Returns the Go type of a value. */
function goType(value: CelValue): string {
  const name = typeName(value);
  const known = new Map([
    ['null_type', 'Null'],
    ['google.protobuf.Timestamp', 'Timestamp'],
    ['google.protobuf.Duration', 'Duration'],
  ]);
  return `types.${known.get(name) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`}`;
}

/**
 * Returns the number of values inside a value, which is the cost of visiting all of it. A value that occurs several
 * times counts each time, and a long text counts as several.
 */
export function weightOf(value: CelValue): number {
  if (typeof value === 'string') return weightOfText(value);
  if (value === null || typeof value !== 'object') return 1;
  switch (value.kind) {
    case 'list':
      return weightOfList(value);
    case 'map':
      return weightOfMap(value);
    case 'optional':
      return value.value === undefined ? 1 : 1 + weightOf(value.value);
    case 'made':
      return [...value.fields.values()].reduce<number>((sum, each) => sum + weightOf(each), 1);
    default:
      return 1;
  }
}

function weightOfText(text: string): number {
  return 1 + text.length / 100;
}

const weightOfList = remembered((list: CelList): number =>
  list.native === undefined ? list.items.reduce<number>((sum, item) => sum + weightOf(item), 1) : native(list.native),
);

const weightOfMap = remembered((map: CelMap): number =>
  map.native === undefined
    ? map.keys().reduce<number>((sum, key) => sum + weightOf(key) + weightOf(map.find(key) ?? null), 1)
    : native(map.native),
);

function native(value: Value): number {
  if (typeof value === 'string') return weightOfText(value);
  return isList(value) || isMap(value) ? weightOfNative(value) : 1;
}

const weightOfNative = remembered((value: Extract<Value, object>): number => {
  const inside: Iterable<Value> = isList(value) ? value : (value as ReadonlyMap<string, Value>).values();
  let sum = 1;
  for (const each of inside) sum += native(each);
  return sum;
});
