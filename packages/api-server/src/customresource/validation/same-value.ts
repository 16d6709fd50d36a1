import { isList, isMap, type Value } from '@managed-fields/merge-engine';

/**
 * Whether Go's reflect.DeepEqual says that two values are equal: an integer never equals a float, and the order of maps
 * does not count.
 */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i] ?? null));
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !sameValue(value, other)) return false;
  }
  return true;
}
