import type { Value, ValueMap } from './value.ts';

/**
 * What a key that stands several times in a map of a JSON text had before its last value. A map has the last one; a decoder
 * that reads into what is there already sees them all. They are kept beside the map.
 */
const earlier = new WeakMap<ValueMap, Map<string, Value[]>>();

/** Notes a value that a later one of the same key replaces. */
export function noteEarlier(map: ValueMap, key: string, value: Value): void {
  const known = earlier.get(map) ?? new Map<string, Value[]>();
  known.set(key, [...(known.get(key) ?? []), value]);
  earlier.set(map, known);
}

/** The values that a key had before its last one, in their order; empty for nearly all keys. */
export function earlierValues(map: ValueMap, key: string): readonly Value[] {
  return earlier.get(map)?.get(key) ?? [];
}

/** Notes of a map that was made of another one, with more keys, what that one had before. */
export function carryEarlier<T extends ValueMap>(from: ValueMap, to: T): T {
  const known = earlier.get(from);
  if (known !== undefined) earlier.set(to, known);
  return to;
}
