import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { anywhere, type JsonSchema } from './json-schema.ts';
import { mapEntries, mapList } from './pruning.ts';

/**
 * Sets the defaults of a schema where a field is absent, or null without being nullable. It goes into lists and maps,
 * also into those that a default has just set.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/algorithm.go Default.
 */
export function setSchemaDefaults(object: ValueMap, schema: JsonSchema): ValueMap {
  let withDefaults: Map<string, Value> | undefined;
  for (const [key, property] of schema.properties) {
    if (property.default === undefined) continue;
    const value = object.get(key);
    if (value !== undefined && !isForbiddenNull(value, property)) continue;
    withDefaults ??= new Map(object);
    withDefaults.set(key, property.default);
  }
  return mapEntries(withDefaults ?? object, (key, value) => {
    const property = schema.properties.get(key);
    if (property !== undefined) return defaultsInside(value, property);
    const entry = schema.additionalProperties?.schema;
    return entry === undefined ? value : defaultsInside(orDefault(value, entry), entry);
  });
}

function defaultsInside(value: Value, schema: JsonSchema): Value {
  if (isMap(value)) return setSchemaDefaults(value, schema);
  const items = schema.items?.schema;
  if (!isList(value) || items === undefined) return value;
  return mapList(value, (item) => defaultsInside(orDefault(item, items), items));
}

function orDefault(value: Value, schema: JsonSchema): Value {
  return isForbiddenNull(value, schema) ? (schema.default ?? null) : value;
}

function isForbiddenNull(value: Value, schema: JsonSchema): boolean {
  return value === null && !schema.nullable;
}

/** Whether a schema sets any default, so that a schema without any costs nothing. */
export const hasDefaults = anywhere((schema) => schema.default !== undefined);
