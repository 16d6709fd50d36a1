import { isMap, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** A copy of a map with the value at a path of keys; maps that are not there are made. */
export function withValueAt(map: ValueMap, path: readonly string[], value: Value): ValueMap {
  const [key, ...rest] = path;
  if (key === undefined) return map;
  const inner = map.get(key);
  return withEntry(map, key, rest.length === 0 ? value : withValueAt(isMap(inner) ? inner : new Map(), rest, value));
}
