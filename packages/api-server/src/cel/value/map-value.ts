import { type CelMap, type CelValue, celError, isError, kindOf } from './cel-value.ts';
import { numberOf } from './equality.ts';

/** A map of entries whose keys are numbers, strings and booleans; a later entry of a key wins. */
export function mapValue(entries: ReadonlyMap<string, readonly [CelValue, CelValue]>): CelMap {
  return {
    kind: 'map',
    size: entries.size,
    keys: () => [...entries.values()].map(([key]) => key),
    find: (key) => entries.get(mapKey(key) ?? '')?.[1],
  };
}

/** What makes two keys the same: numbers count by their value whatever their type. */
export function mapKey(key: CelValue): string | undefined {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  const number = numberOf(key);
  return number === undefined ? undefined : `n${number}`;
}

/** The entries of a map, to make another of. */
export function entriesOf(map: CelMap): Map<string, readonly [CelValue, CelValue]> {
  return new Map(map.keys().map((key) => [mapKey(key) ?? '', [key, map.find(key) ?? null]]));
}

/** A map with one more entry. Upstream: github.com/google/cel-go common/types/map.go InsertMapKeyValue. */
export function insertEntry(map: CelMap, key: CelValue, value: CelValue): CelValue {
  if (isError(key)) return key;
  if (map.find(key) !== undefined) return celError(`insert failed: key ${keyText(key)} already exists`);
  return mapValue(entriesOf(map).set(mapKey(key) ?? '', [key, value]));
}

/** A key as messages show it. */
export function keyText(key: CelValue): string {
  return kindOf(key) === 'uint' ? String(numberOf(key)) : String(key);
}
