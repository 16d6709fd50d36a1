import { amountOf, compareQuantities, equals, isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';

/**
 * Whether two structures of Go of one type are the same to a server, of which the JSON is given, undefined where a field is left out:
 * amounts are compared by their size, and a list or a map without entries is one that is not there.
 * Upstream: apimachinery pkg/api/equality/semantic.go Semantic, third_party/forked/golang/reflect/deep_equal.go.
 */
export function semanticallyEqual(a: Value | undefined, b: Value | undefined, type: Atom | undefined): boolean {
  // What may be anything has all kinds of types at once.
  if (type?.scalar !== undefined) return scalarsEqual(a ?? null, b ?? null, type);
  if (type?.list !== undefined) {
    const [left, right] = [isList(a) ? a : [], isList(b) ? b : []];
    return (
      left.length === right.length && left.every((each, at) => semanticallyEqual(each, right[at], type.list?.element))
    );
  }
  const map = type?.map;
  if (map === undefined) return equals(a ?? null, b ?? null);
  const isStruct = map.fields.size > 0;
  if (isStruct && isMap(a) !== isMap(b)) return false;
  const [left, right] = [isMap(a) ? a : none, isMap(b) ? b : none];
  if (!isStruct && left.size !== right.size) return false;
  return [...new Set([...left.keys(), ...right.keys()])].every(
    (key) =>
      (isStruct || (left.has(key) && right.has(key))) &&
      semanticallyEqual(left.get(key), right.get(key), map.fields.get(key)?.type ?? map.element),
  );
}

const none: ReadonlyMap<string, Value> = new Map();

function scalarsEqual(a: Value, b: Value, type: Atom): boolean {
  if (type.name.endsWith('.Quantity') !== true) return equals(a, b);
  const [left, right] = [amountOf(a), amountOf(b)];
  return left === undefined || right === undefined ? left === right : compareQuantities(left, right) === 0;
}
