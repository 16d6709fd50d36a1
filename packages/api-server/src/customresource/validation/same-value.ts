import { isList, isMap, type Value } from '@managed-fields/merge-engine';

/**
 * Whether two values are the same to Go's reflect.DeepEqual: an integer is no float, not even an equal one; maps are
 * equal in any order.
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
