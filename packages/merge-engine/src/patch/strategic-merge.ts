import { goTypeName } from '../value/go-format.ts';
import { equals, sortedKeys } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { type PatchError, type PatchSchema, patchStrategy } from './patch-schema.ts';
import {
  directive,
  discardNulls,
  fieldOfParallelList,
  malformed,
  removeDirectives,
  unknownDirective,
  wrongType,
} from './strategic-directives.ts';
import { mergeLists } from './strategic-lists.ts';
import { checkOrder, elementKind, interleave, partition } from './strategic-order.ts';

/**
 * The answer of a strategic merge patch. `patch` is what upstream leaves of the patch, which it takes apart while
 * merging: messages about the result show it.
 */
export type StrategicMerged =
  | { readonly kind: 'merged'; readonly object: ValueMap; readonly patch: ValueMap }
  | PatchError;

/** What a merge is for: a patch is applied to an object, or two patches are made one. */
export type MergeMode = 'apply' | 'combine';

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

/** Upstream: patch.go handleDirectiveInMergeMap. */
function obey(marker: Value, patch: ValueMap): StrategicMerged {
  if (marker === directive.replace) {
    const bare = new Map([...patch].filter(([key]) => key !== directive.marker));
    return { kind: 'merged', object: bare, patch: bare };
  }
  if (marker === directive.delete) return { kind: 'merged', object: new Map(), patch };
  return unknownDirective(marker, patch);
}

/** One map being merged: the result so far, and what of the patch is still to come. */
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
    return { kind: 'merged', object: this.result, patch: this.pending };
  }

  /** Keeps only the keys that `$retainKeys` names. Upstream: patch.go applyRetainKeysDirective. */
  retainKeys(): PatchError | undefined {
    const { result, pending } = this;
    const wanted = pending.get(directive.retainKeys);
    if (wanted === undefined) return undefined;
    pending.delete(directive.retainKeys);
    if (this.mode === 'combine') {
      // Where the other patch names keys as well, they are the same: those of the object that is wanted.
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
    if (!isList(order)) return wrongType('list', order);
    const named = fieldOfParallelList(key, directive.setElementOrder);
    if (named.kind === 'error') return named;
    const original = result.get(named.key);
    const patch = pending.get(named.key);
    if (original !== undefined && !isList(original)) return wrongType('list', original);
    if (patch !== undefined && !isList(patch)) return wrongType('list', patch);
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
      const added = removeDirectives(patch);
      merged = isList(added) ? added : [];
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

  /** Merges what is left of the patch, field by field. */
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

  /** `deletes`: the value lists what goes from a list of scalars. */
  private field(key: string, value: Value, deletes: boolean): PatchError | undefined {
    const { result, mode } = this;
    if (value === null) {
      result.delete(key);
      if (mode === 'apply') return undefined;
    }
    const original = result.get(key);
    if (original === undefined || goTypeName(original) !== goTypeName(value)) {
      if (!deletes) this.take(key, mode === 'apply' ? discardNulls(value) : value);
      return undefined;
    }
    if (isMap(original) && isMap(value)) return this.map(key, original, value);
    if (isList(original) && isList(value)) return this.list(key, original, value, deletes);
    this.take(key, value);
    return undefined;
  }

  /** Sets a value as it is, or removes the field where the value is a directive. */
  private take(key: string, value: Value): void {
    const kept = removeDirectives(value);
    if (kept === undefined) this.result.delete(key);
    else this.result.set(key, kept);
    // A list keeps its items in the patch, even those that are directives.
    const left = isList(value) ? value.map((item) => removeDirectives(item) ?? item) : kept;
    if (left !== undefined && this.pending.has(key)) this.pending.set(key, left);
  }

  private map(key: string, original: ValueMap, patch: ValueMap): PatchError | undefined {
    const lookup = this.schema.struct(key);
    if (lookup.kind === 'error') return lookup;
    const strategy = patchStrategy(lookup.field);
    if (strategy.kind === 'error') return strategy;
    const merged: StrategicMerged =
      strategy.strategy === directive.replace
        ? { kind: 'merged', object: patch, patch }
        : mergeMaps(original, patch, lookup.field.schema, this.mode);
    if (merged.kind === 'error') return merged;
    this.result.set(key, merged.object);
    this.pending.set(key, merged.patch);
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
