import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { identical } from './identical.ts';
import { type PatchError, type PatchSchema, patchError, patchStrategy } from './patch-schema.ts';
import { diffLists, sortScalars } from './strategic-diff-lists.ts';
import { directive } from './strategic-directives.ts';

/** What of a difference a patch is to hold. Upstream: strategicpatch/patch.go DiffOptions. */
export interface DiffOptions {
  /** Whether the order of merged lists is told. */
  readonly order: boolean;
  readonly changes: boolean;
  readonly deletions: boolean;
  /** Whether all keys that stay are listed; set by the type as the walk goes on. */
  readonly retainKeys: boolean;
}

/** A patch, or upstream's words. */
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

/** Upstream: patch.go handleSliceDiff. */
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
