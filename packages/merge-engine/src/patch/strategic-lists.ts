import { isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { type PatchError, type PatchSchema, patchError } from './patch-schema.ts';
import { directive, noMergeKey, unknownDirective } from './strategic-directives.ts';
import { type MergeMode, mergeMaps } from './strategic-merge.ts';
import { elementKind, findByKey, interleave, type ListResult, partition } from './strategic-order.ts';

/** How two lists are merged. */
export interface ListMerge {
  /** The type of the items. */
  readonly schema: PatchSchema;
  readonly mergeKey: string;
  readonly strategy: string;
  readonly mode: MergeMode;
  /** Whether the patch lists what goes from a list of scalars. */
  readonly deletes: boolean;
}

/**
 * A merged list. `overwritten` is what the original list reads as afterwards: upstream deletes and appends in place,
 * and goes by the order of what it has overwritten when the patch also gives an order. `patch` is what it leaves of
 * the patch.
 */
export type MergedLists =
  | { readonly kind: 'lists'; readonly list: ValueList; readonly overwritten: ValueList; readonly patch: ValueList }
  | PatchError;

/** Merges a list of a patch into that of an object. Upstream: strategicpatch/patch.go mergeSliceHandler, mergeSlice. */
export function mergeLists(original: ValueList, patch: ValueList, how: ListMerge): MergedLists {
  if (how.strategy !== directive.merge && !how.deletes) return lists(patch, original, patch);
  if (original.length === 0 && patch.length === 0) return lists(original, original, patch);
  const elements = elementKind(original, patch);
  if (elements.kind === 'error') return elements;
  if (elements.maps) return mergeListsOfMaps(original, patch, how);
  if (how.deletes && how.mode === 'apply') {
    const kept = original.filter((item) => !patch.includes(item));
    return lists(kept, original, patch);
  }
  const merged = withoutDuplicates([...original, ...patch]);
  const both = ordered(merged, patch, original, how.mergeKey, false);
  return both.kind === 'error' ? both : lists(both.list, original, patch);
}

function lists(list: ValueList, overwritten: ValueList, patch: ValueList): MergedLists {
  return { kind: 'lists', list, overwritten, patch };
}

/** Puts a merged list in order: by the patch what it names, by the server the rest. */
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
  const place = new ListInPlace(original);
  const obeyed = obeyItems(place, patch, mergeKey);
  if (obeyed.kind === 'error') return obeyed;
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

type Obeyed = { readonly kind: 'obeyed'; readonly items: readonly ValueMap[]; readonly replaces: boolean } | PatchError;

/** Does what directives among the items of a patch say, and hands out the others. Upstream: patch.go mergeSliceWithSpecialElements. */
function obeyItems(place: ListInPlace, patch: ValueList, mergeKey: string): Obeyed {
  const items: ValueMap[] = [];
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
        const failed = place.deleteAll(mergeKey, item.get(mergeKey) ?? null);
        if (failed !== undefined) return failed;
        break;
      }
      case directive.merge:
        return patchError('merging lists cannot yet be specified in the patch');
      default:
        return unknownDirective(marker, item);
    }
  }
  return { kind: 'obeyed', items, replaces };
}

/** Upstream: patch.go mergeSliceWithoutSpecialElements. `left` takes what is left of the item. */
function mergeItem(
  place: ListInPlace,
  item: ValueMap,
  how: ListMerge,
  left: Map<Value, Value>,
): PatchError | undefined {
  const { mergeKey } = how;
  if (!item.has(mergeKey)) return noMergeKey(item, mergeKey);
  const items = place.items();
  const found = findByKey(items, mergeKey, item.get(mergeKey) ?? null);
  if (found.kind === 'error') return found;
  const existing = items[found.index];
  if (!isMap(existing)) {
    place.append(item);
    return undefined;
  }
  const merged = mergeMaps(existing, item, how.schema, how.mode);
  if (merged.kind === 'error') return merged;
  place.set(found.index, merged.object);
  left.set(item, merged.patch);
  return undefined;
}

/** A list that is changed as a Go slice is: what is deleted makes room, in the same memory, for what is appended. */
class ListInPlace {
  private readonly memory: Value[];
  private readonly visible: number;
  private length: number;

  constructor(list: ValueList) {
    this.memory = [...list];
    this.visible = list.length;
    this.length = list.length;
  }

  items(): ValueList {
    return this.memory.slice(0, this.length);
  }

  /** What a reader of the original list sees. */
  overwritten(): ValueList {
    return this.memory.slice(0, this.visible);
  }

  set(index: number, item: Value): void {
    this.memory[index] = item;
  }

  append(item: Value): void {
    this.memory[this.length] = item;
    this.length++;
  }

  deleteAll(mergeKey: string, value: Value): PatchError | undefined {
    while (true) {
      const found = findByKey(this.items(), mergeKey, value);
      if (found.kind === 'error') return found;
      if (found.index < 0) return undefined;
      this.memory.copyWithin(found.index, found.index + 1, this.length);
      this.length--;
    }
  }
}

/** Takes out later duplicates, the last item moving into the gap. Upstream: patch.go deduplicateScalars. */
export function withoutDuplicates(list: ValueList): ValueList {
  const rest = [...list];
  for (let i = 0; i < rest.length; i++) {
    for (let j = i + 1; j < rest.length; j++) {
      if (rest[i] !== rest[j]) continue;
      const last = rest.pop();
      if (j < rest.length && last !== undefined) rest[j] = last;
      j--;
    }
  }
  return rest;
}
