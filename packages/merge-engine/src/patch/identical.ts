import { isList, isMap, type Value } from '../value/value.ts';

/** Whether two values are equal and of the same types all through, `1` and `1.0` told apart. Upstream: Go's reflect.DeepEqual. */
export function identical(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => identical(item, b[i] ?? null));
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
  for (const [key, item] of a) {
    const other = b.get(key);
    if (other === undefined || !identical(item, other)) return false;
  }
  return true;
}
