import { isList, isMap, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Failure } from './failure.ts';

/** A value that YAML has and JSON has not. A later key with the same name may have replaced it. */
export interface Unsupported {
  /** The number that is NaN or infinite, or the map with a key that cannot become a string. */
  readonly place: number | ValueMap;
  readonly failure: Failure;
}

/**
 * Finds the first value in a value that cannot become JSON: keys first, then the number that Go meets first when it
 * writes maps in the order of their keys.
 * Upstream: sigs.k8s.io/yaml yaml.go yamlToJSONTarget.
 */
export function findUnsupported(value: Value, unsupported: readonly Unsupported[]): Failure | undefined {
  if (unsupported.length === 0) return undefined;
  const found = collect(value, { maps: new Set(), number: undefined });
  const key = unsupported.find(({ place }) => typeof place === 'object' && found.maps.has(place));
  if (key !== undefined) return key.failure;
  return unsupported.findLast(({ place }) => Object.is(place, found.number))?.failure;
}

interface Found {
  readonly maps: Set<ValueMap>;
  number: number | undefined;
}

function collect(value: Value, found: Found): Found {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.number ??= value;
  } else if (isMap(value)) {
    found.maps.add(value);
    for (const key of sortedKeys(value)) collect(value.get(key) ?? null, found);
  } else if (isList(value)) {
    for (const item of value) collect(item, found);
  }
  return found;
}
