import {
  formatJson,
  isList,
  isMap,
  remembered,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { JsonSchema } from '../json-schema.ts';
import { sameValue } from './same-value.ts';

/**
 * A value of an updated object with its old value. The schema says which items of lists belong together. A value that
 * did not change may violate rules that are newer than it.
 * Upstream: k8s.io/apiserver pkg/cel/common/equality.go CorrelatedObject.
 */
export interface Correlation {
  readonly value: Value;
  readonly old: Value | undefined;
  readonly schema: JsonSchema;
}

/** Returns a field of a map with its old value, if it had one; undefined where the schema does not declare the field. */
export function correlatedKey({ value, old, schema }: Correlation, key: string): Correlation | undefined {
  if (!isMap(value) || !isMap(old)) return undefined;
  const own = schema.properties.get(key) ?? schema.additionalProperties?.schema;
  return own && { value: value.get(key) ?? null, old: old.get(key), schema: own };
}

/** Returns the item of a map list with the old item of the same keys, if there was one; undefined for other lists. */
export function correlatedIndex({ value, old, schema }: Correlation, index: number): Correlation | undefined {
  if (!isList(value) || !isList(old) || schema.listType !== 'map') return undefined;
  const items = schema.items?.schema;
  const next = value[index] ?? null;
  if (items === undefined || !isMap(next)) return undefined;
  const key = listKey(next, schema.listMapKeys);
  return { value: next, old: itemsByKey(old)(schema.listMapKeys).get(key), schema: items };
}

/**
 * The items of a map list by their keys, the first of equal ones. It is remembered, since every item of the new list is
 * looked up.
 */
const itemsByKey = remembered((list: ValueList) =>
  remembered((keys: readonly string[]): ReadonlyMap<string | undefined, ValueMap> => {
    const items = new Map<string | undefined, ValueMap>();
    for (const item of list) {
      const key = isMap(item) ? listKey(item, keys) : undefined;
      if (isMap(item) && key !== undefined && !items.has(key)) items.set(key, item);
    }
    return items;
  }),
);

function listKey(item: ValueMap, keys: readonly string[]): string | undefined {
  const values = keys.map((key) => item.get(key) ?? null);
  if (values.some((value) => typeof value === 'object')) return undefined;
  return formatJson(values.map((value) => [typeof value, value]));
}

/**
 * Whether a value did not change; one without an old value counts as changed. Upstream: equality.go CachedDeepEqual.
 */
export function isUnchanged(correlation: Correlation | undefined): boolean {
  if (correlation === undefined) return false;
  const { value, old } = correlation;
  if (old === undefined) return false;
  if (isList(value)) return isList(old) && listUnchanged(correlation, value, old);
  if (!isMap(value)) return sameValue(value, old);
  if (!isMap(old) || value.size !== old.size) return false;
  return [...value.keys()].every((key) => isUnchanged(correlatedKey(correlation, key)));
}

function listUnchanged(correlation: Correlation, value: readonly Value[], old: readonly Value[]): boolean {
  if (value.length !== old.length) return false;
  if (correlation.schema.listType !== 'map') return sameValue(value, old);
  return value.every((_item, index) => isUnchanged(correlatedIndex(correlation, index)));
}
