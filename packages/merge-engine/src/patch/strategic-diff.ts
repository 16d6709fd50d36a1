import { formatValue } from '../value/go-text.ts';
import { compareStrings, identical } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { withoutDuplicates } from './list-in-place.ts';
import { type PatchError, type PatchSchema, patchError, patchStrategy } from './patch-schema.ts';
import { directive, noMap, noMergeKey } from './strategic-directives.ts';
import { elementKind, inOrder, keyOf } from './strategic-order.ts';

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
  if ('kind' in lists) return lists;
  if (lists.items.length > 0) patch.set(key, lists.items);
  if (lists.deleted.length > 0) patch.set(`${directive.deleteFromPrimitiveList}/${key}`, lists.deleted);
  if (lists.order.length > 0) patch.set(`${directive.setElementOrder}/${key}`, lists.order);
  return undefined;
}

/** What a patch says of a merged list: items to set or delete, scalars to delete, and the order; each may be empty. */
interface DiffedLists {
  readonly items: ValueList;
  readonly deleted: ValueList;
  readonly order: ValueList;
}

/** The difference of two merged lists. Upstream: strategicpatch/patch.go diffLists. */
function diffLists(
  original: ValueList,
  modified: ValueList,
  schema: PatchSchema,
  mergeKey: string,
  options: DiffOptions,
): DiffedLists | PatchError {
  if (original.length === 0) {
    return { items: options.changes ? modified : [], deleted: [], order: [] };
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
): DiffedLists | PatchError {
  const diffed = diffItems(original, modified, schema, mergeKey, options);
  if (diffed.kind === 'error') return diffed;
  const items = [...inOrder(diffed.changed, modified, mergeKey, true), ...diffed.deleted];
  const moved = !sameOrder(original, modified, mergeKey);
  const differ = (options.changes && (items.length > 0 || moved)) || (options.deletions && items.length > 0);
  const order = options.order && differ ? modified.map((item) => keyOnly(item, mergeKey)) : [];
  return { items, deleted: [], order };
}

function keyOnly(item: Value, mergeKey: string): ValueMap {
  return new Map([[mergeKey, isMap(item) ? (item.get(mergeKey) ?? null) : null]]);
}

/** Upstream: patch.go isOrderSame. */
function sameOrder(original: ValueList, modified: ValueList, mergeKey: string): boolean {
  const keys = original.map((item) => keyOf(item, mergeKey));
  return keys.length === modified.length && modified.every((item, index) => keyOf(item, mergeKey) === keys[index]);
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
  for (const [old, next] of paired(before.items, after.items, ({ text }) => text)) {
    if (old !== undefined && next !== undefined) {
      const inner = diffMaps(old.item, next.item, schema, options);
      if (inner.kind === 'error') return inner;
      if (inner.patch.size > 0) changed.push(new Map(inner.patch).set(mergeKey, next.value));
    } else if (next !== undefined) {
      if (options.changes) changed.push(next.item);
    } else if (old !== undefined && options.deletions) {
      deleted.push(
        new Map<string, Value>([
          [mergeKey, old.value],
          [directive.marker, directive.delete],
        ]),
      );
    }
  }
  return { kind: 'items', changed, deleted };
}

/** Pairs what has the same text in two lists that are sorted by it; what has no partner stands alone. */
function paired<Item>(
  before: readonly Item[],
  after: readonly Item[],
  textOf: (item: Item) => string,
): readonly (readonly [Item | undefined, Item | undefined])[] {
  const pairs: (readonly [Item | undefined, Item | undefined])[] = [];
  for (let [i, j] = [0, 0]; ; ) {
    const [old, next] = [before[i], after[j]];
    if (old === undefined && next === undefined) return pairs;
    const order = old === undefined ? 1 : next === undefined ? -1 : compareStrings(textOf(old), textOf(next));
    pairs.push([order <= 0 ? old : undefined, order >= 0 ? next : undefined]);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
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
    if (!isMap(item)) return noMap(item);
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
  for (const [old, next] of paired(before, after, formatValue)) {
    if (old === undefined && next !== undefined && options.changes) added.push(next);
    if (old !== undefined && next === undefined && options.deletions) removed.push(old);
  }
  const deleted = withoutDuplicates(removed);
  // Upstream has sorted the original in place by now, and compares that.
  const differ = (options.deletions && deleted.length > 0) || (options.changes && !identical(before, modified));
  const items = inOrder(added, modified, '', false);
  return { items, deleted, order: options.order && differ ? modified : [] };
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
