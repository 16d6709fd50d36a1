import type { Strategy } from '@managed-fields/api-server';
import { isMap, type Value, type ValueMap, valueAt } from '@managed-fields/merge-engine';

/** Paths of field names that a strategy resets, through the main resource ('') and subresources. */
type ResetPaths = (subresource: string) => readonly (readonly string[])[];

/**
 * The strategy of a kind without rules of its own here: it keeps the fields that requests may not set, and validates
 * nothing.
 * Upstream: the strategies of k8s.io/kubernetes pkg/registry, as far as their reset fields say.
 */
export function plainStrategy(resets: ResetPaths): Strategy {
  return {
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: true,
    prepareForCreate: (object) => resets('').reduce((next, path) => withPath(next, path, undefined), object),
    prepareForUpdate: (object, old, subresource) =>
      resets(subresource).reduce((next, path) => withPath(next, path, valueAt(old, path)), object),
    validateCreate: () => [],
    validateUpdate: () => [],
    warningsOnCreate: () => [],
    warningsOnUpdate: () => [],
  };
}

/** The object with the value at a path, or without it. */
function withPath(object: ValueMap, path: readonly string[], value: Value | undefined): ValueMap {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const inner = object.get(name);
  if (rest.length > 0 && !isMap(inner)) return object;
  const next = rest.length > 0 && isMap(inner) ? withPath(inner, rest, value) : value;
  const copy = new Map(object);
  if (next === undefined) copy.delete(name);
  else copy.set(name, next);
  return copy;
}
