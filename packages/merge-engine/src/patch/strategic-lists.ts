import { isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { type PatchError, type PatchSchema, patchError } from './patch-schema.ts';
import { directive, noMergeKey, unknownDirective } from './strategic-directives.ts';
import { type MergeMode, mergeMaps } from './strategic-merge.ts';
import { elementKind, firstPlaces, interleave, keyOf, type ListResult, partition } from './strategic-order.ts';

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
      /** The values of the merge key whose items go, in turn. */
      readonly deleted: readonly Value[];
    }
  | PatchError;

/** What directives among the items of a patch say, and the other items. Upstream: patch.go mergeSliceWithSpecialElements. */
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

/** Upstream: patch.go mergeSliceWithoutSpecialElements. `left` takes what is left of the item. */
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

/**
 * A list of maps that is changed as a Go slice is: what is deleted makes room, in the same memory, for what is appended.
 */
class ListInPlace {
  private memory: Value[];
  private readonly visible: number;
  private readonly mergeKey: string;
  private length: number;
  /** Where values of the merge key stand first; absent where that is to be found out. */
  private places: Map<Value | undefined, number> | undefined;

  constructor(list: ValueList, mergeKey: string) {
    this.memory = [...list];
    this.visible = list.length;
    this.mergeKey = mergeKey;
    this.length = list.length;
  }

  items(): ValueList {
    return this.memory.slice(0, this.length);
  }

  /** What a reader of the original list sees. */
  overwritten(): ValueList {
    return this.memory.slice(0, this.visible);
  }

  /** The first item with a value of the merge key, and its place. */
  find(value: Value): { readonly index: number; readonly item: ValueMap } | undefined {
    this.places ??= firstPlaces(this.items(), (item) => keyOf(item, this.mergeKey));
    const index = this.places.get(value);
    const item = index === undefined ? undefined : this.memory[index];
    return index !== undefined && isMap(item) ? { index, item } : undefined;
  }

  set(index: number, item: Value): void {
    if (keyOf(this.memory[index] ?? null, this.mergeKey) !== keyOf(item, this.mergeKey)) this.places = undefined;
    this.memory[index] = item;
  }

  append(item: Value): void {
    this.places?.set(keyOf(item, this.mergeKey), this.length);
    this.memory[this.length] = item;
    this.length++;
  }

  /** Takes out the items with values of the merge key; those behind move up, and nothing reads the places that they leave. */
  deleteAll(values: readonly Value[]): void {
    const gone = new Set<Value | undefined>(values);
    const kept = this.items().filter((item) => !gone.has(keyOf(item, this.mergeKey)));
    this.memory = [...kept, ...this.memory.slice(kept.length)];
    this.length = kept.length;
    this.places = undefined;
  }
}

/** Takes out later duplicates, the last item moving into the gap. Upstream: patch.go deduplicateScalars. */
export function withoutDuplicates(list: ValueList): ValueList {
  const rest = [...list];
  // Where each value stands, or once stood.
  const places = new Map<Value, number[]>();
  const stand = (value: Value, place: number) => {
    const before = places.get(value);
    if (before === undefined) places.set(value, [place]);
    else before.push(place);
  };
  rest.forEach(stand);
  for (let i = 0; i < rest.length; i++) {
    const value = rest[i] ?? null;
    const later = (places.get(value) ?? []).filter((place) => place > i).sort((a, b) => a - b);
    for (const place of later) {
      while (place < rest.length && rest[place] === value) {
        const last = rest.pop() ?? null;
        if (place >= rest.length) break;
        rest[place] = last;
        stand(last, place);
      }
    }
  }
  return rest;
}
