import { compareStrings, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { JsonSchema } from './json-schema.ts';

/** A pruned value, with the sorted paths of the dropped fields: `spec.items[0].x`. */
export interface Pruned<T extends Value> {
  readonly value: T;
  readonly unknown: readonly string[];
}

/** The fields that every resource has, whether its schema declares them or not. */
export const typeAndMetadata: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Drops the fields of a resource that its schema does not declare. apiVersion, kind and metadata stay, and so do
 * unknown fields where the schema has x-kubernetes-preserve-unknown-fields.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go PruneWithOptions.
 */
export function pruneResource(object: ValueMap, schema: JsonSchema): Pruned<ValueMap> {
  const unknown: string[] = [];
  const value = pruneMap(object, { ...schema, embeddedResource: true }, '', unknown);
  return { value, unknown: unknown.sort(compareStrings) };
}

/** Prunes a value inside a resource, such as a default. */
export function pruneValue(value: Value, schema: JsonSchema): Value {
  return prune(value, schema, '', []);
}

function prune(value: Value, schema: JsonSchema | undefined, path: string, unknown: string[]): Value {
  if (isMap(value)) return pruneMap(value, schema, path, unknown);
  if (!isList(value)) return value;
  const items = schema?.items?.schema;
  const preserve = schema?.preserveUnknownFields === true;
  return mapList(value, (item, index) => {
    const at = `${path}[${index}]`;
    return preserve ? skipPrune(item, items, at, unknown) : prune(item, items, at, unknown);
  });
}

function pruneMap(map: ValueMap, schema: JsonSchema | undefined, path: string, unknown: string[]): ValueMap {
  if (schema?.preserveUnknownFields === true) return skipPruneMap(map, schema, path, unknown);
  return mapEntries(map, (key, value) => {
    if (schema?.embeddedResource === true && typeAndMetadata.has(key)) return value;
    const at = joined(path, key);
    const property = schema?.properties.get(key);
    if (property !== undefined) return prune(value, property, at, unknown);
    if (schema?.additionalProperties !== undefined)
      return prune(value, schema.additionalProperties.schema, at, unknown);
    unknown.push(at);
    return undefined;
  });
}

function skipPrune(value: Value, schema: JsonSchema | undefined, path: string, unknown: string[]): Value {
  if (schema === undefined) return value;
  if (isMap(value)) return skipPruneMap(value, schema, path, unknown);
  if (!isList(value)) return value;
  return mapList(value, (item, index) => skipPrune(item, schema.items?.schema, `${path}[${index}]`, unknown));
}

function skipPruneMap(map: ValueMap, schema: JsonSchema, path: string, unknown: string[]): ValueMap {
  return mapEntries(map, (key, value) => {
    if (schema.embeddedResource && typeAndMetadata.has(key)) return value;
    const property = schema.properties.get(key);
    if (property !== undefined) return prune(value, property, joined(path, key), unknown);
    if (schema.additionalProperties === undefined) return value;
    return prune(value, schema.additionalProperties.schema, joined(path, key), unknown);
  });
}

/**
 * Drops nulls from maps where the schema neither allows null nor has a default; nulls in lists stay.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/prunenulls.go.
 */
export function pruneNulls(value: Value, schema: JsonSchema | undefined): Value {
  if (isMap(value)) return pruneNullsOfMap(value, schema);
  return isList(value) ? mapList(value, (item) => pruneNulls(item, schema?.items?.schema)) : value;
}

/** Drops nulls from a map, as `pruneNulls` does. */
export function pruneNullsOfMap(map: ValueMap, schema: JsonSchema | undefined): ValueMap {
  return mapEntries(map, (key, entry) => {
    const own = schema?.properties.get(key) ?? schema?.additionalProperties?.schema;
    if (entry === null && own !== undefined && !own.nullable && own.default === undefined) return undefined;
    return pruneNulls(entry, own);
  });
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Replaces each entry of a map, or drops it for undefined. It returns the same map where nothing changes. */
export function mapEntries(map: ValueMap, change: (key: string, value: Value) => Value | undefined): ValueMap {
  let copy: Map<string, Value> | undefined;
  for (const [key, value] of map) {
    const next = change(key, value);
    if (next === value) continue;
    copy ??= new Map(map);
    if (next === undefined) copy.delete(key);
    else copy.set(key, next);
  }
  return copy ?? map;
}

/** Replaces each item of a list. It returns the same list where nothing changes. */
export function mapList(list: readonly Value[], change: (item: Value, index: number) => Value): readonly Value[] {
  let copy: Value[] | undefined;
  list.forEach((item, index) => {
    const next = change(item, index);
    if (next === item) return;
    copy ??= [...list];
    copy[index] = next;
  });
  return copy ?? list;
}
