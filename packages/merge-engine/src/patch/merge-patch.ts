import { formatValue } from '../value/go-text.ts';
import { identical, sortedKeys } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { carryNumbers } from '../value/written-numbers.ts';
import { patchError } from './patch-schema.ts';
import type { MadePatch, Precondition, ThreeWay } from './three-way-strategic.ts';

/** The answer of a merge patch. */
export type MergePatched =
  | { readonly kind: 'patched'; readonly value: Value }
  | { readonly kind: 'bad-patch'; readonly message: string };

/**
 * Applies an RFC 7386 merge patch to an object, as the server's library does: a patch that is a list replaces the
 * object; nulls are removed from new values even inside lists, but kept where a value that is no object replaces an
 * object.
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
  const made = sorted(merged);
  carryNumbers(patch, made);
  return made;
}

function pruneNulls(value: Value): Value {
  if (isList(value)) return pruneList(value);
  if (!isMap(value)) return value;
  const pruned = new Map<string, Value>();
  for (const [key, item] of value) if (item !== null) pruned.set(key, pruneNulls(item));
  const made = sorted(pruned);
  carryNumbers(value, made);
  return made;
}

/** Sorts a map by its keys, as the library writes each map that it had to look into. */
function sorted(map: ValueMap): ValueMap {
  return new Map(sortedKeys(map).map((key) => [key, map.get(key) ?? null]));
}

function pruneList(list: ValueList): ValueList {
  const pruned = list.map(pruneNulls);
  carryNumbers(list, pruned);
  return pruned;
}

/**
 * The JSON merge patch that makes one object of another; numbers go through float64 on the way, as in the library.
 * Upstream: gopkg.in/evanphx/json-patch.v4 merge.go CreateMergePatch.
 */
export function twoWayMergePatch(original: ValueMap, modified: ValueMap): ValueMap {
  return diff(asFloats(original), asFloats(modified));
}

function asFloats(map: ValueMap): ValueMap {
  return new Map([...map].map(([key, value]) => [key, asFloat(value)]));
}

/** A value whose numbers went through float64 and JSON. */
function asFloat(value: Value): Value {
  if (isList(value)) return value.map(asFloat);
  if (isMap(value)) return asFloats(value);
  if (typeof value !== 'bigint' && typeof value !== 'number') return value;
  const float = Number(value);
  return Number.isInteger(float) && float >= -(2 ** 63) && float < 2 ** 63 ? BigInt(float) : float;
}

function diff(original: ValueMap, modified: ValueMap): ValueMap {
  const patch = new Map<string, Value>();
  for (const [key, value] of modified) {
    const before = original.get(key);
    if (isMap(before) && isMap(value)) {
      const inner = diff(before, value);
      if (inner.size > 0) patch.set(key, inner);
    } else if (!identical(before, value)) {
      patch.set(key, value);
    }
  }
  for (const key of original.keys()) if (!modified.has(key)) patch.set(key, null);
  return patch;
}

/**
 * Makes the JSON merge patch that sets on the current object what is to be applied, and deletes what was applied before
 * and no longer is.
 * Upstream: apimachinery pkg/util/jsonmergepatch/patch.go CreateThreeWayJSONMergePatch.
 *
 * @example
 * ```js
 * import { formatJson, mapFromPlain, threeWayMergePatch } from '@managed-fields/merge-engine';
 *
 * const original = mapFromPlain({ data: { a: '1', b: '1' } });
 * const modified = mapFromPlain({ data: { a: '2' } });
 * const current = mapFromPlain({ data: { a: '1', b: '1', c: '1' } });
 * const made = threeWayMergePatch({ original, modified, current });
 * if (made.kind === 'patch') console.log(formatJson(made.patch));
 * ```
 * ```text
 * {"data":{"a":"2","b":null}}
 * ```
 */
export function threeWayMergePatch(
  { original, modified, current }: ThreeWay,
  preconditions: readonly Precondition[] = [],
): MadePatch {
  const changed = withoutNulls(twoWayMergePatch(current, modified));
  const deleted = onlyNulls(twoWayMergePatch(original, modified));
  // Upstream checks for conflicts. There are none: one patch has only fields of the modified object, the other none.
  const patch = mergeObjects(deleted, changed);
  if (preconditions.every((holds) => holds(patch))) return { kind: 'patch', patch };
  // An ordinary error here, unlike that of a strategic merge patch.
  return patchError(`precondition failed for: ${formatValue(patch)}`);
}

/** What a patch sets; an empty map is a value, a map of nothing but nulls is not. Upstream: keepOrDeleteNullInObj. */
function withoutNulls(patch: ValueMap): ValueMap {
  const kept = new Map<string, Value>();
  for (const [key, value] of patch) {
    if (value === null) continue;
    const inner = isMap(value) ? withoutNulls(value) : value;
    if (!isMap(value) || value.size === 0 || (isMap(inner) && inner.size > 0)) kept.set(key, inner);
  }
  return kept;
}

/** What a patch deletes. */
function onlyNulls(patch: ValueMap): ValueMap {
  const kept = new Map<string, Value>();
  for (const [key, value] of patch) {
    if (value === null) kept.set(key, null);
    if (!isMap(value)) continue;
    const inner = onlyNulls(value);
    if (inner.size > 0) kept.set(key, inner);
  }
  return kept;
}
