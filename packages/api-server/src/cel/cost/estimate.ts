import type { Checked } from '../check/check.ts';
import type { CelType } from '../check/type.ts';
import type { Overload } from '../library/declaration.ts';
import { type CelRelease, does, usualRelease } from '../release.ts';
import type { Call, Comprehension, Expression } from '../syntax/expression.ts';
import { type CallEstimate, callEstimate, type SizedNode } from './call-estimate.ts';
import { estimateNested } from './nested-estimate.ts';
import { Path, type SizeOfPath } from './path.ts';
import { emptyRange, fixed, product, type Range, sum, union, unknownSize } from './range.ts';
import { CostWalk, Scopes } from './walk.ts';
import { isScalar, literalSize } from './written.ts';

/**
 * Estimates what an expression costs at least and at most.
 * Upstream: github.com/google/cel-go checker/cost.go Cost, with the options of k8s.io/apiserver
 * pkg/cel/environment/base.go.
 */
export function estimateCost(
  expression: Expression,
  checked: Checked,
  sizeOfPath: SizeOfPath,
  release: CelRelease = usualRelease,
): Range {
  if (does('nestsSizes', release)) return estimateNested(expression, checked, sizeOfPath, release);
  return new Estimator(checked, sizeOfPath, release).cost(expression);
}

/** The sizes of the keys or indexes of a list or map, and of its values. */
interface Entries {
  readonly kind: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

interface Local {
  readonly path: Path;
  readonly size: Range | undefined;
  readonly entries: Entries | undefined;
}

const none = fixed(0n);
const one = fixed(1n);
const accumulator = '@result';

class Estimator extends CostWalk {
  private readonly paths = new Map<Expression, Path>();
  private readonly locals = new Scopes<Local>();
  private readonly sizes = new Map<Expression, Range>();
  private readonly entrySizes = new Map<Expression, Entries>();

  protected named(node: Expression, name: string): Range {
    this.paths.set(node, this.locals.at(name)?.path ?? Path.of(name));
    return one;
  }

  protected select(node: Extract<Expression, { kind: 'select' }>): Range {
    const operand = this.cost(node.operand);
    if (node.test) return operand;
    const { kind } = this.type(node.operand);
    this.paths.set(node, this.path(node.operand).plus(node.field));
    return kind === 'map' || kind === 'struct' || kind === 'param' ? sum(operand, one) : operand;
  }

  protected call(node: Call): Range {
    const { args } = node;
    if (node.name === 'dyn' && args[0] !== undefined) {
      const cost = sum(one, this.cost(args[0]));
      this.copySizes(node, args[0]);
      return cost;
    }
    const resolved = this.checked.calls.get(node);
    const name = resolved?.declaration.name ?? node.name;
    if (name === '_&&_' || name === '_||_') return this.logical(args);
    const costs: Range[] = [];
    const nodes: SizedNode[] = [];
    for (const arg of args) {
      costs.push(this.cost(arg));
      nodes.push(this.node(arg));
    }
    const isMember = resolved !== undefined && resolved.args.length > args.length && node.target !== undefined;
    let total = none;
    let target: SizedNode | undefined;
    if (resolved === undefined) {
      if (name !== '_?._') return none;
    } else if (isMember && node.target !== undefined) {
      total = this.cost(node.target);
      target = this.node(node.target);
    }
    let own = emptyRange;
    let size: Range | undefined;
    for (const overload of resolved?.candidates ?? [undefined]) {
      const estimate = this.ofOverload(node, name, overload, target, nodes, costs);
      own = union(own, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
      const [first] = args;
      if (name === '_[_]' && first !== undefined && overload?.args[0]?.kind !== 'opaque') {
        size = this.entries(first)?.value;
        this.paths.set(node, this.path(first).plus(overload?.args[0]?.kind === 'map' ? '@values' : '@items'));
      }
      size ??= this.size(node);
    }
    if (size !== undefined) this.sizes.set(node, size);
    return sum(total, own);
  }

  /** A chain of `&&` or `||`, at best over after the first term. */
  private logical(terms: readonly Expression[]): Range {
    const costs = terms.map((term) => {
      const cost = this.cost(term);
      this.node(term);
      return cost;
    });
    return { min: costs[0]?.min ?? 0n, max: sum(...costs).max };
  }

  private ofOverload(
    node: Call,
    name: string,
    overload: Overload | undefined,
    target: SizedNode | undefined,
    nodes: readonly SizedNode[],
    costs: readonly Range[],
  ): CallEstimate {
    const args = sum(...costs);
    const [first, second, third] = node.args;
    if (name === '_?_:_' && second !== undefined && third !== undefined) {
      this.setEntries(node, joined(this.entries(second), this.entries(third)));
      const [condition = none, truthy = none, falsy = none] = costs;
      const size = union(nodes[1]?.size ?? unknownSize, nodes[2]?.size ?? unknownSize);
      return { cost: sum(condition, union(truthy, falsy)), size };
    }
    const { sizeOfPath, release } = this;
    const estimate = callEstimate({ name, overload, target, args: nodes, sizeOfPath, release });
    const kind = overload?.args[0]?.kind ?? '';
    if (name === '_+_' && ['string', 'bytes', 'list'].includes(kind) && first !== undefined && second !== undefined) {
      this.setEntries(node, joined(this.entries(first), this.entries(second)));
    }
    return { cost: sum(estimate.cost, args), ...(estimate.size === undefined ? {} : { size: estimate.size }) };
  }

  protected list(node: Extract<Expression, { kind: 'list' }>): Range {
    let item = node.elements.length === 0 ? none : emptyRange;
    let total = none;
    for (const element of node.elements) {
      total = sum(total, this.cost(element));
      item = union(item, this.sizeOrUnknown(element));
    }
    this.setEntries(node, { kind: 'list', key: one, value: item });
    return sum(total, fixed(10n));
  }

  protected map(node: Extract<Expression, { kind: 'map' }>): Range {
    let keys = node.entries.length === 0 ? none : emptyRange;
    let values = keys;
    let total = none;
    for (const { key, value } of node.entries) {
      total = sum(total, this.cost(key), this.cost(value));
      keys = union(keys, this.sizeOrUnknown(key));
      values = union(values, this.sizeOrUnknown(value));
    }
    this.setEntries(node, { kind: 'map', key: keys, value: values });
    return sum(total, fixed(30n));
  }

  protected loop(node: Comprehension): Range {
    const { range, init, variable, second } = node;
    let total = sum(this.cost(range), this.cost(init));
    this.locals.push(node.accumulator, { path: this.path(init), size: this.size(init), entries: this.entries(init) });
    const entries = this.entries(range);
    const isList = (entries?.kind ?? this.type(range).kind) === 'list';
    const local = (part: 'key' | 'value', list: string, map: string): Local => {
      return { path: this.path(range).plus(isList ? list : map), size: entries?.[part], entries: undefined };
    };
    if (second === undefined) this.locals.push(variable, local(isList ? 'value' : 'key', '@items', '@keys'));
    else {
      this.locals.push(variable, local('key', '@indices', '@keys'));
      this.locals.push(second, local('value', '@items', '@values'));
    }
    const condition = this.cost(node.condition);
    const step = this.cost(node.step);
    this.locals.pop(variable);
    if (second !== undefined) this.locals.pop(second);
    total = sum(total, this.cost(node.result));
    this.locals.pop(node.accumulator);
    const count = this.sizeOrUnknown(range);
    total = sum(total, product(count, sum(step, condition)));
    if (init.kind === 'literal') {
      const size = this.size(init);
      if (size !== undefined) this.sizes.set(node, size);
    } else if (init.kind === 'list' || init.kind === 'map') {
      this.sizes.set(node, count);
      this.setEntries(node, this.entries(node.step));
    }
    return total;
  }

  protected binding(node: Comprehension): Range {
    const { range, init, accumulator: name } = node;
    const total = sum(this.cost(range), this.cost(init));
    this.locals.push(name, { path: this.path(init), entries: this.entries(init), size: this.size(init) });
    const result = this.cost(node.result);
    this.locals.pop(name);
    this.copySizes(node, node.result);
    return sum(total, result);
  }

  private type(node: Expression): CelType {
    return this.checked.types.get(node) as CelType;
  }

  private path(node: Expression): Path {
    const local = node.kind === 'ident' ? this.locals.at(node.name) : undefined;
    return local?.path ?? this.paths.get(node) ?? Path.none;
  }

  private node(expression: Expression): SizedNode {
    const path = this.path(expression);
    const size = this.size(expression);
    const isKnown = path.length > 0 && path.first !== accumulator;
    return { path: isKnown ? path : Path.none, type: this.type(expression), expression, size };
  }

  private size(node: Expression): Range | undefined {
    const known = this.sizes.get(node) ?? writtenSize(node);
    if (known !== undefined) return known;
    const estimated = this.sizeOfPath(this.path(node).parts());
    if (estimated !== undefined) {
      this.sizes.set(node, estimated);
      return estimated;
    }
    if (isScalar(this.type(node))) return one;
    return node.kind === 'ident' ? this.locals.at(node.name)?.size : undefined;
  }

  private sizeOrUnknown(node: Expression): Range {
    return this.size(node) ?? unknownSize;
  }

  private entries(node: Expression): Entries | undefined {
    return this.entrySizes.get(node) ?? (node.kind === 'ident' ? this.locals.at(node.name)?.entries : undefined);
  }

  private setEntries(node: Expression, entries: Entries | undefined): void {
    if (entries !== undefined) this.entrySizes.set(node, entries);
  }

  private copySizes(to: Expression, from: Expression): void {
    const size = this.size(from);
    if (size !== undefined) this.sizes.set(to, size);
    this.setEntries(to, this.entries(from));
  }
}

function joined(left: Entries | undefined, right: Entries | undefined): Entries | undefined {
  if (left === undefined || right === undefined) return undefined;
  return { kind: left.kind, key: union(left.key, right.key), value: union(left.value, right.value) };
}

/** The size of a value that is written out. */
function writtenSize(node: Expression): Range | undefined {
  switch (node.kind) {
    case 'list':
      return fixed(BigInt(node.elements.length));
    case 'map':
      return fixed(BigInt(node.entries.length));
    default:
      return literalSize(node);
  }
}
