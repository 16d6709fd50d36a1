import type { CelType } from '../check/type.ts';
import type { Overload } from '../library/declaration.ts';
import { type CelRelease, does } from '../release.ts';
import type { Expression } from '../syntax/expression.ts';
import { costsOfNames, type NamedCost, perCharacter, perPatternCharacter, selectorCost } from './names.ts';
import type { Path, SizeOfPath } from './path.ts';
import { divided, fixed, largest, product, type Range, scaled, smaller, sum, unknownSize } from './range.ts';

/** An argument of a call: where its value comes from, and its size where that is known. */
export interface SizedNode {
  readonly path: Path;
  readonly type: CelType;
  readonly expression: Expression;
  readonly size: Range | undefined;
}

/** What a call may cost beside its arguments, and the size of its result where that is known. */
export interface CallEstimate {
  readonly cost: Range;
  readonly size?: Range;
}

/** A call of one overload. */
interface Called {
  readonly name: string;
  readonly overload: Overload | undefined;
  readonly target: SizedNode | undefined;
  readonly args: readonly SizedNode[];
  readonly sizeOfPath: SizeOfPath;
  readonly release: CelRelease;
}

const one = fixed(1n);
/** A character of a path may take three. */
const escaped: Range = { min: 1n, max: 3n };
const nominal: CallEstimate = { cost: one };

/**
 * Estimates a call.
 * Upstream: github.com/google/cel-go checker/cost.go functionCost, ext/lists.go, ext/sets.go; k8s.io/apiserver
 * pkg/cel/library/cost.go EstimateCallCost.
 */
export function callEstimate(called: Called): CallEstimate {
  return listEstimate(called) ?? namedEstimate(called) ?? standardEstimate(called);
}

/** The size of a node, also by its path alone. */
function sizeOf(node: SizedNode | undefined, sizeOfPath: SizeOfPath): Range {
  return node?.size ?? (node && sizeOfPath(node.path.parts())) ?? unknownSize;
}

function listCost(factor: number, size: Range): CallEstimate {
  return { cost: sum(scaled(size, factor), one, fixed(10n)), size };
}

/** The integer of a literal; `otherwise` for anything else, and `negative` where it is below 0. */
function intOf(node: SizedNode | undefined, otherwise: bigint, negative = 0n): bigint {
  const value = node?.expression.kind === 'literal' ? node.expression.value : undefined;
  if (typeof value !== 'bigint') return otherwise;
  return value < 0n ? negative : value;
}

function listEstimate({ name, overload, target, args, sizeOfPath, release }: Called): CallEstimate | undefined {
  const size = (node: SizedNode | undefined) => sizeOf(node, sizeOfPath);
  const [first, second] = args;
  const isExact = does('nestsSizes', release);
  const compared = (nodes: Range, type: CelType | undefined): CallEstimate => {
    const factor = type?.kind === 'string' || type?.kind === 'bytes' ? 2 + perCharacter : 2;
    return listCost(factor, { ...product(nodes, nodes), item: size(target).item });
  };
  switch (name) {
    case 'sets.contains':
    case 'sets.intersects':
    case 'sets.equivalent': {
      const factor = name === 'sets.equivalent' ? 2 : 1;
      return { cost: sum(scaled(product(size(first), size(second)), factor), one) };
    }
    case 'slice': {
      const length = BigInt.asUintN(64, intOf(second, size(target).max) - intOf(first, 0n));
      return listCost(1, { ...fixed(length), item: size(target).item });
    }
    case 'lists.range':
      return ofLength({ ...fixed(intOf(first, largest)), ...(isExact ? { item: one } : {}) }, isExact);
    case 'reverse':
      return ofLength(size(target), isExact);
    case 'flatten': {
      const levels = args.length === 1 ? intOf(first, largest, isExact ? largest : 0n) : 1n;
      return listCost(Number(levels), size(target));
    }
    case 'distinct':
      return compared(size(target), isExact ? target?.type.params[0] : undefined);
    case 'sort':
      return compared(size(target), overload?.args[0]?.params[0]);
    case '@sortByAssociatedKeys':
      return compared(size(first), overload?.args[1]?.params[0]);
    default:
      return undefined;
  }
}

function ofLength(size: Range, isExact: boolean): CallEstimate {
  return isExact ? { cost: sum({ min: size.min, max: size.max }, fixed(11n)), size } : listCost(1, size);
}

function namedEstimate(called: Called): CallEstimate | undefined {
  if (called.name === '_==_') return equalityOfKubernetes(called.args);
  const cost = costsOfNames.get(called.name);
  return cost === undefined ? undefined : byKind(cost, called);
}

function byKind(
  cost: NamedCost,
  { name, overload, target, args, sizeOfPath, release }: Called,
): CallEstimate | undefined {
  const size = (node: SizedNode | undefined) => sizeOf(node, sizeOfPath);
  const [first, second] = args;
  switch (cost) {
    case 'check':
      return { cost: fixed(350_000n) };
    case 'one':
      if (!name.startsWith('get') || target === undefined || !does('nestsSizes', release)) return nominal;
      return { cost: one, size: name === 'getEscapedPath' ? product(size(target), escaped) : size(target) };
    case 'selector': {
      const { min, max } = size(first);
      return { cost: { min: selectorCost(min), max: selectorCost(max) } };
    }
    case 'traversal':
      return target && { cost: traversal(name, target, sizeOfPath) };
    case 'first': {
      const length = size(first);
      const keeps = name === 'url' || name === 'jsonpatch.escapeKey';
      return { cost: scaled(length, perCharacter), ...(keeps ? { size: length } : {}) };
    }
    case 'twice':
      return { cost: scaled(size(first), 2 * perCharacter) };
    case 'target': {
      const length = size(target);
      return { cost: scaled(length, perCharacter), size: length };
    }
    case 'replace': {
      const length = size(target);
      return { cost: scaled(length, 2 * perCharacter), size: replaced(length, size(first), size(second)) };
    }
    case 'split': {
      const length = size(target);
      const value = second?.expression.kind === 'literal' ? second.expression.value : undefined;
      const max = typeof value === 'bigint' ? BigInt.asUintN(64, value) : length.max;
      return { cost: scaled(length, 2 * perCharacter), size: { min: 0n, max } };
    }
    case 'join': {
      const items = size(target);
      const texts = target === undefined ? fixed(0n) : product(items, itemSize(target, sizeOfPath));
      const between = { min: items.min > 0n ? items.min - 1n : 0n, max: items.max > 0n ? items.max - 1n : 0n };
      const length = first === undefined ? texts : sum(texts, product(size(first), between));
      return { cost: scaled(length, perCharacter), size: length };
    }
    case 'pattern': {
      const text = size(target);
      return { cost: patternCost(text, size(first)), size: { min: 0n, max: text.max } };
    }
    case 'format':
      return { cost: scaled(scaled(size(first), perCharacter), 128 * perPatternCharacter) };
    case 'ip':
      return overload?.args[0]?.name === 'net.CIDR' ? nominal : { cost: scaled(size(first), perCharacter) };
    case 'contains-ip':
    case 'contains-cidr': {
      const address: Range = { min: 4n, max: 16n };
      const both = scaled(sum(address, address), perCharacter);
      const base = cost === 'contains-ip' ? both : sum(both, scaled(address, perCharacter), one);
      const isText = overload?.args[1]?.kind === 'string';
      return { cost: isText ? sum(base, scaled(size(first), perCharacter)) : base };
    }
  }
}

function patternCost(text: Range, pattern: Range): Range {
  return product(scaled(sum(text, one), perCharacter), scaled(pattern, perPatternCharacter));
}

/** The size of the items of a list, by the path of the list or by their type. Upstream: cost.go listElementNode. */
function itemSize({ path, type }: SizedNode, sizeOfPath: SizeOfPath): Range {
  if (type.params.length === 0) return fixed(0n);
  return (path.length === 0 ? undefined : sizeOfPath([...path.parts(), '@items'])) ?? unknownSize;
}

function traversal(name: string, target: SizedNode, sizeOfPath: SizeOfPath): Range {
  const length = sizeOf(target, sizeOfPath);
  const [item] = target.type.params;
  if (item === undefined) return name === 'includes' ? length : scaled(length, perCharacter);
  const isLong = item.kind === 'string' || item.kind === 'bytes';
  return product(length, isLong ? sum(one, scaled(itemSize(target, sizeOfPath), perCharacter)) : one);
}

/** The length of a text in which each occurrence of another one is replaced. */
function replaced(text: Range, old: Range, by: Range): Range {
  const times = (whole: bigint, part: bigint) => BigInt(Math.ceil(Number(whole) / Number(part)));
  const more = (length: bigint) => (length < largest ? length + 1n : length);
  let max: readonly [count: bigint, kept: bigint];
  if (old.min === 0n) max = [more(text.max), text.max];
  else max = by.max <= old.min ? [0n, text.max] : [clip(times(text.max, old.min)), 0n];
  let min: readonly [count: bigint, kept: bigint];
  if (old.max === 0n) min = [more(text.min), text.min];
  else min = old.max <= by.min ? [0n, text.min] : [clip(times(text.min, old.max)), 0n];
  const count = { min: min[0], max: max[0] };
  return sum(product(count, by), { min: min[1], max: max[1] });
}

/** Go's conversion of a float to uint64, where it does not fit. */
function clip(value: bigint): bigint {
  return value > largest ? 2n ** 63n : value;
}

/** Upstream: cost.go EstimateCallCost, the case of `_==_`. */
function equalityOfKubernetes([left, right]: readonly SizedNode[]): CallEstimate | undefined {
  if (left === undefined || right === undefined || left.type.name !== right.type.name) return undefined;
  const { kind, name } = left.type;
  if (kind === 'opaque') return name === 'net.IP' || name === 'net.CIDR' ? nominal : undefined;
  if (kind !== 'struct') return undefined;
  if (cheapToCompare.has(name)) return nominal;
  if (name === 'kubernetes.NamedFormat') return { cost: scaled({ min: 1n, max: 64n }, perCharacter) };
  if (name !== 'kubernetes.URL') return undefined;
  return { cost: scaled({ min: 1n, max: right.size?.max ?? 1n }, perCharacter) };
}

const cheapToCompare: ReadonlySet<string> = new Set([
  'kubernetes.Quantity',
  'kubernetes.Semver',
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
    (type) => `kubernetes.authorization.${type}`,
  ),
]);

const compared: ReadonlySet<string> = new Set(['_<_', '_<=_', '_>_', '_>=_']);

function standardEstimate({ name, overload, target, args, release }: Called): CallEstimate {
  const isExact = does('nestsSizes', release);
  /** What going through a text or bytes costs. */
  const scan = (size: Range) => (isExact ? divided(size, 10n) : scaled(size, perCharacter));
  const ofPattern = (text: Range, pattern: Range) =>
    isExact ? product(divided(sum(text, one), 10n), divided(pattern, 4n)) : patternCost(text, pattern);
  const more = (size: bigint) => (isExact ? smaller(size, largest) : BigInt.asUintN(64, size));
  const [first, second] = args;
  const kind = overload?.args[0]?.kind;
  const isLong = kind === 'string' || kind === 'bytes';
  const length = (node: SizedNode | undefined) => node?.size ?? unknownSize;
  const left = length(first);
  const right = length(second);
  if (name === '_==_' || name === '_!=_' || (compared.has(name) && isLong)) {
    const max = smaller(left.max, right.max);
    return { cost: scaled({ min: max > 0n ? 1n : 0n, max }, perCharacter) };
  }
  if (name === '_+_' && (isLong || kind === 'list')) {
    const size = sum(left, right);
    return { cost: isLong ? scan(size) : one, size };
  }
  switch (name) {
    case 'format':
      return target === undefined ? nominal : { cost: scan(length(target)) };
    case 'bytes':
      if (kind !== 'string') return nominal;
      return { cost: scan(left), size: { min: left.min, max: more(left.max * 4n) } };
    case 'string':
      if (kind !== 'bytes') return nominal;
      return {
        cost: scan(left),
        size: { min: isExact ? smaller(divided(left, 4n).min, left.max) : left.min / 4n, max: left.max },
      };
    case 'strings.quote': {
      const size = { min: left.min + 2n, max: more(left.max * 2n + 2n) };
      return { cost: scan(left), size };
    }
    case 'startsWith':
    case 'endsWith':
      return { cost: scan(left) };
    case '@in':
      return overload?.args[1]?.kind === 'list' ? { cost: isExact ? right : scaled(right, 1) } : nominal;
    case 'matches':
      if (target !== undefined) return { cost: ofPattern(length(target), left) };
      return does('countsPatterns', release) ? { cost: ofPattern(left, right) } : nominal;
    case 'contains': {
      if (target === undefined) return nominal;
      return { cost: product(scan(length(target)), scan(left)) };
    }
    default:
      return nominal;
  }
}
