import { arithmetic, compare } from '../value/arithmetic.ts';
import {
  type CelList,
  type CelMap,
  type CelValue,
  celError,
  durationValue,
  isCelList,
  isCelMap,
  isError,
  listValue,
  noSuchOverload,
  typeName,
  uintValue,
} from '../value/cel-value.ts';
import { equalTo, listHas } from '../value/equality.ts';
import { insertEntry } from '../value/map-value.ts';
import { type Declaration, type Overload, overloads, type Run, shared } from './declaration.ts';

/** The functions and macros of cel-go ext/lists.go, which Kubernetes has since v1.34. */
export const extendedListNames: ReadonlySet<string> = new Set(
  'slice flatten sort sortBy @sortByAssociatedKeys lists.range reverse distinct'.split(' '),
);

const items = (list: CelValue) => (list as CelList).items;

const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const zeros: readonly (readonly [string, CelValue])[] = [
  ['int', 0n],
  ['uint', uintValue(0n)],
  ['double', 0],
  ['duration', durationValue(0n)],
];

function ofEach(name: string, types: readonly string[], result: string, run: Run): Declaration {
  return overloads(
    name,
    ...types.map((type) => [`list(${type}).() ${result === 'item' ? type : result}`, run] as const),
  );
}

function isSorted(list: CelValue): CelValue {
  const all = items(list);
  return all.every((item, index) => {
    const before = all[index - 1];
    return before === undefined || index === 0 || compare(before, item) !== 1;
  });
}

function sum(list: CelValue, zero: CelValue): CelValue {
  let total = zero;
  for (const item of items(list)) {
    const next = arithmetic('+', total, item);
    if (next === undefined || isError(next)) return next ?? noSuchOverload;
    total = next;
  }
  return total;
}

function extreme(name: string, sign: number): Run {
  return (list = null) => {
    const [first, ...rest] = items(list);
    if (first === undefined) return celError(`${name} called on empty list`);
    return rest.reduce((best, item) => (compare(best, item) === sign ? item : best), first);
  };
}

function place(list: CelValue, item: CelValue, last: boolean): CelValue {
  const same = (each: CelValue) => equalTo(each, item) === true;
  return BigInt(last ? items(list).findLastIndex(same) : items(list).findIndex(same));
}

/** Whether a list has an item; whether another value is the same. */
function includes(list: CelValue, item: CelValue): CelValue {
  return (isCelList(list) ? list.items : [list]).some((each) => equalTo(each, item) === true);
}

function slice(list: CelValue, start: CelValue, end: CelValue): CelValue {
  const all = items(list);
  const [first, last] = [start as bigint, end as bigint];
  const refuse = (words: string) => celError(`cannot slice(${first}, ${last}), ${words}`);
  if (first < 0n || last < 0n) return refuse('negative indexes not supported');
  if (first > last) return refuse('start index must be less than or equal to end index');
  if (BigInt(all.length) < last) return refuse(`list is length ${all.length}`);
  return listValue(all.slice(Number(first), Number(last)));
}

function flatten(list: CelValue, depth: CelValue): CelValue {
  if (!isCelList(list) || typeof depth !== 'bigint') return noSuchOverload;
  if (depth < 0n) return celError('level must be non-negative');
  const level = (each: readonly CelValue[], left: bigint): CelValue[] =>
    each.flatMap((item) => (isCelList(item) && left > 0n ? level(item.items, left - 1n) : [item]));
  return listValue(level(items(list), depth));
}

function sortBy(list: CelValue, keys: CelValue): CelValue | undefined {
  if (!isCelList(list) || !isCelList(keys)) return undefined;
  const [first] = keys.items;
  if (first === undefined) return list;
  if (compare(first, first) === undefined) return celError('list elements must be comparable');
  if (keys.items.some((key) => typeName(key) !== typeName(first))) {
    return celError('list elements must have the same type');
  }
  const order = keys.items.map((_, index) => index);
  order.sort((a, b) => {
    const result = compare(keys.items[a] ?? null, keys.items[b] ?? null);
    return typeof result === 'number' ? result : 0;
  });
  return listValue(order.map((index) => list.items[index] ?? null));
}

function distinct(list: CelValue): CelValue {
  const kept: CelValue[] = [];
  for (const item of items(list)) if (!kept.some((other) => equalTo(item, other) === true)) kept.push(item);
  return listValue(kept);
}

const longestRange = 1_000_000n;

/** Since v1.37 the length has its limits. Upstream: ext/lists.go genRange. */
function boundedRange(count: CelValue): CelValue {
  const length = count as bigint;
  if (length < 0n) return celError(`lists.range: size must be non-negative, got ${length}`);
  if (length <= longestRange) return range(length);
  return celError(`lists.range: size ${length} exceeds maximum allowed (${longestRange})`);
}

/** The whole numbers from zero on, as far as a range has needed them: a million of them take longer to make than to copy. */
const wholeNumbers: bigint[] = [];

function range(count: CelValue): CelValue {
  const length = count as bigint;
  // The server's cost limit is reached here too.
  if (length > longestRange) return celError('operation cancelled: actual cost limit exceeded');
  while (wholeNumbers.length < length) wholeNumbers.push(BigInt(wholeNumbers.length));
  return listValue(wholeNumbers.slice(0, Math.max(0, Number(length))));
}

function insert(map: CelValue, given: CelValue, value?: CelValue): CelValue {
  if (value !== undefined) return insertEntry(map as CelMap, given, value);
  let result: CelValue = map;
  for (const key of (given as CelMap).keys()) {
    result = insertEntry(result as CelMap, key, (given as CelMap).find(key) ?? null);
    if (!isCelMap(result)) return result;
  }
  return result;
}

function contains(list: CelValue, part: CelValue): CelValue {
  for (const item of items(part)) {
    const has = listHas(items(list), item);
    if (has !== true) return has;
  }
  return true;
}

function placesIn(minors: Overload['minors']): readonly Declaration[] {
  return [
    overloads('indexOf', ['list(A).(A) int', (list = null, item = null) => place(list, item, false), minors]),
    overloads('lastIndexOf', ['list(A).(A) int', (list = null, item = null) => place(list, item, true), minors]),
  ];
}

/** Functions on lists that texts have too, before which those of texts are tried since v1.37. Upstream: environment/base.go. */
export const laterListLibrary = placesIn({ from: 37 });

/** Functions on lists. Upstream: k8s.io/apiserver pkg/cel/library/lists.go. */
export const kubernetesListLibrary: readonly Declaration[] = [
  ofEach('isSorted', comparable, 'bool', (list = null) => isSorted(list)),
  overloads(
    'sum',
    ...zeros.map(([type, zero]) => [`list(${type}).() ${type}`, (list: CelValue) => sum(list, zero)] as const),
  ),
  ofEach('max', comparable, 'item', extreme('max', -1)),
  ofEach('min', comparable, 'item', extreme('min', 1)),
  ...placesIn({ until: 36 }),
  overloads('includes', ['dyn.(dyn) bool', (list = null, item = null) => includes(list, item), { from: 37 }]),
];

/**
 * Functions on lists and sets, and the maps of two-variable loops.
 * Upstream: github.com/google/cel-go ext/lists.go version 3, ext/sets.go, ext/comprehensions.go.
 */
export const extendedListLibrary: readonly Declaration[] = [
  overloads('sets.contains', ['(list(T), list(T)) bool', (list = null, part = null) => contains(list, part)]),
  overloads('sets.equivalent', [
    '(list(T), list(T)) bool',
    (left = null, right = null) => {
      const whole = contains(left, right);
      return whole === true ? contains(right, left) : whole;
    },
  ]),
  overloads('sets.intersects', [
    '(list(T), list(T)) bool',
    (left = null, right = null) => items(left).some((item) => listHas(items(right), item) === true),
  ]),
  overloads(
    'cel.@mapInsert',
    ['(map(K, V), K, V) map(K, V)', (map = null, key = null, value = null) => insert(map, key, value)],
    ['(map(K, V), map(K, V)) map(K, V)', (map = null, entries = null) => insert(map, entries)],
  ),
  overloads('slice', [
    'list(T).(int, int) list(T)',
    (list = null, start = null, end = null) => slice(list, start, end),
  ]),
  {
    ...overloads(
      'flatten',
      ['list(list(T)).() list(T)', (list = null) => flatten(list, 1n)],
      ['list(dyn).(int) list(dyn)', (list = null, depth = null) => flatten(list, depth)],
    ),
    unguarded: true,
  },
  shared(
    'sort',
    comparable.map((type) => `list(${type}).() list(${type})`),
    (list = null) => sortBy(list, list),
  ),
  shared(
    '@sortByAssociatedKeys',
    comparable.map((type) => `list(T).(list(${type})) list(T)`),
    (list = null, keys = null) => sortBy(list, keys),
  ),
  overloads(
    'lists.range',
    ['(int) list(int)', (count = null) => range(count), { until: 36 }],
    ['(int) list(int)', (count = null) => boundedRange(count), { from: 37 }],
  ),
  overloads('reverse', ['list(T).() list(T)', (list = null) => listValue([...items(list)].reverse())]),
  overloads('distinct', ['list(T).() list(T)', (list = null) => distinct(list)]),
];
