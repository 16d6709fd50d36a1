import { byteLength } from '@managed-fields/merge-engine';
import type { Overload } from '../library/declaration.ts';
import { longestPattern } from '../library/named-formats.ts';
import { type CelRelease, does } from '../release.ts';
import { type CelValue, isCelList, isCelMap, isError, kindOf, type Opaque, type Optional } from '../value/cel-value.ts';
import { charactersIn } from '../value/characters.ts';
import { goType } from '../value/go-type.ts';
import { costsOfNames, type NamedCost, perCharacter, perPatternCharacter, selectorCost } from './names.ts';
import { Cancelled } from './tracker.ts';

/** Counts what a call costs. Throws `Cancelled` where upstream's own counting fails. */
export type Counter = (args: readonly CelValue[], result: CelValue) => number;

/**
 * Returns what counts the calls of a function in a release. `overload` is the only one that the checker found; undefined
 * where there are several.
 * Upstream: github.com/google/cel-go interpreter/runtimecost.go costCall, ext/lists.go, ext/sets.go, since v0.33
 * common/cost/standard.go; k8s.io/apiserver pkg/cel/library/cost.go CallCost.
 */
export function counterOf(name: string, overload: Overload | undefined, release: CelRelease): Counter {
  const isExact = does('countsAtOnce', release);
  const tracked = (isExact ? exactTrackers.get(name) : undefined) ?? trackers.get(name);
  if (overload !== undefined && tracked !== undefined) return tracked(release);
  const counters = isExact ? exactCounters : roundedCounters;
  const byPattern = does('countsPatterns', release) ? patternCounter(name, overload, counters) : undefined;
  const standard = byPattern ?? standardCounter(name, overload, counters);
  if (name === '_==_') return (args, result) => (isOfKubernetes(at(args, 0)) ? 1 : standard(args, result));
  const kind = costsOfNames.get(name);
  return kind === undefined ? standard : namedCounter(kind, overload, standard);
}

const times = (size: number, factor: number) => Math.ceil(size * factor);
const at = (args: readonly CelValue[], index: number): CelValue => args[index] ?? null;

/** What a new list costs by its size. */
const listCost = (factor: number, size: number) => Math.trunc(size * factor) + 1 + 10;

function selfCompared(list: CelValue, release: CelRelease): number {
  if (!isCelList(list)) throw notA(list, 'traits.Lister', release);
  const size = list.items.length;
  const [first = null] = list.items;
  const isLong = size > 0 && (typeof first === 'string' || kindOf(first) === 'bytes');
  return listCost(isLong ? 2 + perCharacter : 2, size * size);
}

function notA(value: CelValue, wanted: 'traits.Lister' | 'types.Int', release: CelRelease): Cancelled {
  const shown = goType(value, release);
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

/** The counters of functions on lists, each by the release. */
type Trackers = ReadonlyMap<string, (release: CelRelease) => Counter>;

const trackers: Trackers = new Map<string, (release: CelRelease) => Counter>([
  ['sets.contains', () => ofSets(1)],
  ['sets.intersects', () => ofSets(1)],
  ['sets.equivalent', () => ofSets(2)],
  ['slice', () => ofResult],
  ['lists.range', () => ofResult],
  ['reverse', () => ofResult],
  [
    'flatten',
    (release) => (args) => {
      const depth = args.length === 2 ? at(args, 1) : 1n;
      if (typeof depth !== 'bigint') throw notA(depth, 'types.Int', release);
      const levels = depth < 0n && does('countsLevels', release) ? 1 : Number(depth);
      return listCost(levels, sizeOf(at(args, 0), false));
    },
  ],
  ['distinct', (release) => (args) => selfCompared(at(args, 0), release)],
  ['sort', (release) => (args) => selfCompared(at(args, 0), release)],
  ['@sortByAssociatedKeys', (release) => (args) => selfCompared(at(args, 1), release)],
]);

const ofMade: Counter = (_, result) => listCost(1, isError(result) ? 0 : sizeOf(result, false));

/** What is counted otherwise since v1.38. */
const exactTrackers: Trackers = new Map<string, () => Counter>([
  ['slice', () => ofMade],
  ['lists.range', () => ofMade],
  ['reverse', () => ofMade],
  [
    'flatten',
    () => (args) => {
      const depth = args.length === 2 ? at(args, 1) : 1n;
      const levels = typeof depth === 'bigint' ? Math.max(0, Number(depth)) : 1;
      return listCost(levels, sizeOf(at(args, 0), false));
    },
  ],
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

/** The counters of texts, by what a tenth is and how large a value is. */
function countersOf(tenth: (size: number) => number, size: (value: CelValue) => number) {
  const of = (args: readonly CelValue[], index: number) => size(at(args, index));
  return {
    shorter: (args) => tenth(Math.min(of(args, 0), of(args, 1))),
    both: (args) => tenth(of(args, 0) + of(args, 1)),
    text: (args) => tenth(of(args, 0)),
    sought: (args) => tenth(of(args, 1)),
    pattern: (args) => tenth(1 + of(args, 0)) * Math.ceil(of(args, 1) * perPatternCharacter),
    part: (args) => tenth(of(args, 0)) * tenth(of(args, 1)),
    items: (args) => of(args, 1),
  } satisfies Readonly<Record<string, Counter>>;
}

type Counters = ReturnType<typeof countersOf>;

const roundedCounters = countersOf(
  (size) => times(size, perCharacter),
  (value) => sizeOf(value, true),
);
const exactCounters = countersOf(
  (size) => Math.ceil(size / 10),
  (value) => sizeOf(value, false),
);

/** Counts what is looked for in a text. */
function patternCounter(name: string, overload: Overload | undefined, counters: Counters): Counter | undefined {
  if (overload === undefined) return undefined;
  if (name === 'matches') return counters.pattern;
  return name === 'startsWith' || name === 'endsWith' ? counters.sought : undefined;
}

/** Counts the functions of the language itself. */
function standardCounter(name: string, overload: Overload | undefined, counters: Counters): Counter {
  const kind = overload?.args[0]?.kind;
  const isLong = kind === 'string' || kind === 'bytes';
  if (name === '_==_' || name === '_!=_' || (compared.has(name) && isLong)) return counters.shorter;
  if (name === '_+_' && isLong) return counters.both;
  if (overload === undefined) return one;
  switch (name) {
    case 'startsWith':
    case 'endsWith':
    case 'strings.quote':
    case 'format':
      return counters.text;
    case 'bytes':
      return kind === 'string' ? counters.text : one;
    case 'string':
      return kind === 'bytes' ? counters.text : one;
    case '@in':
      return overload.args[1]?.kind === 'list' ? counters.items : one;
    case 'matches':
      return overload.member ? counters.pattern : one;
    case 'contains':
      return counters.part;
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
