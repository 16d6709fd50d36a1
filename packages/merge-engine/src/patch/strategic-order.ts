import { formatValue, goTypeName } from '../value/go-format.ts';
import { isList, isMap, type Value, type ValueList } from '../value/value.ts';
import { type PatchError, patchError } from './patch-schema.ts';
import { directive, hasMarker, malformed, noMergeKey, splitDeletions, wrongType } from './strategic-directives.ts';

/** A list, or upstream's words. */
export type ListResult = { readonly kind: 'list'; readonly list: ValueList } | PatchError;

/** Whether the items of some lists are maps or scalars; all must be of one type, and there must be one. */
export type ElementKind = { readonly kind: 'elements'; readonly maps: boolean } | PatchError;

/** Upstream: strategicpatch/patch.go sliceElementType. */
export function elementKind(...lists: readonly (ValueList | undefined)[]): ElementKind {
  let name: string | undefined;
  for (const item of lists.flatMap((list) => list ?? [])) {
    // Upstream panics over a null here; a list of lists is refused before it is compared.
    if (name === undefined && isList(item)) return malformed.listOfLists;
    const own = goTypeName(item);
    name ??= own;
    if (name !== own) {
      return patchError(`list element types are not identical: ${formatValue(lists.map((list) => list ?? []))}`);
    }
  }
  if (name === undefined) return patchError('no elements in any of the given slices');
  return { kind: 'elements', maps: name.startsWith('map') };
}

/** The value by which an item is told from others: its merge key, or itself. */
function identity(item: Value, mergeKey: string, maps: boolean): Value | undefined {
  if (!maps) return item;
  return isMap(item) ? (item.get(mergeKey) ?? null) : null;
}

/** Where an item stands in a list, by identity; -1 where it does not. */
function indexIn(list: ValueList, item: Value, mergeKey: string, maps: boolean): number {
  const wanted = identity(item, mergeKey, maps);
  return list.findIndex((other) => identity(other, mergeKey, maps) === wanted);
}

/**
 * Sorts what a patch set by the order that it asks for, and what only the server has by the server's, and interleaves
 * the two as far as the server's order tells. Upstream: patch.go normalizeElementOrder.
 */
export function interleave(
  patched: ValueList,
  serverOnly: ValueList,
  patchOrder: ValueList,
  serverOrder: ValueList,
  mergeKey: string,
  maps: boolean,
): ListResult {
  const right = sortByOrder(patched, patchOrder, mergeKey, maps);
  if (right.kind === 'error') return right;
  const left = sortByOrder(serverOnly, serverOrder, mergeKey, maps);
  if (left.kind === 'error') return left;
  return { kind: 'list', list: mergeSorted(left.list, right.list, serverOrder, mergeKey, maps) };
}

/** Each item of the left goes before the first of the right that stands behind it in the server's order. */
function mergeSorted(
  left: ValueList,
  right: ValueList,
  serverOrder: ValueList,
  mergeKey: string,
  maps: boolean,
): ValueList {
  const merged: Value[] = [];
  let next = 0;
  for (const item of right) {
    const place = indexIn(serverOrder, item, mergeKey, maps);
    while (next < left.length) {
      const candidate = left[next] ?? null;
      const own = indexIn(serverOrder, candidate, mergeKey, maps);
      if (own < 0 || place < 0 || own >= place) break;
      merged.push(candidate);
      next++;
    }
    merged.push(item);
  }
  return [...merged, ...left.slice(next)];
}

/** Sorts a list by the order of another, deletions last. Upstream: patch.go normalizeSliceOrder. */
export function sortByOrder(list: ValueList, order: ValueList, mergeKey: string, maps: boolean): ListResult {
  if (!maps) return { kind: 'list', list: stableSort(list, order, mergeKey, maps) };
  for (const item of [...list, ...order]) {
    if (!isMap(item)) return wrongType('map', item);
    if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
  }
  const split = splitDeletions(list);
  if (split.kind === 'error') return split;
  return { kind: 'list', list: [...stableSort(split.kept, order, mergeKey, maps), ...split.deleted] };
}

/** By insertion, as upstream's order is none where an item is not in the list: such an item moves to the front. */
function stableSort(list: ValueList, order: ValueList, mergeKey: string, maps: boolean): ValueList {
  const places = list.map((item) => indexIn(order, item, mergeKey, maps));
  const sorted: { readonly item: Value; readonly place: number }[] = [];
  list.forEach((item, index) => {
    const place = places[index] ?? -1;
    let at = sorted.length;
    while (at > 0) {
      const before = sorted[at - 1]?.place ?? -1;
      if (place >= 0 && before >= 0 && place >= before) break;
      at--;
    }
    sorted.splice(at, 0, { item, place });
  });
  return sorted.map(({ item }) => item);
}

/** Splits a list into the items that stand in another, and the rest. */
export function partition(
  list: ValueList,
  by: ValueList,
  mergeKey: string,
): { readonly kind: 'parts'; readonly inside: ValueList; readonly outside: ValueList } | PatchError {
  const inside: Value[] = [];
  const outside: Value[] = [];
  for (const item of list) {
    if (mergeKey !== '') {
      if (!isMap(item)) return wrongType('map', item);
      if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
      const found = findByKey(by, mergeKey, item.get(mergeKey) ?? null);
      if (found.kind === 'error') return found;
      (found.index < 0 ? outside : inside).push(item);
    } else {
      (by.includes(item) ? inside : outside).push(item);
    }
  }
  return { kind: 'parts', inside, outside };
}

/** The first item with a value of the merge key; index -1 for none. Upstream: patch.go findMapInSliceBasedOnKeyValue. */
export function findByKey(
  list: ValueList,
  mergeKey: string,
  value: Value,
): { readonly kind: 'place'; readonly index: number } | PatchError {
  for (const [index, item] of list.entries()) {
    if (!isMap(item)) return patchError(`value for key ${index} is not a map`);
    if (item.has(mergeKey) && item.get(mergeKey) === value) return { kind: 'place', index };
  }
  return { kind: 'place', index: -1 };
}

/**
 * Complains where the items of a patch do not stand in the order that the patch asks for.
 * Upstream: patch.go validatePatchWithSetOrderList.
 */
export function checkOrder(patchList: ValueList, order: ValueList, mergeKey: string): PatchError | undefined {
  if (order.length === 0 || patchList.length === 0) return undefined;
  const split = mergeKey === '' ? undefined : splitDeletions(patchList);
  if (split?.kind === 'error') return split;
  const items = split === undefined ? patchList : split.kept;
  let next = 0;
  let place = 0;
  while (next < items.length && place < order.length) {
    const item = items[next] ?? null;
    if (hasMarker(item)) {
      next++;
      continue;
    }
    const same = sameKey(item, order[place] ?? null, mergeKey);
    if (same.kind === 'error') return same;
    if (same.equal) next++;
    place++;
  }
  if (next >= items.length) return undefined;
  const [list, wanted] = [formatValue(patchList), formatValue(order)];
  return patchError(
    `The order in patch list:\n${list}\n doesn't match ${directive.setElementOrder} list:\n${wanted}\n`,
  );
}

/** Whether two items have the same merge key, or are the same scalar. Upstream: patch.go mergeKeyValueEqual. */
export function sameKey(
  left: Value,
  right: Value,
  mergeKey: string,
): { readonly kind: 'compared'; readonly equal: boolean } | PatchError {
  if (mergeKey === '') return { kind: 'compared', equal: left === right };
  for (const item of [left, right]) {
    if (!isMap(item)) return wrongType('map', item);
  }
  for (const item of [left, right]) {
    if (isMap(item) && !item.has(mergeKey)) return noMergeKey(item, mergeKey);
  }
  return { kind: 'compared', equal: identity(left, mergeKey, true) === identity(right, mergeKey, true) };
}
