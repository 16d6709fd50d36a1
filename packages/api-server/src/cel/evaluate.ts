import { Cancelled, costExceeded, Meter, type StepId, Tracker } from './cost/tracker.ts';
import { weightOf } from './cost/weight.ts';
import { callFunction } from './library/declaration.ts';
import { type CelRelease, does, usualRelease } from './release.ts';
import {
  type Attribute,
  attributeId,
  type CallStep,
  type FoldStep,
  idOf,
  idsOf,
  isQualifier,
  type ListStep,
  type MapStep,
  type OtherwiseStep,
  type Plan,
  type Qualifier,
  type Step,
  type StructStep,
} from './step.ts';
import {
  type CelError,
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
import { goType, nativeGoType } from './value/go-type.ts';
import { settled } from './value/growing.ts';
import { mapKey, mapValue } from './value/map-value.ts';
import { isMessageName, messageValue, optionalField } from './value/message.ts';
import { isLocal, Loop, outermost, type Variables } from './variables.ts';

/** Thrown inside this file only, where an expression would keep a page busy for longer than its cost says. */
class TooLong extends Error {}

/**
 * The most that is computed for one expression: as much as the limit of the cost allows, several times. Some loops cost
 * nothing, and a list that contains another one twice doubles in size at each level: a server would compute without end.
 */
const mostWork = 12_000_000;

/** The value of an expression, or its error, and what it cost. */
export interface Evaluated {
  readonly value: CelValue;
  readonly cost: number;
}

/** What one expression may cost. Upstream: k8s.io/apiserver pkg/apis/cel/config.go PerCallLimit. */
export const perCallLimit = 1_000_000;

/** Makes an object of a type that the environment has, of the fields that are set. */
export type MakeObject = (type: string, fields: ReadonlyMap<string, CelValue>) => CelValue;

/**
 * Evaluates a planned expression; errors are in the server's words.
 * Upstream: github.com/google/cel-go interpreter/interpretable.go, attributes.go, cel/program.go Eval.
 */
export function evaluate(plan: Plan, variables: Variables, limit: number, make?: MakeObject): Evaluated {
  const tracker = does('countsAtOnce', plan.release) ? new Meter(limit) : new Tracker(plan.ids, limit);
  const run = new Run(tracker, make, plan.release);
  try {
    const value = run.value(plan.step, variables);
    return { value, cost: tracker.cost };
  } catch (error) {
    if (error instanceof Cancelled) return { value: celError(error.message), cost: tracker.cost };
    // What JavaScript cannot hold, a text of half a gigabyte or a number of as many digits, costs the server too much.
    if (error instanceof TooLong || error instanceof RangeError) {
      return { value: celError(costExceeded), cost: Math.max(tracker.cost, limit) };
    }
    throw error;
  }
}

const nothing: Variables = new Map();

/** Evaluates a constant part of an expression, which costs nothing. */
export function evaluateStep(step: Step): CelValue {
  return new Run(undefined, undefined, usualRelease).value(step, nothing);
}

class Run {
  private work = 0;
  private tracker: Tracker | undefined;
  private readonly make: MakeObject | undefined;
  private readonly release: CelRelease;
  private readonly atOnce: boolean;

  constructor(tracker: Tracker | undefined, make: MakeObject | undefined, release: CelRelease) {
    this.tracker = tracker;
    this.make = make;
    this.release = release;
    this.atOnce = does('countsAtOnce', release);
  }

  private busy(amount: number): void {
    this.work += amount;
    if (this.work > mostWork) throw new TooLong();
  }

  value(step: Step, variables: Variables): CelValue {
    this.busy(1);
    switch (step.kind) {
      case 'constant':
        return this.seen(step.value, step.id);
      case 'attribute':
        return this.attribute(step.attribute, step.test, variables);
      case 'logical': {
        const result = this.logical(step.terms, step.deciding, variables);
        for (const term of step.terms) this.tracker?.drop(idOf(term));
        return this.seen(result, step.id);
      }
      case 'equality': {
        const left = this.value(step.args[0], variables);
        const right = step.early && isError(left) ? null : this.value(step.args[1], variables);
        const problem = isError(left) ? left : isError(right) ? right : undefined;
        const equal = problem ?? this.equal(left, right);
        const result = step.name === '_==_' || problem !== undefined ? equal : equal !== true;
        return this.called(step, [left, right], result);
      }
      case 'call':
        return this.call(step, variables);
      case 'membership': {
        const value = this.value(step.arg, variables);
        return this.seen(isError(value) ? value : step.keys.has(mapKey(value) ?? ''), step.id);
      }
      case 'otherwise':
        return this.seen(this.otherwise(step, variables), step.id);
      case 'list':
        return this.constructed(this.list(step, variables), step.steps, 10, step.id);
      case 'map':
        return this.constructed(this.map(step, variables), step.steps, 30, step.id);
      case 'struct': {
        const fields = this.struct(step, variables);
        if ('kind' in fields) return this.constructed(fields, step.steps, 40, step.id);
        return this.constructed(this.made(step.name, fields), step.steps, 40, step.id, null);
      }
      case 'fold': {
        const result = this.fold(step, variables);
        this.tracker?.drop(idOf(step.range));
        return this.seen(result, step.id);
      }
    }
  }

  private seen(value: CelValue, id: StepId): CelValue {
    this.tracker?.push(value, id);
    return value;
  }

  private called(
    { args, counter, id }: Extract<Step, { kind: 'call' | 'equality' }>,
    given: readonly CelValue[] | undefined,
    result: CelValue,
  ): CelValue {
    this.tracker?.count(idsOf(args), given, (values) => counter(values, result));
    return this.seen(result, id);
  }

  private constructed(result: CelValue, steps: readonly Step[], cost: number, id: StepId, failed = result): CelValue {
    this.tracker?.take(idsOf(steps));
    if (!this.atOnce || !isError(failed)) this.tracker?.charge(cost);
    return this.seen(result, id);
  }

  private attribute(attribute: Attribute, test: StepId | undefined, variables: Variables): CelValue {
    const found = this.resolved(attribute, variables);
    const value = test !== undefined && kindOf(found) === 'optional' ? (found as Optional).value !== undefined : found;
    if (attribute.kind === 'conditional') {
      this.tracker?.drop(attributeId(attribute.falsy));
      this.tracker?.drop(attributeId(attribute.truthy));
      this.tracker?.drop(idOf(attribute.condition));
      if (test !== undefined && !this.atOnce) this.tracker?.charge(-1);
    } else {
      this.tracker?.drop(attributeId(attribute));
      if (test === undefined) this.tracker?.charge(1);
    }
    return this.seen(value, test ?? attributeId(attribute));
  }

  private resolved(attribute: Attribute, variables: Variables): CelValue {
    switch (attribute.kind) {
      case 'conditional': {
        const condition = this.value(attribute.condition, variables);
        if (typeof condition === 'boolean') {
          return this.resolved(condition ? attribute.truthy : attribute.falsy, variables);
        }
        return isError(condition) ? condition : noSuchOverload;
      }
      case 'relative': {
        const value = this.value(attribute.operand, variables);
        return isError(value) ? value : this.qualified(value, attribute.qualifiers, variables);
      }
      case 'variable': {
        const { name, outside, qualifiers } = attribute;
        const named = outside && isLocal(variables, name) ? outermost(variables) : variables;
        const value = named.get(name) ?? (named.has(name) ? null : celError(`no such attribute(s): ${name}`));
        if (isError(value)) return value;
        if (named === variables || this.atOnce) return this.qualified(value, qualifiers, named);
        return this.uncounted(() => this.qualified(value, qualifiers, named));
      }
    }
  }

  /** Evaluates what nobody counts: in v1.37 what comes behind a name that reaches past the variables of loops. */
  private uncounted(evaluate: () => CelValue): CelValue {
    const { tracker } = this;
    this.tracker = undefined;
    const value = evaluate();
    this.tracker = tracker;
    return value;
  }

  /** Follows qualifiers from a value. From an optional value on, and from an optional qualifier, the result is optional. */
  private qualified(start: CelValue, qualifiers: readonly Qualifier[], variables: Variables): CelValue {
    let value = start;
    let optional = false;
    if (kindOf(start) === 'optional') {
      const { value: inner } = start as Optional;
      if (inner === undefined) return start;
      value = inner;
      optional = true;
    }
    for (const qualifier of qualifiers) {
      optional ||= qualifier.optional;
      const next = this.qualify(value, qualifier, optional, variables);
      if (next === undefined) return none;
      if (isError(next) && next.held !== true) return next;
      value = next;
    }
    return optional ? optionalOf(value) : value;
  }

  /** Returns the value at a qualifier. Where `asked`, undefined means that there is none. */
  private qualify(value: CelValue, qualifier: Qualifier, asked: boolean, variables: Variables): CelValue | undefined {
    this.busy(1);
    const by = qualifier.kind === 'constant' ? qualifier.key : this.resolved(qualifier.attribute, variables);
    const test = qualifier.kind === 'constant' && qualifier.test;
    let found = isError(by)
      ? by
      : isQualifier(by)
        ? lookUp(value, by, asked || test, this.release)
        : notQualifier(by, qualifier, this.release);
    if (test && !asked && !isError(found)) found = found !== undefined;
    if (found === undefined && asked) return undefined;
    if (qualifier.kind === 'computed' && qualifier.drops) this.tracker?.drop(attributeId(qualifier.attribute));
    const result = found === undefined ? celError(`no such key: ${valueText(by)}`) : found;
    if (this.atOnce || !asked || !isError(result) || result.held) this.tracker?.charge(1);
    return this.seen(result, qualifier.id);
  }

  /** Evaluates `&&` and `||`. A deciding term counts, even if others fail. */
  private logical(terms: readonly Step[], deciding: boolean, variables: Variables): CelValue {
    let problem: CelValue | undefined;
    for (const term of terms) {
      const value = this.value(term, variables);
      if (value === deciding) return deciding;
      if (typeof value !== 'boolean') problem ??= isError(value) ? value : noSuchOverload;
    }
    return problem ?? !deciding;
  }

  private equal(left: CelValue, right: CelValue): CelValue {
    if (typeof left === 'object' && typeof right === 'object')
      this.busy(Math.min(weightOf(left), weightOf(right)) / 10);
    return celEqual(left, right);
  }

  private otherwise({ left, right, unwraps, strict }: OtherwiseStep, variables: Variables): CelValue {
    const first = this.value(left, variables);
    if (kindOf(first) !== 'optional') return strict && !isError(first) ? noSuchOverload : first;
    const { value } = first as Optional;
    if (value === undefined) return this.value(right, variables);
    return unwraps ? value : first;
  }

  private call(step: CallStep, variables: Variables): CelValue {
    const values: CelValue[] = [];
    for (const arg of step.args) {
      const value = this.value(arg, variables);
      if (step.early && isError(value)) return this.called(step, undefined, value);
      values.push(value);
    }
    const result = this.result(step, values);
    if (typeof result === 'string') this.busy(result.length / 100);
    return this.called(step, values, result);
  }

  private result(step: CallStep, values: readonly CelValue[]): CelValue {
    const { name } = step.declaration;
    const first = values[0] ?? null;
    if (name === '@not_strictly_false') return first !== false;
    // Since v1.37 a range looks at its length itself.
    const isLong = long.has(name) && step.overload?.minors?.from === undefined;
    if (isLong && !values.some(isError)) {
      this.refuseLongCall(step, values);
      if (step.pattern && typeof first !== 'string') return noSuchOverload;
    }
    return callFunction(step.declaration, step.candidates, values);
  }

  /** Ends the evaluation before a call that would take long and whose cost is above the limit whatever comes out. */
  private refuseLongCall({ declaration: { name }, counter }: CallStep, args: readonly CelValue[]): void {
    this.busy(args.reduce<number>((sum, arg) => sum + weightOf(arg) / 100, 0));
    const result = name === 'lists.range' ? rangeOf(args[0] ?? null) : null;
    const cost = counter(args, result);
    if (this.tracker?.exceeds(cost) !== true) return;
    this.tracker.charge(cost);
    throw new Cancelled(costExceeded);
  }

  private list({ steps, optional }: ListStep, variables: Variables): CelValue {
    const items: CelValue[] = [];
    for (const [index, step] of steps.entries()) {
      const value = this.value(step, variables);
      if (isError(value)) return value;
      if (!optional.has(index)) items.push(value);
      else if (kindOf(value) !== 'optional') {
        return celError(`cannot initialize optional list element from non-optional value ${valueText(value)}`);
      } else {
        const { value: inner } = value as Optional;
        if (inner !== undefined) items.push(inner);
      }
    }
    return listValue(items);
  }

  private map({ steps, optional }: MapStep, variables: Variables): CelValue {
    const entries = new Map<string, readonly [CelValue, CelValue]>();
    for (const [index, isOptional] of optional.entries()) {
      const key = this.value(steps[2 * index] as Step, variables);
      if (isError(key)) return key;
      const value = this.value(steps[2 * index + 1] as Step, variables);
      if (isError(value)) return value;
      const identity = mapKey(key) ?? `v${valueText(key)}`;
      if (!isOptional) entries.set(identity, [key, value]);
      else if (kindOf(value) !== 'optional') {
        const words = `cannot initialize optional entry '${valueText(key)}' from non-optional value ${valueText(value)}`;
        return celError(words);
      } else {
        const { value: inner } = value as Optional;
        if (inner === undefined) entries.delete(identity);
        else entries.set(identity, [key, inner]);
      }
    }
    return mapValue(entries);
  }

  private struct({ fields, steps }: StructStep, variables: Variables): ReadonlyMap<string, CelValue> | CelError {
    const values = new Map<string, CelValue>();
    for (const [index, { name: field, optional }] of fields.entries()) {
      const value = this.value(steps[index] as Step, variables);
      if (isError(value)) return value;
      const set = optional ? optionalField(field, value, valueText) : value;
      if (isError(set)) return set;
      if (set === undefined) values.delete(field);
      else values.set(field, set);
    }
    return values;
  }

  private made(name: string, fields: ReadonlyMap<string, CelValue>): CelValue {
    if (isMessageName(name)) return messageValue(name, fields);
    return this.make?.(name, fields) ?? celError(`unknown type '${name}'`);
  }

  private fold(step: FoldStep, variables: Variables): CelValue {
    const range = this.value(step.range, variables);
    if (isError(range)) return range;
    const pairs = loopOver(range, step.second !== undefined, this.release);
    if ('kind' in pairs) return pairs;
    const scope = new Loop(step, variables, () => this.value(step.init, variables));
    for (const [first, second] of pairs) {
      scope.first = first;
      scope.second = second;
      const goes = this.value(step.condition, scope);
      if (goes === false) break;
      scope.result = this.value(step.step, scope);
    }
    scope.isOver = true;
    return settled(this.value(step.result, scope));
  }
}

/** The functions that may take long, and whose cost depends on their arguments alone. */
const long: ReadonlySet<string> = new Set([
  ...['sets.contains', 'sets.equivalent', 'sets.intersects', 'distinct', 'sort', '@sortByAssociatedKeys'],
  ...[
    'lists.range',
    'flatten',
    '@in',
    'matches',
    'find',
    'findAll',
    'contains',
    'replace',
    'split',
    'format',
    'string',
  ],
]);

/** A list as long as the one that `lists.range` makes. */
function rangeOf(count: CelValue): CelValue {
  return { kind: 'map', size: Math.max(0, Number(count)), keys: () => [], find: () => undefined };
}

function notQualifier(value: CelValue, qualifier: Qualifier, release: CelRelease): CelError {
  const isNative = qualifier.kind === 'computed' && qualifier.attribute.kind === 'variable';
  return celError(`invalid qualifier type: ${isNative ? nativeGoType(value, release) : goType(value, release)}`);
}

/** Returns the value at a key or index; undefined where there is none, or an error unless `asked`. */
function lookUp(operand: CelValue, key: CelValue, asked: boolean, release: CelRelease): CelValue | undefined {
  if (isCelMap(operand)) return operand.find(key);
  if (isMade(operand)) return operand.fields.get(String(key)) ?? (asked ? undefined : null);
  if (!isCelList(operand)) return isError(operand) ? operand : undefined;
  const index = listIndex(key);
  if (typeof index !== 'bigint') return index;
  const item = index < 0n ? undefined : operand.items[Number(index)];
  if (item !== undefined && operand.go !== undefined && typeof key !== 'bigint') {
    return { ...celError(`unsupported index type: ${goType(key, release)}`), held: true };
  }
  if (item !== undefined || asked) return item;
  return celError(`index out of bounds: ${valueText(key)}`);
}

function listIndex(key: CelValue): bigint | CelError {
  const number = numberOf(key);
  if (typeof number === 'bigint') return number;
  if (number === undefined) return celError(`unsupported index type '${typeName(key)}' in list`);
  return Number.isInteger(number) ? BigInt(number) : celError(`unsupported index value ${valueText(key)} in list`);
}

function isEmpty(value: CelValue): boolean {
  return (
    value === '' || (kindOf(value) === 'bytes' && (value as Extract<CelValue, { kind: 'bytes' }>).bytes.length === 0)
  );
}

type Pairs = readonly (readonly [CelValue, CelValue])[];

function loopOver(range: CelValue, both: boolean, release: CelRelease): Pairs | CelError {
  if (isCelList(range)) return range.items.map((item, index) => (both ? [BigInt(index), item] : [item, null]));
  if (isCelMap(range)) return range.keys().map((key) => [key, both ? (range.find(key) ?? null) : null]);
  if (does('skipsEmpty', release) && isEmpty(range)) return [];
  return both
    ? celError(`unsupported comprehension range type: ${goType(range, release)}`)
    : celError(`got '${goType(range, release)}', expected iterable type`);
}
