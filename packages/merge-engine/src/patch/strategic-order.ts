import { formatValue, goTypeName } from '../value/go-text.ts';
import { isList, isMap, type Value, type ValueList } from '../value/value.ts';
import { type PatchError, patchError } from './patch-schema.ts';
import {
  directive,
  hasMarker,
  isDeletion,
  malformed,
  noMap,
  noMergeKey,
  splitDeletions,
} from './strategic-directives.ts';

/** A list, or upstream's error. */
export type ListResult = { readonly kind: 'list'; readonly list: ValueList } | PatchError;

/** Whether the items of some lists are maps or scalars; all must be of one type, and there must be one. */
type ElementKind = { readonly kind: 'elements'; readonly maps: boolean } | PatchError;

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

/** The value that identifies an item: its merge key, or the item itself. */
function identity(item: Value, mergeKey: string, maps: boolean): Value | undefined {
  if (!maps) return item;
  return isMap(item) ? (item.get(mergeKey) ?? null) : null;
}

/**
 * Returns a function that finds the place of an item in a list by identity; -1 where it is not there. Of several items
 * with one identity the first counts.
 */
function placesIn(list: ValueList, mergeKey: string, maps: boolean): (item: Value) => number {
  const own = (item: Value) => identity(item, mergeKey, maps);
  const places = firstPlaces(list, own);
  return (item) => places.get(own(item)) ?? -1;
}

/** The first place of each key among the items of a list. */
export function firstPlaces<Key>(list: ValueList, keyOf: (item: Value) => Key): Map<Key, number> {
  const places = new Map<Key, number>();
  for (const [index, item] of list.entries()) {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, index);
  }
  return places;
}

/** The value of the merge key of an item; undefined where it has none. */
export function keyOf(item: Value, mergeKey: string): Value | undefined {
  return isMap(item) ? item.get(mergeKey) : undefined;
}

/**
 * Sorts the patched items by the order that the patch asks for, and the items that only the server has by the server's
 * order, and then merges both lists as far as the server's order says.
 * Upstream: patch.go normalizeElementOrder.
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
  const placeOf = placesIn(serverOrder, mergeKey, maps);
  const merged: Value[] = [];
  let next = 0;
  for (const item of right) {
    const place = placeOf(item);
    while (next < left.length) {
      const candidate = left[next] ?? null;
      const own = placeOf(candidate);
      if (own < 0 || own >= place) break;
      merged.push(candidate);
      next++;
    }
    merged.push(item);
  }
  return [...merged, ...left.slice(next)];
}

/** Sorts a list by the order of another, deletions last. Upstream: patch.go normalizeSliceOrder. */
export function sortByOrder(list: ValueList, order: ValueList, mergeKey: string, maps: boolean): ListResult {
  for (const item of maps ? [...list, ...order] : []) {
    if (!isMap(item)) return noMap(item);
    if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
  }
  return { kind: 'list', list: inOrder(list, order, mergeKey, maps) };
}

/** Sorts a list of scalars, or of maps that all have the merge key, as `sortByOrder` does. */
export function inOrder(list: ValueList, order: ValueList, mergeKey: string, maps: boolean): ValueList {
  const kept = list.filter((item) => !isDeletion(item));
  return [...stableSort(kept, order, mergeKey, maps), ...list.filter(isDeletion)];
}

/**
 * Sorts as upstream's insertion does: each item in turn is inserted from the end, before all items but those whose
 * place in the order is at or before its own. An item that is not in the order goes to the front.
 */
function stableSort(list: ValueList, order: ValueList, mergeKey: string, maps: boolean): ValueList {
  const places = list.map(placesIn(order, mergeKey, maps));
  const before = itemsBefore(places);
  const next = new Map<number, number | undefined>();
  let first: number | undefined;
  for (const [index] of list.entries()) {
    const at = before.get(index);
    next.set(index, at === undefined ? first : next.get(at));
    if (at === undefined) first = index;
    else next.set(at, index);
  }
  const sorted: Value[] = [];
  for (let index = first; index !== undefined; index = next.get(index)) sorted.push(list[index] ?? null);
  return sorted;
}

/**
 * For each item, the item behind which it is inserted: of those inserted before it, the one with the last place up to
 * its own; undefined where it goes to the front.
 */
function itemsBefore(places: readonly number[]): ReadonlyMap<number, number | undefined> {
  const placed = places.map((place, index) => ({ place, index })).filter(({ place }) => place >= 0);
  const sorted = placed.toSorted((a, b) => a.place - b.place).map(({ index }) => index);
  // Nobody asks for the neighbours of nothing, which stands at both ends.
  type Neighbours = Map<number | undefined, number | undefined>;
  const left: Neighbours = new Map(sorted.map((index, at) => [index, sorted[at - 1]]));
  const right: Neighbours = new Map(sorted.map((index, at) => [index, sorted[at + 1]]));
  const before = new Map<number, number | undefined>();
  // Items are removed in reverse order of insertion, so that each sees the items that were there when it was inserted.
  for (const { index } of placed.reverse()) {
    const [lower, upper] = [left.get(index), right.get(index)];
    before.set(index, lower);
    left.set(upper, lower);
    right.set(lower, upper);
  }
  return before;
}

/** Splits a list into the items that are in another list, and the rest. */
export function partition(
  list: ValueList,
  by: ValueList,
  mergeKey: string,
): { readonly kind: 'parts'; readonly inside: ValueList; readonly outside: ValueList } | PatchError {
  if (mergeKey === '') {
    const scalars = new Set(by);
    return {
      kind: 'parts',
      inside: list.filter((item) => scalars.has(item)),
      outside: list.filter((item) => !scalars.has(item)),
    };
  }
  const inside: Value[] = [];
  const outside: Value[] = [];
  const find = keyFinder(by, mergeKey);
  for (const item of list) {
    if (!isMap(item)) return noMap(item);
    if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
    const place = find(item.get(mergeKey) ?? null);
    if (typeof place !== 'number') return place;
    (place < 0 ? outside : inside).push(item);
  }
  return { kind: 'parts', inside, outside };
}

/**
 * Finds the place of the first item with a value of the merge key; -1 for none.
 * Upstream: patch.go findMapInSliceBasedOnKeyValue.
 */
function keyFinder(list: ValueList, mergeKey: string): (value: Value) => number | PatchError {
  // Upstream fails when its search reaches an item that is no map.
  const noMap = list.findIndex((item) => !isMap(item));
  const places = firstPlaces(noMap < 0 ? list : list.slice(0, noMap), (item) => keyOf(item, mergeKey));
  return (value) => {
    const place = places.get(value);
    if (place !== undefined) return place;
    return noMap < 0 ? -1 : patchError(`value for key ${noMap} is not a map`);
  };
}

/**
 * Complains where the items of a patch do not stand in the order that the patch asks for.
 * Upstream: patch.go validatePatchWithSetOrderList.
 */
export function checkOrder(patchList: ValueList, order: ValueList, mergeKey: string): PatchError | undefined {
  if (order.length === 0) return undefined;
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
    if (!isMap(item)) return noMap(item);
  }
  for (const item of [left, right]) {
    if (isMap(item) && !item.has(mergeKey)) return noMergeKey(item, mergeKey);
  }
  return { kind: 'compared', equal: identity(left, mergeKey, true) === identity(right, mergeKey, true) };
}
