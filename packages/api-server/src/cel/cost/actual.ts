import { byteLength } from '@managed-fields/merge-engine';
import type { Overload } from '../library/declaration.ts';
import { longestPattern } from '../library/named-formats.ts';
import { type CelValue, isCelList, isCelMap, isError, kindOf, type Opaque, type Optional } from '../value/cel-value.ts';
import { charactersIn } from '../value/characters.ts';
import { goType } from '../value/go-type.ts';
import { costsOfNames, type NamedCost, perCharacter, perPatternCharacter, selectorCost } from './names.ts';
import { Cancelled } from './tracker.ts';

/** Counts what a call costs. Throws `Cancelled` where upstream's own counting fails. */
export type Counter = (args: readonly CelValue[], result: CelValue) => number;

/**
 * Returns what counts the calls of a function. `overload` is the only one that the checker found; undefined where there are
 * several. `byPattern`: whether a text or pattern that is looked for counts, as since v1.37.
 * Upstream: github.com/google/cel-go interpreter/runtimecost.go costCall, ext/lists.go, ext/sets.go; k8s.io/apiserver
 * pkg/cel/library/cost.go CallCost.
 */
export function counterOf(name: string, overload: Overload | undefined, byPattern = false): Counter {
  const tracked = overload === undefined ? undefined : trackers.get(name);
  if (tracked !== undefined) return tracked;
  const standard = (byPattern ? patternCounter(name, overload) : undefined) ?? standardCounter(name, overload);
  if (name === '_==_') return (args, result) => (isOfKubernetes(at(args, 0)) ? 1 : standard(args, result));
  const kind = costsOfNames.get(name);
  return kind === undefined ? standard : namedCounter(kind, overload, standard);
}

const times = (size: number, factor: number) => Math.ceil(size * factor);
const at = (args: readonly CelValue[], index: number): CelValue => args[index] ?? null;

/** What a new list costs by its size. */
const listCost = (factor: number, size: number) => Math.trunc(size * factor) + 1 + 10;

function selfCompared(list: CelValue): number {
  if (!isCelList(list)) throw notA(list, 'traits.Lister');
  const size = list.items.length;
  const [first = null] = list.items;
  const isLong = size > 0 && (typeof first === 'string' || kindOf(first) === 'bytes');
  return listCost(isLong ? 2 + perCharacter : 2, size * size);
}

function notA(value: CelValue, wanted: 'traits.Lister' | 'types.Int'): Cancelled {
  const shown = goType(value);
  const words =
    wanted === 'types.Int'
      ? `ref.Val is ${shown}, not ${wanted}`
      : `${shown} is not ${wanted}: missing method ${isError(value) ? 'Add' : 'Contains'}`;
  return new Cancelled(`internal error: interface conversion: ${words}`);
}

const ofResult: Counter = (_, result) => listCost(1, sizeOf(result, false));
const ofSets =
  (factor: number): Counter =>
  (args) =>
    1 + sizeOf(at(args, 0), false) * sizeOf(at(args, 1), false) * factor;

const trackers: ReadonlyMap<string, Counter> = new Map<string, Counter>([
  ['sets.contains', ofSets(1)],
  ['sets.intersects', ofSets(1)],
  ['sets.equivalent', ofSets(2)],
  ['slice', ofResult],
  ['lists.range', ofResult],
  ['reverse', ofResult],
  [
    'flatten',
    (args) => {
      const depth = args.length === 2 ? at(args, 1) : 1n;
      if (typeof depth !== 'bigint') throw notA(depth, 'types.Int');
      return listCost(Number(depth), sizeOf(at(args, 0), false));
    },
  ],
  ['distinct', (args) => selfCompared(at(args, 0))],
  ['sort', (args) => selfCompared(at(args, 0))],
  ['@sortByAssociatedKeys', (args) => selfCompared(at(args, 1))],
]);

const one: Counter = () => 1;

const ofFirst =
  (factor: number): Counter =>
  (args) =>
    times(sizeOf(at(args, 0), false), factor);

/** Counts a function by its name, whichever its overload is. */
function namedCounter(kind: NamedCost, overload: Overload | undefined, standard: Counter): Counter {
  switch (kind) {
    case 'check':
      return () => 350_000;
    case 'one':
      return one;
    case 'selector':
      return (args) => Number(selectorCost(BigInt(sizeOf(at(args, 1), false))));
    case 'traversal':
      return (args) => traversalCost(at(args, 0));
    case 'first':
    case 'target':
      return ofFirst(perCharacter);
    case 'twice':
    case 'replace':
    case 'split':
      return ofFirst(2 * perCharacter);
    case 'join':
      return (_, result) => times(sizeOf(result, false), 2 * perCharacter);
    case 'pattern':
      return (args) => patternCost(sizeOf(at(args, 0), false), sizeOf(at(args, 1), false));
    case 'format':
      return (args, result) => {
        const longest = longestPattern(at(args, 0));
        return longest === undefined ? standard(args, result) : patternCost(sizeOf(at(args, 1), false), longest);
      };
    case 'ip':
      return overload?.args[0]?.name === 'net.CIDR' ? one : ofFirst(perCharacter);
    case 'contains-ip':
    case 'contains-cidr':
      return (args) => {
        const own = sizeOf(at(args, 0), false);
        const base = times(own + own, perCharacter) + (kind === 'contains-cidr' ? times(own, perCharacter) + 1 : 0);
        const isText = overload?.args[1]?.kind === 'string';
        return base + (isText ? times(sizeOf(at(args, 1), false), perCharacter) : 0);
      };
  }
}

function patternCost(text: number, pattern: number): number {
  return times(1 + text, perCharacter) * times(pattern, perPatternCharacter);
}

const otherTypes: ReadonlySet<string> = new Set(['unknown']);

function isOfKubernetes(value: CelValue): boolean {
  return kindOf(value) === 'opaque' && !otherTypes.has((value as Extract<CelValue, { kind: 'opaque' }>).type);
}

/** The cost of going through all of a value. Upstream: cost.go traversalCost. */
function traversalCost(value: CelValue): number {
  if (typeof value === 'string') return Math.trunc(byteLength(value) * perCharacter);
  if (kindOf(value) === 'bytes') return Math.trunc(sizeOf(value, false) * perCharacter);
  if (isCelList(value)) return value.items.reduce<number>((sum, item) => sum + traversalCost(item), 0);
  if (!isCelMap(value)) return 1;
  return value
    .keys()
    .reduce<number>((sum, key) => sum + traversalCost(key) + traversalCost(value.find(key) ?? null), 0);
}

const compared = new Set(['_<_', '_<=_', '_>_', '_>=_']);

const ofShorter: Counter = (args) =>
  times(Math.min(sizeOf(at(args, 0), true), sizeOf(at(args, 1), true)), perCharacter);
const ofBoth: Counter = (args) => times(sizeOf(at(args, 0), true) + sizeOf(at(args, 1), true), perCharacter);
const ofText: Counter = (args) => times(sizeOf(at(args, 0), true), perCharacter);
const ofSought: Counter = (args) => times(sizeOf(at(args, 1), true), perCharacter);
const ofPattern: Counter = (args) => patternCost(sizeOf(at(args, 0), true), sizeOf(at(args, 1), true));
const ofPart: Counter = (args) =>
  times(sizeOf(at(args, 0), true), perCharacter) * times(sizeOf(at(args, 1), true), perCharacter);

/** Counts what is looked for in a text. */
function patternCounter(name: string, overload: Overload | undefined): Counter | undefined {
  if (overload === undefined) return undefined;
  if (name === 'matches') return ofPattern;
  return name === 'startsWith' || name === 'endsWith' ? ofSought : undefined;
}

/** Counts the functions of the language itself. */
function standardCounter(name: string, overload: Overload | undefined): Counter {
  const kind = overload?.args[0]?.kind;
  const isLong = kind === 'string' || kind === 'bytes';
  if (name === '_==_' || name === '_!=_' || (compared.has(name) && isLong)) return ofShorter;
  if (name === '_+_' && isLong) return ofBoth;
  if (overload === undefined) return one;
  switch (name) {
    case 'startsWith':
    case 'endsWith':
    case 'strings.quote':
    case 'format':
      return ofText;
    case 'bytes':
      return kind === 'string' ? ofText : one;
    case 'string':
      return kind === 'bytes' ? ofText : one;
    case '@in':
      return overload.args[1]?.kind === 'list' ? (args) => sizeOf(at(args, 1), true) : one;
    case 'matches':
      return overload.member ? ofPattern : one;
    case 'contains':
      return ofPart;
    default:
      return one;
  }
}

/**
 * Returns the size of a value: characters of a text, bytes, items or entries, and 1 of anything else. That of an optional
 * is the size of its value where `unwraps`.
 * Upstream: github.com/google/cel-go interpreter/runtimecost.go actualSize, k8s.io/apiserver pkg/cel/library/cost.go
 * actualSize, pkg/cel/ip.go, cidr.go.
 */
function sizeOf(value: CelValue, unwraps: boolean): number {
  if (typeof value === 'string') return charactersIn(value);
  if (isCelList(value)) return value.items.length;
  if (isCelMap(value)) return value.size;
  switch (kindOf(value)) {
    case 'bytes':
      return (value as Extract<CelValue, { kind: 'bytes' }>).bytes.length;
    case 'opaque':
      return (value as Opaque).size ?? 1;
    case 'optional': {
      const { value: inner } = value as Optional;
      return unwraps && inner !== undefined ? sizeOf(inner, true) : 1;
    }
    default:
      return 1;
  }
}
