import { isList, isMap, sortedKeys, type Value } from '@managed-fields/merge-engine';

/**
 * A value whose maps have their keys in order, as a YAML body has them once the server made JSON of it: the first
 * fault in that order is the one that a decoder tells. Upstream: sigs.k8s.io/yaml YAMLToJSON.
 */
export function inKeyOrder(value: Value): Value {
  if (isList(value)) return value.map(inKeyOrder);
  if (!isMap(value)) return value;
  return new Map(sortedKeys(value).map((key) => [key, inKeyOrder(value.get(key) ?? null)]));
}
