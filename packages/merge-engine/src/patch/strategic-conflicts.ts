import { formatValue } from '../value/go-text.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { withoutDuplicates } from './list-in-place.ts';
import { type PatchError, type PatchSchema, patchError, patchStrategy } from './patch-schema.ts';
import { sortScalars } from './strategic-diff.ts';
import { directive } from './strategic-directives.ts';
import { elementKind, keyOf } from './strategic-order.ts';

/** Whether two patches set something to different values, or upstream's error. */
type Conflicting = { readonly kind: 'compared'; readonly conflict: boolean } | PatchError;

const agree: Conflicting = { kind: 'compared', conflict: false };
const differ: Conflicting = { kind: 'compared', conflict: true };

/** Compares two patches. Upstream: strategicpatch/patch.go MergingMapsHaveConflicts. */
export function patchesConflict(left: ValueMap, right: ValueMap, schema: PatchSchema): Conflicting {
  return valuesConflict(left, right, schema, undefined);
}

/** How the values of a field are merged; undefined for what is no field. */
type Merging = { readonly strategy: string; readonly mergeKey: string } | undefined;

function valuesConflict(left: Value, right: Value, schema: PatchSchema, merging: Merging): Conflicting {
  if (isMap(left)) {
    if (!isMap(right)) return differ;
    if (left.get(directive.marker) !== right.get(directive.marker)) return differ;
    return merging?.strategy === directive.replace ? agree : mapsConflict(left, right, schema);
  }
  if (isList(left)) return isList(right) ? listsConflict(left, right, schema, merging) : differ;
  return left === right ? agree : differ;
}

function mapsConflict(left: ValueMap, right: ValueMap, schema: PatchSchema): Conflicting {
  for (const [key, value] of left) {
    const other = right.get(key);
    if (key === directive.retainKeys || other === undefined) continue;
    const compared = fieldsConflict(key, value, other, schema);
    if (compared.kind === 'error' || compared.conflict) return compared;
  }
  return agree;
}

function fieldsConflict(key: string, left: Value, right: Value, schema: PatchSchema): Conflicting {
  if (!isMap(left) && !isList(left)) return left === right ? agree : differ;
  const lookup = isMap(left) ? schema.struct(key) : schema.slice(key);
  if (lookup.kind === 'error') return lookup;
  const { field } = lookup;
  const strategy = patchStrategy(field);
  if (strategy.kind === 'error') return strategy;
  return valuesConflict(left, right, field.schema, { strategy: strategy.strategy, mergeKey: field.mergeKey });
}

function listsConflict(left: ValueList, right: ValueList, schema: PatchSchema, merging: Merging): Conflicting {
  const elements = elementKind(left, right);
  if (elements.kind === 'error') return elements;
  if (merging?.strategy === directive.merge) {
    // Merged lists of scalars agree by their nature.
    return elements.maps ? keyedListsConflict(left, right, merging.mergeKey, schema) : agree;
  }
  if (left.length !== right.length) return differ;
  const [a, b] = elements.maps
    ? [left, right]
    : [sortScalars(withoutDuplicates(left)), sortScalars(withoutDuplicates(right))];
  for (const [index, item] of a.entries()) {
    const compared = valuesConflict(item, b[index] ?? null, schema, undefined);
    if (compared.kind === 'error' || compared.conflict) return compared;
  }
  return agree;
}

function keyedListsConflict(left: ValueList, right: ValueList, mergeKey: string, schema: PatchSchema): Conflicting {
  const a = byKey(left, mergeKey);
  if (a.kind === 'error') return a;
  const b = byKey(right, mergeKey);
  if (b.kind === 'error') return b;
  for (const [key, item] of a.items) {
    const other = b.items.get(key);
    const compared = other === undefined ? agree : valuesConflict(item, other, schema, undefined);
    if (compared.kind === 'error' || compared.conflict) return compared;
  }
  return agree;
}

/** Upstream: patch.go sliceOfMapsToMapOfMaps. */
function byKey(
  list: ValueList,
  mergeKey: string,
): { readonly kind: 'items'; readonly items: ReadonlyMap<string, Value> } | PatchError {
  const items = new Map<string, Value>();
  for (const item of list) {
    const key = keyOf(item, mergeKey);
    if (key === undefined) {
      return patchError(`cannot find merge key \`${mergeKey}\` in merging list element:${formatValue(item)}`);
    }
    items.set(formatValue(key), item);
  }
  return { kind: 'items', items };
}
