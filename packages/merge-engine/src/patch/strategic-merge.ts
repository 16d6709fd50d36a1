import { goTypeName } from '../value/go-text.ts';
import { equals, sortedKeys } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { ListInPlace, withoutDuplicates } from './list-in-place.ts';
import { type PatchError, type PatchSchema, patchError, patchStrategy } from './patch-schema.ts';
import {
  directive,
  discardNulls,
  fieldOfParallelList,
  malformed,
  noList,
  noMergeKey,
  removeDirectives,
  unknownDirective,
  withoutDirectives,
} from './strategic-directives.ts';
import { checkOrder, elementKind, interleave, type ListResult, partition } from './strategic-order.ts';

/**
 * The answer of a strategic merge patch. `patch` is what is left of the patch: upstream changes it while merging, and
 * messages about the result show it.
 */
export type StrategicMerged =
  | { readonly kind: 'merged'; readonly object: ValueMap; readonly patch: ValueMap }
  | PatchError;

/** The purpose of a merge: a patch is applied to an object, or two patches are combined. */
type MergeMode = 'apply' | 'combine';

/**
 * Applies a strategic merge patch to a decoded object, as the server does.
 * Upstream: strategicpatch/patch.go StrategicMergeMapPatchUsingLookupPatchMeta.
 */
export function applyStrategicPatch(object: ValueMap, patch: ValueMap, schema: PatchSchema): StrategicMerged {
  return mergeMaps(object, patch, schema, 'apply');
}

/**
 * Merges a patch into an object, or into another patch, whose directives and nulls then stay.
 * Upstream: patch.go mergeMap.
 */
export function mergeMaps(original: ValueMap, patch: ValueMap, schema: PatchSchema, mode: MergeMode): StrategicMerged {
  const marker = patch.get(directive.marker);
  if (marker !== undefined) return obey(marker, patch);
  const merge = new MapMerge(original, patch, schema, mode);
  return merge.retainKeys() ?? merge.orderedLists() ?? merge.rest() ?? merge.merged();
}

function merged(object: ValueMap, patch: ValueMap): StrategicMerged {
  return { kind: 'merged', object, patch };
}

/** Upstream: patch.go handleDirectiveInMergeMap. */
function obey(marker: Value, patch: ValueMap): StrategicMerged {
  if (marker === directive.replace) {
    const bare = new Map([...patch].filter(([key]) => key !== directive.marker));
    return merged(bare, bare);
  }
  if (marker === directive.delete) return merged(new Map(), patch);
  return unknownDirective(marker, patch);
}

/** The merge of one map: the result so far, and the rest of the patch. */
class MapMerge {
  private readonly result: Map<string, Value>;
  private readonly pending: Map<string, Value>;
  private readonly schema: PatchSchema;
  private readonly mode: MergeMode;

  constructor(original: ValueMap, patch: ValueMap, schema: PatchSchema, mode: MergeMode) {
    this.result = new Map(original);
    this.pending = new Map(patch);
    this.schema = schema;
    this.mode = mode;
  }

  merged(): StrategicMerged {
    return merged(this.result, this.pending);
  }

  /** Keeps only the keys that `$retainKeys` names. Upstream: patch.go applyRetainKeysDirective. */
  retainKeys(): PatchError | undefined {
    const { result, pending } = this;
    const wanted = pending.get(directive.retainKeys);
    if (wanted === undefined) return undefined;
    pending.delete(directive.retainKeys);
    if (this.mode === 'combine') {
      // Where the other patch names keys as well, they are the same: those of the modified object.
      result.set(directive.retainKeys, wanted);
      return undefined;
    }
    if (!isList(wanted)) return malformed.retainKeys;
    const retained = new Set(wanted);
    for (const [key, value] of pending) {
      if (value !== null && !isParallelList(key) && !retained.has(key)) return malformed.retainKeys;
    }
    for (const key of [...result.keys()]) if (!retained.has(key)) result.delete(key);
    return undefined;
  }

  /** Merges the lists for which the patch gives an order. Upstream: patch.go mergePatchIntoOriginal. */
  orderedLists(): PatchError | undefined {
    const keys = sortedKeys(this.pending).filter((key) => key.startsWith(directive.setElementOrder));
    for (const key of keys) {
      const failed = this.orderedList(key, this.pending.get(key) ?? null);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }

  private orderedList(key: string, order: Value): PatchError | undefined {
    const { result, pending, mode } = this;
    if (mode === 'combine') {
      const own = result.get(key);
      if (own !== undefined && !equals(own, order)) return malformed.setElementOrder;
      result.set(key, own ?? order);
    }
    pending.delete(key);
    if (!isList(order)) return noList(order);
    const named = fieldOfParallelList(key, directive.setElementOrder);
    if (named.kind === 'error') return named;
    const original = result.get(named.key);
    const patch = pending.get(named.key);
    if (original !== undefined && !isList(original)) return noList(original);
    if (patch !== undefined && !isList(patch)) return noList(patch);
    const lookup = this.schema.slice(named.key);
    if (lookup.kind === 'error') return lookup;
    const { schema, mergeKey } = lookup.field;
    const strategy = patchStrategy(lookup.field);
    if (strategy.kind === 'error') return strategy;
    const misordered = checkOrder(patch ?? [], order, mergeKey);
    if (misordered !== undefined) return misordered;

    let merged: ValueList;
    let serverOrder = original ?? [];
    if (original === undefined) {
      if (patch === undefined) return undefined;
      merged = withoutDirectives(patch);
    } else if (patch === undefined) {
      merged = original;
    } else {
      const lists = mergeLists(original, patch, {
        schema,
        mergeKey,
        strategy: strategy.strategy,
        mode,
        deletes: false,
      });
      if (lists.kind === 'error') return lists;
      merged = lists.list;
      serverOrder = lists.overwritten;
    }
    const parts = partition(merged, order, mergeKey);
    if (parts.kind === 'error') return parts;
    const elements = elementKind(original, patch);
    if (elements.kind === 'error') return elements;
    const both = interleave(parts.inside, parts.outside, order, serverOrder, mergeKey, elements.maps);
    if (both.kind === 'error') return both;
    result.set(named.key, both.list);
    pending.delete(named.key);
    return undefined;
  }

  /** Merges the rest of the patch, field by field. */
  rest(): PatchError | undefined {
    for (const key of sortedKeys(this.pending)) {
      const failed = this.entry(key, this.pending.get(key) ?? null);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }

  private entry(key: string, value: Value): PatchError | undefined {
    const { result, mode } = this;
    if (!key.startsWith(directive.deleteFromPrimitiveList)) return this.field(key, value, false);
    if (mode === 'combine') {
      result.set(key, value);
      return undefined;
    }
    const named = fieldOfParallelList(key, directive.deleteFromPrimitiveList);
    return named.kind === 'error' ? named : this.field(named.key, value, true);
  }

  /** Merges one field. `deletes`: the value lists what is removed from a list of scalars. */
  private field(key: string, value: Value, deletes: boolean): PatchError | undefined {
    const { result, mode } = this;
    if (value === null) {
      result.delete(key);
      if (mode === 'apply') return undefined;
    }
    const original = result.get(key);
    if (isMap(original) && isMap(value)) return this.map(key, original, value);
    if (isList(original) && isList(value)) return this.list(key, original, value, deletes);
    const isAlike = original !== undefined && goTypeName(original) === goTypeName(value);
    if (isAlike || !deletes) this.take(key, mode === 'apply' ? discardNulls(value) : value);
    return undefined;
  }

  /** Sets a value as it is, or removes the field where the value is a directive. */
  private take(key: string, value: Value): void {
    const kept = removeDirectives(value);
    if (kept === undefined) this.result.delete(key);
    else this.result.set(key, kept);
    // Directives stay in the patch, alone or as items of a list.
    const left = isList(value) ? value.map((item) => removeDirectives(item) ?? item) : (kept ?? value);
    if (this.pending.has(key)) this.pending.set(key, left);
  }

  private map(key: string, original: ValueMap, patch: ValueMap): PatchError | undefined {
    const lookup = this.schema.struct(key);
    if (lookup.kind === 'error') return lookup;
    const strategy = patchStrategy(lookup.field);
    if (strategy.kind === 'error') return strategy;
    const inner: StrategicMerged =
      strategy.strategy === directive.replace
        ? merged(patch, patch)
        : mergeMaps(original, patch, lookup.field.schema, this.mode);
    if (inner.kind === 'error') return inner;
    this.result.set(key, inner.object);
    this.pending.set(key, inner.patch);
    return undefined;
  }

  private list(key: string, original: ValueList, patch: ValueList, deletes: boolean): PatchError | undefined {
    const lookup = this.schema.slice(key);
    if (lookup.kind === 'error') return lookup;
    const strategy = patchStrategy(lookup.field);
    if (strategy.kind === 'error') return strategy;
    const { schema, mergeKey } = lookup.field;
    const merged = mergeLists(original, patch, {
      schema,
      mergeKey,
      strategy: strategy.strategy,
      mode: this.mode,
      deletes,
    });
    if (merged.kind === 'error') return merged;
    this.result.set(key, merged.list);
    if (!deletes) this.pending.set(key, merged.patch);
    return undefined;
  }
}

function isParallelList(key: string): boolean {
  return key.startsWith(directive.deleteFromPrimitiveList) || key.startsWith(directive.setElementOrder);
}

/** How two lists are merged. */
interface ListMerge {
  /** The type of the items. */
  readonly schema: PatchSchema;
  readonly mergeKey: string;
  readonly strategy: string;
  readonly mode: MergeMode;
  /** Whether the patch lists what is removed from a list of scalars. */
  readonly deletes: boolean;
}

/**
 * A merged list. `overwritten` is what the original list reads as afterwards: upstream deletes and appends in place,
 * and uses the order of what it has overwritten when the patch also gives an order. `patch` is what is left of the
 * patch.
 */
type MergedLists =
  | { readonly kind: 'lists'; readonly list: ValueList; readonly overwritten: ValueList; readonly patch: ValueList }
  | PatchError;

/** Merges a list of a patch into that of an object. Upstream: strategicpatch/patch.go mergeSliceHandler, mergeSlice. */
function mergeLists(original: ValueList, patch: ValueList, how: ListMerge): MergedLists {
  if (how.strategy !== directive.merge && !how.deletes) return lists(patch, original, patch);
  if (original.length === 0 && patch.length === 0) return lists(original, original, patch);
  const elements = elementKind(original, patch);
  if (elements.kind === 'error') return elements;
  if (elements.maps) return mergeListsOfMaps(original, patch, how);
  // Patches that are combined keep what they delete.
  if (how.deletes) {
    const gone = new Set(patch);
    const kept = original.filter((item) => !gone.has(item));
    return lists(kept, original, patch);
  }
  const merged = withoutDuplicates([...original, ...patch]);
  const both = ordered(merged, patch, original, how.mergeKey, false);
  return both.kind === 'error' ? both : lists(both.list, original, patch);
}

function lists(list: ValueList, overwritten: ValueList, patch: ValueList): MergedLists {
  return { kind: 'lists', list, overwritten, patch };
}

/** Sorts a merged list: what the patch names by the patch, the rest by the server. */
function ordered(
  merged: ValueList,
  patch: ValueList,
  serverOrder: ValueList,
  mergeKey: string,
  maps: boolean,
): ListResult {
  const parts = partition(merged, patch, mergeKey);
  if (parts.kind === 'error') return parts;
  return interleave(parts.inside, parts.outside, patch, serverOrder, mergeKey, maps);
}

function mergeListsOfMaps(original: ValueList, patch: ValueList, how: ListMerge): MergedLists {
  const { mergeKey } = how;
  if (mergeKey === '') return patchError(`cannot merge lists without merge key for ${how.schema.name}`);
  const obeyed = obeyItems(patch, mergeKey);
  if (obeyed.kind === 'error') return obeyed;
  const place = new ListInPlace(original, mergeKey);
  place.deleteAll(obeyed.deleted);
  if (obeyed.replaces) {
    const all = ordered(obeyed.items, [], obeyed.items, mergeKey, true);
    return all.kind === 'error' ? all : lists(all.list, place.overwritten(), patch);
  }
  const serverOrder = place.items();
  const left = new Map<Value, Value>();
  for (const item of obeyed.items) {
    const failed = mergeItem(place, item, how, left);
    if (failed !== undefined) return failed;
  }
  const both = ordered(place.items(), obeyed.items, serverOrder, mergeKey, true);
  if (both.kind === 'error') return both;
  return lists(
    both.list,
    place.overwritten(),
    patch.map((item) => left.get(item) ?? item),
  );
}

type Obeyed =
  | {
      readonly kind: 'obeyed';
      readonly items: readonly ValueMap[];
      readonly replaces: boolean;
      /** The values of the merge key whose items are deleted, in order. */
      readonly deleted: readonly Value[];
    }
  | PatchError;

/** Splits the items of a patch into directives and other items. Upstream: patch.go mergeSliceWithSpecialElements. */
function obeyItems(patch: ValueList, mergeKey: string): Obeyed {
  const items: ValueMap[] = [];
  const deleted: Value[] = [];
  let replaces = false;
  for (const item of patch.filter((each) => isMap(each))) {
    const marker = item.get(directive.marker);
    switch (marker) {
      case undefined:
        items.push(item);
        break;
      case directive.replace:
        replaces = true;
        break;
      case directive.delete: {
        if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
        deleted.push(item.get(mergeKey) ?? null);
        break;
      }
      case directive.merge:
        return patchError('merging lists cannot yet be specified in the patch');
      default:
        return unknownDirective(marker, item);
    }
  }
  return { kind: 'obeyed', items, replaces, deleted };
}

/**
 * Merges one item of a patch into a list; `left` gets what is left of the item.
 * Upstream: patch.go mergeSliceWithoutSpecialElements.
 */
function mergeItem(
  place: ListInPlace,
  item: ValueMap,
  how: ListMerge,
  left: Map<Value, Value>,
): PatchError | undefined {
  const { mergeKey } = how;
  if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
  const found = place.find(item.get(mergeKey) ?? null);
  if (found === undefined) {
    place.append(item);
    return undefined;
  }
  const merged = mergeMaps(found.item, item, how.schema, how.mode);
  if (merged.kind === 'error') return merged;
  place.set(found.index, merged.object);
  left.set(item, merged.patch);
  return undefined;
}
