import { formatValue, goTypeName } from '../value/go-text.ts';
import { sortedKeys } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { type PatchError, patchError } from './patch-schema.ts';

/**
 * The keys and values by which a strategic merge patch says more than what is to be set.
 * Upstream: strategicpatch/patch.go.
 */
export const directive = {
  marker: '$patch',
  delete: 'delete',
  replace: 'replace',
  merge: 'merge',
  retainKeys: '$retainKeys',
  deleteFromPrimitiveList: '$deleteFromPrimitiveList',
  setElementOrder: '$setElementOrder',
} as const;

/** The errors that handlers know by identity. Upstream: apimachinery pkg/util/mergepatch/errors.go. */
export const malformed = {
  primitiveList: badPatch('invalid patch format of primitive list'),
  retainKeys: badPatch('invalid patch format of retainKeys'),
  setElementOrder: badPatch('invalid patch format of setElementOrder list'),
  listOfLists: { kind: 'error', reason: 'unprocessable', message: 'lists of lists are not supported' },
} as const satisfies Readonly<Record<string, PatchError>>;

function badPatch(message: string): PatchError {
  return { kind: 'error', reason: 'bad-patch', message };
}

/** The error for a list item without its merge key. */
export function noMergeKey(item: ValueMap, key: string): PatchError {
  return patchError(`map: ${formatValue(item)} does not contain declared merge key: ${key}`);
}

/** The error for a value where upstream asserts a map. */
export function noMap(actual: Value): PatchError {
  return wrongType('map[string]interface {}', actual);
}

/** The error for a value where upstream asserts a list. */
export function noList(actual: Value): PatchError {
  return wrongType('[]interface {}', actual);
}

function wrongType(expected: string, actual: Value): PatchError {
  return patchError(`expected a ${expected}, but received a ${actual === null ? noString : goTypeName(actual)}`);
}

/** The error for a `$patch` that is no directive. */
export function unknownDirective(given: Value, map: ValueMap): PatchError {
  const shown = given === null ? noString : formatString(given);
  return patchError(`unknown patch type: ${shown} in map: ${formatValue(map)}`);
}

/** What Go's `%s` writes for nil; within a map or list it is `<nil>`. */
const noString = '%!s(<nil>)';

/** A value as Go's `%s` writes it, which complains about what is no string. */
function formatString(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null) return '<nil>';
  if (isList(value)) return `[${value.map(formatString).join(' ')}]`;
  if (isMap(value)) {
    const entries = sortedKeys(value).map((key) => `${key}:${formatString(value.get(key) ?? null)}`);
    return `map[${entries.join(' ')}]`;
  }
  return `%!s(${goTypeName(value)}=${formatValue(value)})`;
}

/** The field that a parallel list such as `$setElementOrder/env` belongs to. */
export function fieldOfParallelList(
  key: string,
  prefix: typeof directive.setElementOrder | typeof directive.deleteFromPrimitiveList,
): { readonly kind: 'key'; readonly key: string } | PatchError {
  if (key.startsWith(`${prefix}/`)) return { kind: 'key', key: key.slice(prefix.length + 1) };
  return prefix === directive.setElementOrder ? malformed.setElementOrder : malformed.primitiveList;
}

/** The value without directives; undefined where the value itself is one. */
export function removeDirectives(value: Value): Value | undefined {
  if (isMap(value)) {
    if (value.has(directive.marker)) return undefined;
    const rest = new Map<string, Value>();
    for (const [key, item] of value) {
      const kept = removeDirectives(item);
      if (kept !== undefined) rest.set(key, kept);
    }
    return rest;
  }
  return isList(value) ? withoutDirectives(value) : value;
}

/** The items of a list that are no directives, without directives. */
export function withoutDirectives(list: ValueList): ValueList {
  return list.map(removeDirectives).filter((item) => item !== undefined);
}

/** A value without the null entries of its maps; null list items stay. */
export function discardNulls(value: Value): Value {
  if (isList(value)) return value.map(discardNulls);
  if (!isMap(value)) return value;
  const rest = new Map<string, Value>();
  for (const [key, item] of value) if (item !== null) rest.set(key, discardNulls(item));
  return rest;
}

/** Whether a list item carries a directive. */
export function hasMarker(item: Value): boolean {
  return isMap(item) && item.has(directive.marker);
}

/** Whether a list item says that the one with its merge key is to be deleted. */
export function isDeletion(item: Value): boolean {
  return isMap(item) && item.get(directive.marker) === directive.delete;
}

/** The items of a list that are to be deleted, apart from the others. */
export function splitDeletions(
  list: ValueList,
): { readonly kind: 'split'; readonly kept: ValueList; readonly deleted: ValueList } | PatchError {
  const kept: Value[] = [];
  const deleted: Value[] = [];
  for (const item of list) {
    if (!isMap(item)) return noMap(item);
    (isDeletion(item) ? deleted : kept).push(item);
  }
  return { kind: 'split', kept, deleted };
}
