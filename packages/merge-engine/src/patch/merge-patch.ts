import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { sorted } from './json-patch-node.ts';

/** The answer of a merge patch. */
type MergePatched =
  | { readonly kind: 'patched'; readonly value: Value }
  | { readonly kind: 'bad-patch'; readonly message: string };

/**
 * Applies an RFC 7386 merge patch to an object, with the habits of the server's library: a patch that is a list
 * replaces the object, nulls are taken out of new values even inside lists, and kept where a value that is no object
 * replaces an object.
 * Upstream: gopkg.in/evanphx/json-patch.v4 merge.go MergePatch.
 */
export function applyMergePatch(document: ValueMap, patch: Value): MergePatched {
  if (isList(patch)) return { kind: 'patched', value: pruneList(patch) };
  if (!isMap(patch)) return { kind: 'bad-patch', message: 'Invalid JSON Patch' };
  return { kind: 'patched', value: mergeObjects(document, patch) };
}

function mergeObjects(document: ValueMap, patch: ValueMap): ValueMap {
  const merged = new Map(document);
  for (const [key, value] of patch) {
    if (value === null) {
      merged.delete(key);
      continue;
    }
    const current = document.get(key) ?? null;
    if (!isMap(current)) merged.set(key, pruneNulls(value));
    else merged.set(key, isMap(value) ? mergeObjects(current, value) : value);
  }
  return sorted(merged);
}

function pruneNulls(value: Value): Value {
  if (isList(value)) return pruneList(value);
  if (!isMap(value)) return value;
  const pruned = new Map<string, Value>();
  for (const [key, item] of value) if (item !== null) pruned.set(key, pruneNulls(item));
  return sorted(pruned);
}

function pruneList(list: ValueList): ValueList {
  return list.map(pruneNulls);
}
