import { isList, isMap, sortedKeys, type Value } from '@managed-fields/merge-engine';

/**
 * Sorts the keys of all maps in a value, as the server does when it converts a YAML body to JSON. A decoder reports the
 * first fault in that order. Upstream: sigs.k8s.io/yaml YAMLToJSON.
 */
export function inKeyOrder(value: Value): Value {
  if (isList(value)) return value.map(inKeyOrder);
  if (!isMap(value)) return value;
  return new Map(sortedKeys(value).map((key) => [key, inKeyOrder(value.get(key) ?? null)]));
}
