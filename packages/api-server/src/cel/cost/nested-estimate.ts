import type { Checked } from '../check/check.ts';
import { type CelType, dynType } from '../check/type.ts';
import type { Overload } from '../library/declaration.ts';
import type { CelRelease } from '../release.ts';
import type { Call, Comprehension, Expression } from '../syntax/expression.ts';
import { type CallEstimate, callEstimate, type SizedNode } from './call-estimate.ts';
import { NestedSizes } from './nested-size.ts';
import type { SizeOfPath } from './path.ts';
import { either, emptyRange, fixed, product, type Range, sum, union, unknownSize } from './range.ts';
import { CostWalk } from './walk.ts';

/**
 * Estimates what an expression costs, as since v1.38, where the size of a list or map has the sizes of what is in it.
 * Upstream: cel.dev/cel-go v0.33 common/cost/estimator.go, at version 0 of its model, which k8s.io/apiserver
 * pkg/cel/environment/base.go sets.
 */
export function estimateNested(
  expression: Expression,
  checked: Checked,
  sizeOfPath: SizeOfPath,
  release: CelRelease,
): Range {
  return new Estimator(checked, sizeOfPath, release).cost(expression);
}

const none = fixed(0n);
const one = fixed(1n);

class Estimator extends CostWalk {
  private readonly sizes: NestedSizes;

  constructor(checked: Checked, sizeOfPath: SizeOfPath, release: CelRelease) {
    super(checked, sizeOfPath, release);
    this.sizes = new NestedSizes(checked, sizeOfPath);
  }

  protected list({ elements }: Extract<Expression, { kind: 'list' }>): Range {
    return sum(...elements.map((element) => this.cost(element)), fixed(10n));
  }

  protected map({ entries }: Extract<Expression, { kind: 'map' }>): Range {
    return sum(...entries.map(({ key, value }) => sum(this.cost(key), this.cost(value))), fixed(30n));
  }

  protected named(node: Expression, name: string): Range {
    this.sizes.name(node, name);
    return one;
  }

  protected select(node: Extract<Expression, { kind: 'select' }>): Range {
    const cost = sum(node.test ? branchCost(node.operand) : one, this.cost(node.operand));
    this.follow(node, node.operand, node.field);
    return cost;
  }

  /** Notes where a part of an operand is, where the place of the operand is known. */
  private follow(node: Expression, operand: Expression, part: string): boolean {
    const path = this.sizes.path(operand);
    if (path.length > 0) this.sizes.place(node, path.plus(part));
    return path.length > 0;
  }

  protected call(node: Call): Range {
    const { args } = node;
    const [first] = args;
    if (node.name === 'dyn' && first !== undefined) {
      const cost = sum(one, this.cost(first));
      this.sizes.copy(node, first);
      return cost;
    }
    const resolved = this.checked.calls.get(node);
    const name = resolved?.declaration.name ?? node.name;
    const costs = args.map((arg) => this.cost(arg));
    const isMember = resolved !== undefined && resolved.args.length > args.length && node.target !== undefined;
    const ofTarget = isMember && node.target !== undefined ? this.cost(node.target) : none;
    const nodes = args.map((arg) => this.node(arg));
    const target = isMember && node.target !== undefined ? this.node(node.target) : undefined;
    let own = emptyRange;
    let size: Range | undefined;
    for (const overload of resolved?.candidates ?? [undefined]) {
      const estimate = this.ofOverload(name, overload, target, nodes);
      own = union(own, estimate.cost);
      let part = estimate.size;
      if (name === '_[_]' && first !== undefined && overload?.args[0]?.kind !== 'opaque') {
        part = this.sizes.of(first)?.item ?? unknownSize;
        this.follow(node, first, overload?.args[0]?.kind === 'map' ? '@values' : '@items');
      }
      size = either(size, part ?? this.sizes.of(node));
    }
    this.sizes.set(node, size);
    return sum(ofTarget, own, argumentCost(name, costs));
  }

  private ofOverload(
    name: string,
    overload: Overload | undefined,
    target: SizedNode | undefined,
    args: readonly SizedNode[],
  ): CallEstimate {
    if (name === '_&&_' || name === '_||_') return { cost: none };
    const [, second, third] = args;
    if (name === '_?_:_' && second !== undefined && third !== undefined) {
      return { cost: none, size: combined(union, second, third) };
    }
    const { sizeOfPath, release } = this;
    const estimate = callEstimate({ name, overload, target, args, sizeOfPath, release });
    const [left, right] = args;
    if (estimate.size === undefined || name !== '_+_' || left === undefined || right === undefined) return estimate;
    return { ...estimate, size: combined(sum, left, right) };
  }

  private node(expression: Expression): SizedNode {
    const { sizes } = this;
    return { path: sizes.path(expression), type: sizes.type(expression), expression, size: sizes.of(expression) };
  }

  protected loop(node: Comprehension): Range {
    const { range, init, variable, second, accumulator } = node;
    const { sizes } = this;
    let total = sum(this.cost(range), this.cost(init));
    sizes.push(accumulator, sizes.path(init), sizes.of(init));
    const { kind } = sizes.type(range);
    const size = sizes.of(range);
    const isList = kind === 'list';
    const push = (name: string, part: string, each: Range | undefined) =>
      sizes.push(name, sizes.path(range).plus(part), each);
    if (second !== undefined) {
      if (isList) push(variable, '@indices', one);
      else push(variable, '@keys', size?.key);
      push(second, isList ? '@items' : '@values', size?.item);
    } else if (isList || (kind === 'dyn' && size?.key === undefined && size?.item !== undefined)) {
      push(variable, '@items', size?.item);
    } else push(variable, '@keys', size?.key);
    const each = sum(this.cost(node.condition), this.cost(node.step));
    const gathered = sizes.of(node.step);
    sizes.pop(variable);
    if (second !== undefined) sizes.pop(second);
    total = sum(total, this.cost(node.result));
    sizes.pop(accumulator);
    const whole = sizes.of(range) ?? unknownSize;
    const count: Range = { min: whole.min, max: whole.max };
    if (init.kind === 'literal') sizes.copy(node, init);
    else if (init.kind === 'list' || init.kind === 'map') {
      const key = init.kind === 'map' ? (gathered?.key ?? whole.key) : undefined;
      const skips = node.step.kind === 'call' && node.step.name === '_?_:_';
      sizes.set(node, { ...count, ...(skips ? { min: 0n } : {}), key, item: gathered?.item ?? whole.item });
    }
    return sum(total, product(count, each));
  }

  protected binding(node: Comprehension): Range {
    const { sizes } = this;
    const { range, init, accumulator, result } = node;
    const total = sum(this.cost(range), this.cost(init));
    sizes.push(accumulator, sizes.path(init), sizes.of(init));
    const cost = sum(total, this.cost(result));
    const path = sizes.path(result);
    if (path.length > 0) sizes.place(node, path);
    sizes.copy(node, result);
    sizes.pop(accumulator);
    return cost;
  }
}

function argumentCost(name: string, costs: readonly Range[]): Range {
  const [first = none, second = none, third = none] = costs;
  if (name === '_&&_' || name === '_||_') return { min: first.min, max: sum(...costs).max };
  return name === '_?_:_' ? sum(first, union(second, third)) : sum(...costs);
}

/** What `has` costs where it asks for a field of what a conditional chose. Upstream: estimator.go branchQualifierCost. */
function branchCost(operand: Expression): Range {
  const root = rootOf(operand);
  if (root.kind !== 'call' || root.name !== '_?_:_') return none;
  const [, truthy, falsy] = root.args.map((branch) =>
    isChain(branch) && !(branch.kind === 'select' && branch.test) ? branchCost(branch) : one,
  );
  return truthy === undefined || falsy === undefined ? none : union(truthy, falsy);
}

const indexes: ReadonlySet<string> = new Set(['_[_]', '_[?_]', '_?._']);

function rootOf(node: Expression): Expression {
  if (node.kind === 'select') return node.test ? node : rootOf(node.operand);
  const [first] = node.kind === 'call' && indexes.has(node.name) ? node.args : [];
  return first === undefined ? node : rootOf(first);
}

function isChain(node: Expression): boolean {
  if (node.kind === 'call') return indexes.has(node.name) || node.name === '_?_:_';
  return node.kind === 'ident' || node.kind === 'select';
}

/**
 * Combines the sizes of two arguments. Where one of them says what is in it and the other one may hold anything, so may both.
 * Upstream: common/cost/helper.go mergeMeta.
 */
function combined(by: (left: Range, right: Range) => Range, ...nodes: readonly [SizedNode, SizedNode]): Range {
  const [left, right] = nodes.map(({ size = unknownSize, type }) => ({ size, type }));
  if (left === undefined || right === undefined) return unknownSize;
  const { min, max } = by(left.size, right.size);
  const part = (which: 'key' | 'item') => {
    if (left.size[which] === undefined && right.size[which] === undefined) return undefined;
    return either(partOf(left.size, left.type, which), partOf(right.size, right.type, which));
  };
  const [key, item] = [part('key'), part('item')];
  return key === undefined && item === undefined ? { min, max } : { min, max, key, item };
}

const plain: ReadonlySet<CelType['kind']> = new Set([
  ...(['bool', 'double', 'duration', 'int', 'null', 'timestamp', 'uint'] as const),
  ...(['string', 'bytes'] as const),
]);

function partOf(size: Range, { kind }: CelType = dynType, which: 'key' | 'item'): Range | undefined {
  const known = size[which];
  if (known !== undefined || size.max === 0n) return known;
  const says = which === 'item' ? size.key !== undefined : false;
  const isOpen = size.key === undefined && size.item === undefined && !plain.has(kind);
  return says || isOpen ? unknownSize : undefined;
}
