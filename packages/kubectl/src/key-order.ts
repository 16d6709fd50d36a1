import { isList, isMap, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** Sorts the keys of all maps in a value, as Go writes a map as JSON. Upstream: encoding/json encode.go mapEncoder. */
export function inKeyOrder(value: ValueMap): ValueMap;
export function inKeyOrder(value: Value): Value;
export function inKeyOrder(value: Value): Value {
  if (isList(value)) return value.map(inKeyOrder);
  return isMap(value) ? new Map(sortedKeys(value).map((key) => [key, inKeyOrder(value.get(key) ?? null)])) : value;
}
