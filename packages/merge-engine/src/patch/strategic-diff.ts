import { formatValue } from '../value/go-text.ts';
import { compareStrings, identical } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { withoutDuplicates } from './list-in-place.ts';
import { type PatchError, type PatchSchema, patchError, patchStrategy } from './patch-schema.ts';
import { directive, noMergeKey, wrongType } from './strategic-directives.ts';
import { elementKind, sameKey, sortByOrder } from './strategic-order.ts';

/** Which parts of a difference a patch holds. Upstream: strategicpatch/patch.go DiffOptions. */
interface DiffOptions {
  /** Whether the patch states the order of merged lists. */
  readonly order: boolean;
  readonly changes: boolean;
  readonly deletions: boolean;
  /** Whether the patch lists all keys that stay; set for each map by its patch strategy. */
  readonly retainKeys: boolean;
}

/** A patch, or upstream's error. */
export type Diffed = { readonly kind: 'patch'; readonly patch: ValueMap } | PatchError;

/** The strategic merge patch that makes one map of another. Upstream: patch.go diffMaps. */
export function diffMaps(original: ValueMap, modified: ValueMap, schema: PatchSchema, options: DiffOptions): Diffed {
  const patch = new Map<string, Value>();
  for (const [key, value] of modified) {
    const failed = diffEntry(patch, key, original.get(key), value, schema, options);
    if (failed !== undefined) return failed;
  }
  if (options.deletions) {
    for (const key of original.keys()) if (!modified.has(key)) patch.set(key, null);
  }
  const retained = options.retainKeys ? [...modified].filter(([, value]) => value !== null).map(([key]) => key) : [];
  if (retained.length > 0 && (patch.size > 0 || loses(original, modified))) {
    patch.set(directive.retainKeys, sortScalars(retained));
  }
  return { kind: 'patch', patch };
}

/** Whether a map has a value that the other has no key for. Upstream: patch.go hasAdditionalNewField. */
function loses(original: ValueMap, modified: ValueMap): boolean {
  return [...original].some(([key, value]) => value !== null && !modified.has(key));
}

function diffEntry(
  patch: Map<string, Value>,
  key: string,
  original: Value | undefined,
  modified: Value,
  schema: PatchSchema,
  options: DiffOptions,
): PatchError | undefined {
  if (original !== undefined && key === directive.marker) return diffMarker(patch, original, modified);
  if (original === undefined) {
    if (options.changes) patch.set(key, modified);
    return undefined;
  }
  if (isMap(original) && isMap(modified)) return diffMap(patch, key, original, modified, schema, options);
  if (isList(original) && isList(modified)) return diffList(patch, key, original, modified, schema, options);
  if (options.changes && !identical(original, modified)) patch.set(key, modified);
  return undefined;
}

function diffMarker(patch: Map<string, Value>, original: Value, modified: Value): PatchError | undefined {
  if (typeof original !== 'string' || typeof modified !== 'string') {
    return patchError(`invalid value for special key: ${directive.marker}`);
  }
  if (original !== modified) patch.set(directive.marker, modified);
  return undefined;
}

/** Upstream: patch.go handleMapDiff. */
function diffMap(
  patch: Map<string, Value>,
  key: string,
  original: ValueMap,
  modified: ValueMap,
  schema: PatchSchema,
  options: DiffOptions,
): PatchError | undefined {
  const lookup = schema.struct(key);
  // What cannot be looked up does not matter as long as it is the same.
  if (lookup.kind === 'error') return identical(original, modified) ? undefined : lookup;
  const strategy = patchStrategy(lookup.field);
  if (strategy.kind === 'error') return strategy;
  if (strategy.strategy === directive.replace) {
    if (options.changes) patch.set(key, modified);
    return undefined;
  }
  const { retainKeys } = strategy;
  const inner = diffMaps(original, modified, lookup.field.schema, { ...options, retainKeys });
  if (inner.kind === 'error') return inner;
  if (inner.patch.size > 0) patch.set(key, inner.patch);
  return undefined;
}

/** Upstream: patch.go handleSliceDiff, which begins as handleMapDiff does, with another look-up and another default. */
function diffList(
  patch: Map<string, Value>,
  key: string,
  original: ValueList,
  modified: ValueList,
  schema: PatchSchema,
  options: DiffOptions,
): PatchError | undefined {
  const lookup = schema.slice(key);
  if (lookup.kind === 'error') return identical(original, modified) ? undefined : lookup;
  const strategy = patchStrategy(lookup.field);
  if (strategy.kind === 'error') return strategy;
  if (strategy.strategy !== directive.merge) {
    if (options.changes && !identical(original, modified)) patch.set(key, modified);
    return undefined;
  }
  const { schema: items, mergeKey } = lookup.field;
  const { retainKeys } = strategy;
  const lists = diffLists(original, modified, items, mergeKey, { ...options, retainKeys });
  if (lists.kind === 'error') return lists;
  if (lists.items.length > 0) patch.set(key, lists.items);
  if (lists.deleted.length > 0) patch.set(`${directive.deleteFromPrimitiveList}/${key}`, lists.deleted);
  if (lists.order.length > 0) patch.set(`${directive.setElementOrder}/${key}`, lists.order);
  return undefined;
}

/** What a patch says of a merged list: items to set or delete, scalars to delete, and the order; each may be empty. */
type DiffedLists =
  | { readonly kind: 'lists'; readonly items: ValueList; readonly deleted: ValueList; readonly order: ValueList }
  | PatchError;

/** The difference of two merged lists. Upstream: strategicpatch/patch.go diffLists. */
function diffLists(
  original: ValueList,
  modified: ValueList,
  schema: PatchSchema,
  mergeKey: string,
  options: DiffOptions,
): DiffedLists {
  if (original.length === 0) {
    return { kind: 'lists', items: options.changes ? modified : [], deleted: [], order: [] };
  }
  const elements = elementKind(original, modified);
  if (elements.kind === 'error') return elements;
  return elements.maps
    ? diffMapLists(original, modified, schema, mergeKey, options)
    : diffScalarLists(original, modified, options);
}

function diffMapLists(
  original: ValueList,
  modified: ValueList,
  schema: PatchSchema,
  mergeKey: string,
  options: DiffOptions,
): DiffedLists {
  const diffed = diffItems(original, modified, schema, mergeKey, options);
  if (diffed.kind === 'error') return diffed;
  const sorted = sortByOrder(diffed.changed, modified, mergeKey, true);
  if (sorted.kind === 'error') return sorted;
  const same = sameOrder(original, modified, mergeKey);
  if (same.kind === 'error') return same;
  const items = [...sorted.list, ...diffed.deleted];
  const differ = (options.changes && (items.length > 0 || !same.equal)) || (options.deletions && items.length > 0);
  const order = options.order && differ ? modified.map((item) => keyOnly(item, mergeKey)) : [];
  return { kind: 'lists', items, deleted: [], order };
}

function keyOnly(item: Value, mergeKey: string): ValueMap {
  return new Map([[mergeKey, isMap(item) ? (item.get(mergeKey) ?? null) : null]]);
}

/** Upstream: patch.go isOrderSame. */
function sameOrder(original: ValueList, modified: ValueList, mergeKey: string): ReturnType<typeof sameKey> {
  if (original.length !== modified.length) return { kind: 'compared', equal: false };
  for (const [index, item] of modified.entries()) {
    const same = sameKey(original[index] ?? null, item, mergeKey);
    if (same.kind === 'error' || !same.equal) return same;
  }
  return { kind: 'compared', equal: true };
}

type DiffedItems =
  | { readonly kind: 'items'; readonly changed: readonly ValueMap[]; readonly deleted: readonly ValueMap[] }
  | PatchError;

/** Walks both lists by the text of the merge key. Upstream: patch.go diffListsOfMaps. */
function diffItems(
  original: ValueList,
  modified: ValueList,
  schema: PatchSchema,
  mergeKey: string,
  options: DiffOptions,
): DiffedItems {
  const before = keyed(original, mergeKey);
  if (before.kind === 'error') return before;
  const after = keyed(modified, mergeKey);
  if (after.kind === 'error') return after;
  const changed: ValueMap[] = [];
  const deleted: ValueMap[] = [];
  let i = 0;
  let j = 0;
  while (i < before.items.length || j < after.items.length) {
    const old = before.items[i];
    const next = after.items[j];
    const order = old === undefined ? 1 : next === undefined ? -1 : compareStrings(old.text, next.text);
    if (old !== undefined && next !== undefined && order === 0) {
      const inner = diffMaps(old.item, next.item, schema, options);
      if (inner.kind === 'error') return inner;
      if (inner.patch.size > 0) changed.push(new Map(inner.patch).set(mergeKey, next.value));
      i++;
      j++;
    } else if (next !== undefined && order > 0) {
      if (options.changes) changed.push(next.item);
      j++;
    } else if (old !== undefined) {
      if (options.deletions) {
        deleted.push(
          new Map<string, Value>([
            [mergeKey, old.value],
            [directive.marker, directive.delete],
          ]),
        );
      }
      i++;
    }
  }
  return { kind: 'items', changed, deleted };
}

interface KeyedItem {
  readonly item: ValueMap;
  readonly value: Value;
  /** The value of the merge key as text; `80` and `"80"` are one. */
  readonly text: string;
}

/** The items sorted by the text of their merge key. */
function keyed(
  list: ValueList,
  mergeKey: string,
): { readonly kind: 'keyed'; readonly items: readonly KeyedItem[] } | PatchError {
  const items: KeyedItem[] = [];
  for (const item of list) {
    if (!isMap(item)) return wrongType('map', item);
    const value = item.get(mergeKey);
    items.push({ item, value: value ?? null, text: formatValue(value ?? null) });
  }
  const sorted = sortAsUpstream(items, (each) => each.text);
  const keyless = sorted.find(({ item }) => !item.has(mergeKey));
  return keyless === undefined ? { kind: 'keyed', items: sorted } : noMergeKey(keyless.item, mergeKey);
}

function diffScalarLists(original: ValueList, modified: ValueList, options: DiffOptions): DiffedLists {
  const before = sortScalars(original);
  const after = sortScalars(modified);
  const added: Value[] = [];
  const removed: Value[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]];
    const order = i >= before.length ? 1 : j >= after.length ? -1 : compareStrings(text(old), text(next));
    if (order >= 0) {
      if (order > 0 && options.changes && next !== undefined) added.push(next);
      j++;
    }
    if (order <= 0) {
      if (order < 0 && options.deletions && old !== undefined) removed.push(old);
      i++;
    }
  }
  const deleted = withoutDuplicates(removed);
  const sorted = sortByOrder(added, modified, '', false);
  if (sorted.kind === 'error') return sorted;
  // Upstream has sorted the original in place by now, and compares that.
  const differ = (options.deletions && deleted.length > 0) || (options.changes && !identical(before, modified));
  return { kind: 'lists', items: sorted.list, deleted, order: options.order && differ ? modified : [] };
}

function text(value: Value | undefined): string {
  return formatValue(value ?? null);
}

/** Scalars by their text. Upstream: patch.go sortScalars. */
export function sortScalars(list: ValueList): ValueList {
  return sortAsUpstream(list, formatValue);
}

/**
 * Sorts by text as Go does with upstream's comparison for up to a dozen items: equal items change places.
 * Upstream: patch.go SortableSliceOfMaps.Less, Go's sort.Sort.
 */
function sortAsUpstream<Item>(list: readonly Item[], textOf: (item: Item) => string): Item[] {
  return list.toReversed().sort((a, b) => compareStrings(textOf(a), textOf(b)));
}
