import { isList, isMap, type Value, type ValueList, type ValueMap } from './value.ts';

/**
 * Orders two strings as Go does, by their UTF-8 bytes; negative, zero or positive.
 * Code units agree with bytes except where a surrogate meets a unit above the surrogates.
 */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return byteRank(x) - byteRank(y);
  }
  return a.length - b.length;
}

/** The rank of a code unit by bytes: a surrogate is part of a code point above every single code unit. */
function byteRank(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The keys of a map in Go's order. */
export function sortedKeys(map: ReadonlyMap<string, unknown>): string[] {
  return [...map.keys()].sort(compareStrings);
}

/**
 * Sorts the keys of all maps in a value, as Go writes a map as JSON. What decodes it afterwards reports the first fault in that order.
 * Upstream: encoding/json encode.go mapEncoder; sigs.k8s.io/yaml YAMLToJSON, which makes a map of a text first.
 */
export function inKeyOrder(value: ValueMap): ValueMap;
export function inKeyOrder(value: Value): Value;
export function inKeyOrder(value: Value): Value {
  if (isList(value)) return value.map((item) => inKeyOrder(item));
  if (!isMap(value)) return value;
  return new Map(sortedKeys(value).map((key) => [key, inKeyOrder(value.get(key) ?? null)]));
}

/**
 * Whether two values are equal: integers and floats by their number, maps without regard to order.
 * Upstream: structured-merge-diff value/value.go EqualsUsing.
 */
export function equals(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return typeof a === typeof b ? false : Number(a) === Number(b);
  if (isList(a)) return isList(b) && equalLists(a, b);
  if (isMap(a)) return isMap(b) && equalMaps(a, b);
  return false;
}

function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

function equalLists(a: ValueList, b: ValueList): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!equals(a[i] as Value, b[i] as Value)) return false;
  }
  return true;
}

function equalMaps(a: ValueMap, b: ValueMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !equals(value, other)) return false;
  }
  return true;
}

/**
 * Orders any two values: numbers before strings, booleans, lists, maps and null last; negative, zero or positive.
 * Upstream: structured-merge-diff value/value.go CompareUsing.
 */
export function compare(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) {
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    const x = Number(a);
    const y = Number(b);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (isList(a) && isList(b)) return compareLists(a, b);
  if (isMap(a) && isMap(b)) return compareMaps(a, b);
  return 0;
}

function rank(value: Value): number {
  if (isNumber(value)) return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  if (isList(value)) return 3;
  if (isMap(value)) return 4;
  return 5;
}

function compareLists(a: ValueList, b: ValueList): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = compare(a[i] as Value, b[i] as Value);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareMaps(a: ValueMap, b: ValueMap): number {
  const aKeys = sortedKeys(a);
  const bKeys = sortedKeys(b);
  const length = Math.min(aKeys.length, bKeys.length);
  for (let i = 0; i < length; i++) {
    const aKey = aKeys[i] as string;
    const bKey = bKeys[i] as string;
    const byKey = compareStrings(aKey, bKey);
    if (byKey !== 0) return byKey;
    const byValue = compare(a.get(aKey) as Value, b.get(bKey) as Value);
    if (byValue !== 0) return byValue;
  }
  return aKeys.length - bKeys.length;
}

/**
 * Whether two values are equal and have the same types throughout: `1` and `1.0` differ. Nothing equals no value.
 * Upstream: Go's reflect.DeepEqual.
 */
export function identical(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => identical(item, b[i]));
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
  for (const [key, item] of a) {
    if (!identical(item, b.get(key))) return false;
  }
  return true;
}
