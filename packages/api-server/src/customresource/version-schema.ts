import {
  type Decoded,
  fieldErrorText,
  isList,
  isMap,
  remembered,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import type { DefinitionVersion } from './definition.ts';
import { coerceEmbedded, hasEmbedded } from './embedded.ts';
import { anywhere, emptyJsonSchema, type JsonSchema } from './json-schema.ts';
import { readObjectMeta, repairObjectMeta } from './object-meta.ts';
import { mapEntries, mapList, pruneNullsOfMap, pruneResource, pruneValue } from './pruning.ts';

/** The schema of a version, with the functions that the server applies to every object at this version. */
export interface VersionSchema {
  readonly schema: JsonSchema;
  /**
   * Decodes a request body: metadata as ObjectMeta, without unknown fields, which are reported, and without forbidden
   * nulls.
   */
  decode(object: ValueMap): Decoded;
  /** Decodes a stored object in the same way, but drops fields that cannot be decoded, and adds a generation. */
  repair(object: ValueMap): Decoded;
  setDefaults(object: ValueMap): ValueMap;
}

/**
 * Makes the functions of a version's schema. With `preserveUnknownFields` of the definition nothing is pruned.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go unstructuredSchemaCoercer,
 * unstructuredDefaulter.
 */
export function versionSchema(version: DefinitionVersion, preserveUnknownFields: boolean): VersionSchema {
  const given = version.schema ?? emptyJsonSchema;
  const embeds = hasEmbedded(given);
  const schema = embeds && hasDefaults(given) ? withPrunedDefaults(given) : given;
  const defaults = hasDefaults(schema);
  const settings = { schema, embeds, preserveUnknownFields };
  return {
    schema,
    decode: (object) => coerce(object, settings, false),
    repair: (object) => coerce(object, settings, true),
    setDefaults: (object) => (defaults ? setSchemaDefaults(object, schema) : object),
  };
}

interface Settings {
  readonly schema: JsonSchema;
  readonly embeds: boolean;
  readonly preserveUnknownFields: boolean;
}

function coerce(object: ValueMap, { schema, embeds, preserveUnknownFields }: Settings, stored: boolean): Decoded {
  const metadata = readMetadata(object, stored);
  if (metadata.kind !== 'metadata') return metadata;
  const unknown = [...metadata.unknown];
  let value = object;
  if (!preserveUnknownFields) {
    const pruned = pruneResource(value, schema);
    unknown.push(...pruned.unknown);
    value = pruneNullsOfMap(pruned.value, schema);
  }
  if (embeds) {
    const coerced = coerceEmbedded(value, schema, stored);
    if (coerced.kind === 'error') return { kind: 'error', message: fieldErrorText(coerced.error) };
    unknown.push(...coerced.unknown);
    if (isMap(coerced.value)) value = coerced.value;
  }
  if (metadata.metadata !== undefined) value = withEntry(value, 'metadata', metadata.metadata);
  return { kind: 'decoded', object: value, unknown: unknown.map((path) => `unknown field "${path}"`) };
}

type MetadataReading =
  | { readonly kind: 'metadata'; readonly metadata: ValueMap | undefined; readonly unknown: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };

function readMetadata(object: ValueMap, stored: boolean): MetadataReading {
  const value = object.get('metadata');
  if (value === undefined) return { kind: 'metadata', metadata: undefined, unknown: [] };
  if (stored) return { kind: 'metadata', metadata: withGeneration(repairObjectMeta(value)), unknown: [] };
  const reading = readObjectMeta(value);
  if (reading.kind === 'error') return reading;
  return { ...reading, unknown: reading.unknown.map((path) => `metadata.${path}`) };
}

/** Adds a generation, which objects of old servers do not have. */
function withGeneration(metadata: ValueMap | undefined): ValueMap | undefined {
  if (metadata === undefined || (metadata.get('generation') ?? 0n) !== 0n) return metadata;
  return withEntry(metadata, 'generation', 1n);
}

/**
 * Prunes the defaults of a schema, and encodes embedded metadata as ObjectMeta does.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/prune.go PruneDefaults.
 */
const withPrunedDefaults: (schema: JsonSchema) => JsonSchema = remembered((schema: JsonSchema) => pruned(schema));

/** What is left of a value at a place inside of the metadata of an embedded resource, whatever its schema says. */
type LeftOf = (value: Value) => Value | undefined;

function pruned(schema: JsonSchema, inMetadata?: LeftOf): JsonSchema {
  const { items, additionalProperties, properties } = schema;
  const within = (key: string): LeftOf | undefined => {
    if (schema.embeddedResource && key === 'metadata') return repairObjectMeta;
    return inMetadata && ((value) => entryOf(inMetadata(new Map([[key, value]])), key));
  };
  return {
    ...schema,
    default: schema.default === undefined ? undefined : (inMetadata ?? leftBySchema(schema))(schema.default),
    items: items?.schema === undefined ? items : { ...items, schema: pruned(items.schema) },
    additionalProperties:
      additionalProperties?.schema === undefined
        ? additionalProperties
        : { ...additionalProperties, schema: pruned(additionalProperties.schema) },
    properties: new Map([...properties].map(([name, property]) => [name, pruned(property, within(name))])),
  };
}

function entryOf(value: Value | undefined, key: string): Value | undefined {
  return value !== undefined && isMap(value) ? value.get(key) : undefined;
}

function leftBySchema(schema: JsonSchema): LeftOf {
  return (value) => {
    const left = pruneValue(value, schema);
    const coerced = coerceEmbedded(left, schema, true);
    return coerced.kind === 'coerced' ? coerced.value : left;
  };
}

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
