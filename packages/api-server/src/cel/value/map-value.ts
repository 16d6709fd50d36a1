import { type CelMap, type CelValue, celError, isError, kindOf } from './cel-value.ts';
import { numberOf } from './equality.ts';

/** Makes a map; its keys are numbers, strings and booleans, and the last entry of a key wins. */
export function mapValue(entries: ReadonlyMap<string, readonly [CelValue, CelValue]>): CelMap {
  return {
    kind: 'map',
    size: entries.size,
    keys: () => [...entries.values()].map(([key]) => key),
    find: (key) => entries.get(mapKey(key) ?? '')?.[1],
  };
}

/** Returns the identity of a key; numbers of all types are compared by value. */
export function mapKey(key: CelValue): string | undefined {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  const number = numberOf(key);
  return number === undefined ? undefined : `n${number}`;
}

/** Returns the entries of a map, to make another one. */
export function entriesOf(map: CelMap): Map<string, readonly [CelValue, CelValue]> {
  return new Map(map.keys().map((key) => [mapKey(key) ?? '', [key, map.find(key) ?? null]]));
}

/** Adds an entry to a map. Upstream: github.com/google/cel-go common/types/map.go InsertMapKeyValue. */
export function insertEntry(map: CelMap, key: CelValue, value: CelValue): CelValue {
  if (isError(key)) return key;
  if (map.insert !== undefined) return map.insert(key, value);
  if (map.find(key) !== undefined) return celError(`insert failed: key ${keyText(key)} already exists`);
  return mapValue(entriesOf(map).set(mapKey(key) ?? '', [key, value]));
}

/** Prints a key as messages do. */
export function keyText(key: CelValue): string {
  return kindOf(key) === 'uint' ? String(numberOf(key)) : String(key);
}
