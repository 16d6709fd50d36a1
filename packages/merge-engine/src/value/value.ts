/**
 * A JSON value as the engine sees it: plain data that a worker can clone.
 *
 * `bigint` is Go's int64 (a number written without fraction and exponent that fits 64 bits), `number` is Go's
 * float64, so `1` and `1.0` stay apart. Maps keep the order in which they were written and hold any key,
 * `__proto__` and `10` included. `undefined` is never a Value: an absent field has no entry.
 */
export type Value = null | boolean | string | bigint | number | ValueList | ValueMap;

/** A list of values; never changed after it was made. */
export type ValueList = readonly Value[];

/** A map of values by key; never changed after it was made. */
export type ValueMap = ReadonlyMap<string, Value>;

/** Whether a value is a map. */
export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

/** Makes a map of named values; members that are undefined are left out. */
export function mapOf(members: Readonly<Record<string, Value | undefined>>): ValueMap {
  return new Map(Object.entries(members).filter((member): member is [string, Value] => member[1] !== undefined));
}

/** Whether a value is a list. */
export function isList(value: Value | undefined): value is ValueList {
  return Array.isArray(value);
}

/** A value that is written on one line. */
export type ScalarValue = string | number | bigint | boolean | null;

/** Whether there is a value that is neither a list nor a map. */
export function isScalar(value: Value | undefined): value is ScalarValue {
  return value !== undefined && !isMap(value) && !isList(value);
}

/** The string at a key, or undefined where there is none or something else. */
export function stringAt(map: ValueMap | undefined, key: string): string | undefined {
  const value = map?.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** The string at a key, or the empty one where there is none or something else, as in Go. */
export function textAt(map: ValueMap | undefined, key: string): string {
  return stringAt(map, key) ?? '';
}

/** The map at a key, or undefined where there is none or something else. */
export function mapAt(map: ValueMap | undefined, key: string): ValueMap | undefined {
  const value = map?.get(key);
  return isMap(value) ? value : undefined;
}

/** The list at a key, or undefined where there is none or something else. */
export function listAt(map: ValueMap | undefined, key: string): ValueList | undefined {
  const value = map?.get(key);
  return isList(value) ? value : undefined;
}

/** A copy of a map with one entry set; an entry that was there keeps its place. */
export function withEntry(map: ValueMap, key: string, value: Value): ValueMap {
  return new Map(map).set(key, value);
}

/** A copy of a map without one entry; the map itself where it had none. */
export function withoutEntry(map: ValueMap, key: string): ValueMap {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

/** Makes the compiler check that a switch is complete; reaching it is a bug of ours. */
export function assertNever(value: never): never {
  throw new Error(`unexpected alternative: ${String(value)}`);
}
