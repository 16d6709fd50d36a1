import { compilePattern } from '../pattern/pattern.ts';
import type { Checked } from './check/check.ts';
import { counterOf } from './cost/actual.ts';
import type { StepId } from './cost/tracker.ts';
import { evaluateStep } from './evaluate.ts';
import { baseTypes } from './library/library.ts';
import { type CelRelease, does, usualRelease } from './release.ts';
import { type Attribute, idOf, isQualifier, type Plan, type Qualifier, type Step } from './step.ts';
import type { Call, Comprehension, Expression } from './syntax/expression.ts';
import { type CelValue, isCelList, isError } from './value/cel-value.ts';
import { goType } from './value/go-type.ts';
import { mapKey } from './value/map-value.ts';

/** An expression that is ready to be evaluated, or the error for which it cannot be evaluated at all. */
export type Planned =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'error'; readonly message: string };

/** Thrown inside this file only. */
class Unplannable extends Error {}

/**
 * Plans a checked expression: constant parts are evaluated, and accesses of fields and items are joined to attributes.
 * Upstream: github.com/google/cel-go interpreter/planner.go, decorators.go decOptimize, decRegexOptimizer, cel/library.go
 * decorateOptionalOr.
 */
export function planExpression(expression: Expression, checked: Checked, release: CelRelease = usualRelease): Planned {
  const planner = new Planner(checked, release);
  try {
    const step = planner.plan(expression);
    return { kind: 'plan', plan: { step, ids: planner.ids.size, release } };
  } catch (error) {
    if (error instanceof Unplannable) return { kind: 'error', message: error.message };
    throw error;
  }
}

const conversions = new Set('bool bytes double duration dyn int string timestamp type uint'.split(' '));
/** Calls that are counted even where their argument is an error. */
const takesErrors = new Set(['@not_strictly_false', '!_']);
const patterned = new Set(['matches', 'find', 'findAll']);

/** An attribute while qualifiers are still added to it. */
type OpenAttribute = Attribute & { readonly qualifiers?: Qualifier[] };

class Planner {
  readonly ids = new Map<Expression, StepId>();
  private readonly checked: Checked;

  private readonly atOnce: boolean;
  private readonly release: CelRelease;

  constructor(checked: Checked, release: CelRelease) {
    this.checked = checked;
    this.release = release;
    this.atOnce = does('countsAtOnce', release);
  }

  plan(node: Expression): Step {
    const id = this.id(node);
    switch (node.kind) {
      case 'literal':
        return { kind: 'constant', id, value: node.value };
      case 'ident':
        return this.named(node, this.checked.names.get(node) ?? node.name);
      case 'select': {
        const name = this.checked.names.get(node);
        if (name !== undefined) return this.named(node, name);
        const attribute = this.attributeOf(this.plan(node.operand));
        addQualifier(attribute, { kind: 'constant', id, key: node.field, optional: false, test: node.test });
        return { kind: 'attribute', attribute, test: node.test ? id : undefined };
      }
      case 'call':
        return this.call(node, id);
      case 'list': {
        const steps = node.elements.map((element) => this.plan(element));
        return folded({ kind: 'list', id, steps, optional: node.optional }, steps);
      }
      case 'map': {
        const steps = node.entries.flatMap(({ key, value }) => [this.plan(key), this.plan(value)]);
        const optional = node.entries.map((entry) => entry.optional);
        return folded({ kind: 'map', id, steps, optional }, steps);
      }
      case 'struct': {
        const steps = node.fields.map(({ value }) => this.plan(value));
        return { kind: 'struct', id, name: node.name.replace(/^\./, ''), fields: node.fields, steps };
      }
      case 'comprehension':
        return this.fold(node, id);
    }
  }

  private id(node: Expression): StepId {
    const known = this.ids.get(node) ?? this.ids.size;
    this.ids.set(node, known);
    return known;
  }

  /** A variable, or the type of a name, which has to be known. */
  private named(node: Expression, name: string): Step {
    const id = this.id(node);
    if (this.checked.types.get(node)?.kind !== 'type') {
      const outside = startsWithDot(node) && does('reachesOutside', this.release);
      return { kind: 'attribute', attribute: { kind: 'variable', id, name, outside, qualifiers: [] }, test: undefined };
    }
    const value = baseTypes.values.get(name);
    if (value === undefined) throw new Unplannable(`reference to undefined type: ${name}`);
    return { kind: 'constant', id, value };
  }

  private attributeOf(step: Step): OpenAttribute {
    if (step.kind === 'attribute') return step.attribute as OpenAttribute;
    return { kind: 'relative', id: idOf(step), operand: step, qualifiers: [] };
  }

  private call(node: Call, id: StepId): Step {
    const resolved = this.checked.calls.get(node);
    const args = (resolved?.args ?? node.args).map((arg) => this.plan(arg));
    const name = resolved?.declaration.name ?? node.name;
    const [first, second, third] = args as [Step, Step, Step];
    switch (name) {
      case '_&&_':
      case '_||_':
        return { kind: 'logical', id, deciding: name === '_||_', terms: args };
      case '_?_:_': {
        const branches = { truthy: this.attributeOf(second), falsy: this.attributeOf(third) };
        return {
          kind: 'attribute',
          attribute: { kind: 'conditional', id, condition: first, ...branches },
          test: undefined,
        };
      }
      case '_[_]':
      case '_[?_]':
      case '_?._':
        return this.index(id, first, second, name !== '_[_]');
      case 'or':
      case 'orValue':
        return {
          kind: 'otherwise',
          id,
          unwraps: name === 'orValue',
          strict: does('strictOptionals', this.release),
          left: first,
          right: second,
        };
      case '_==_':
      case '_!=_':
        return {
          kind: 'equality',
          id,
          name,
          args: [first, second],
          counter: counterOf(name, undefined, this.release),
          early: this.atOnce,
        };
    }
    if (resolved === undefined) throw new Unplannable(`no such overload: ${name}`);
    const { declaration, candidates } = resolved;
    const overload = candidates.length === 1 ? candidates[0] : undefined;
    const pattern = patterned.has(name) && second?.kind === 'constant' && typeof second.value === 'string';
    if (pattern) {
      const compiled = compilePattern(second.value as string);
      if (compiled.kind === 'error') throw new Unplannable(compiled.message);
    }
    const dispatched = overload === undefined && declaration.shared === undefined && declaration.overloads.length > 1;
    const early = this.atOnce ? !takesErrors.has(name) : args.length > 2 || pattern || dispatched || name === 'format';
    const counter = counterOf(name, overload, this.release);
    const step: Step = { kind: 'call', id, declaration, candidates, overload, args, counter, early, pattern };
    if (name === '@in' && overload?.args[1]?.kind === 'list' && second.kind === 'constant') {
      return membership(id, first, second.value) ?? step;
    }
    if (!conversions.has(name) || args.length !== 1 || first.kind !== 'constant') return step;
    const value = evaluateStep(step);
    if (isError(value)) throw new Unplannable(value.message);
    return { kind: 'constant', id, value };
  }

  private index(id: StepId, operand: Step, key: Step, optional: boolean): Step {
    const attribute = this.attributeOf(operand);
    if (key.kind === 'constant') {
      if (!isQualifier(key.value)) throw new Unplannable(`invalid qualifier type: ${goType(key.value, this.release)}`);
      addQualifier(attribute, { kind: 'constant', id, key: key.value, optional, test: false });
    } else {
      const drops = key.kind !== 'attribute';
      const by: Attribute = drops
        ? { kind: 'relative', id, operand: key, qualifiers: [] }
        : (key.attribute as OpenAttribute);
      addQualifier(attribute, { kind: 'computed', id, attribute: by, optional, drops });
    }
    return { kind: 'attribute', attribute, test: undefined };
  }

  private fold(node: Comprehension, id: StepId): Step {
    const { accumulator, variable, second } = node;
    const init = this.plan(node.init);
    const range = this.plan(node.range);
    const condition = this.plan(node.condition);
    const step = this.plan(node.step);
    const result = this.plan(node.result);
    return { kind: 'fold', id, accumulator, variable, second, range, init, condition, step, result };
  }
}

function startsWithDot(node: Expression): boolean {
  return node.kind === 'select' ? startsWithDot(node.operand) : node.kind === 'ident' && node.name.startsWith('.');
}

function addQualifier(attribute: OpenAttribute, qualifier: Qualifier): void {
  if (attribute.kind === 'conditional') {
    addQualifier(attribute.truthy as OpenAttribute, qualifier);
    addQualifier(attribute.falsy as OpenAttribute, qualifier);
  } else attribute.qualifiers?.push(qualifier);
}

/** Evaluates a list or map of constants. */
function folded(step: Step & { readonly id: StepId }, inside: readonly Step[]): Step {
  if (!inside.every(({ kind }) => kind === 'constant')) return step;
  return { kind: 'constant', id: step.id, value: evaluateStep(step) };
}

/** A question whether a value is in a constant list of plain values, which costs nothing. */
function membership(id: StepId, arg: Step, list: CelValue): Step | undefined {
  if (!isCelList(list)) return undefined;
  if (list.items.length === 0) return { kind: 'constant', id, value: false };
  const keys = new Set<string>();
  for (const item of list.items) {
    const key = mapKey(item);
    if (key === undefined) return undefined;
    keys.add(key);
  }
  return { kind: 'membership', id, arg, keys };
}
