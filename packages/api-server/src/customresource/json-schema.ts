import { isList, isMap, mapAt, remembered, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * One level of the OpenAPI v3 schema of a CustomResourceDefinition. As in Go, absent strings are empty and absent flags
 * are false; pointers are undefined when absent. `properties` are in the order of their names. It is used as the
 * structural schema too, since schemas that are not structural are refused earlier.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/types_jsonschema.go JSONSchemaProps.
 */
export interface JsonSchema {
  readonly type: string;
  readonly format: string;
  readonly title: string;
  readonly description: string;
  readonly nullable: boolean;
  /** Never null: a default of null counts as none. */
  readonly default: Value | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: string;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly enum: readonly Value[];
  readonly required: readonly string[];
  readonly items: ItemsSchema | undefined;
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly additionalProperties: AdditionalProperties | undefined;
  readonly allOf: readonly JsonSchema[];
  readonly anyOf: readonly JsonSchema[];
  readonly oneOf: readonly JsonSchema[];
  readonly not: JsonSchema | undefined;
  readonly preserveUnknownFields: boolean | undefined;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: string | undefined;
  readonly validations: readonly ValidationRule[];
  /** Keywords of JSON schema that the server refuses. */
  readonly unsupported: UnsupportedKeywords;
  /** Fields that matter only for the rule about the keywords of a root schema. */
  readonly annotations: { readonly externalDocs: ValueMap | undefined; readonly example: Value | undefined };
}

/** `items`: one schema for all items, which is what the server accepts, or a list of schemas. */
export interface ItemsSchema {
  readonly schema: JsonSchema | undefined;
  readonly list: readonly JsonSchema[];
}

/** `additionalProperties`: true, false, or a schema. */
export interface AdditionalProperties {
  readonly allows: boolean;
  readonly schema: JsonSchema | undefined;
}

/** A rule of x-kubernetes-validations. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string | undefined;
  readonly fieldPath: string;
  /** Whether `oldSelf` is an optional value, so that the rule is also evaluated on new values. */
  readonly optionalOldSelf: boolean | undefined;
}

/** See JsonSchema.unsupported. */
export interface UnsupportedKeywords {
  readonly id: string;
  readonly schema: string;
  readonly ref: string | undefined;
  readonly patternProperties: ReadonlyMap<string, JsonSchema>;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
  readonly dependencies: ReadonlyMap<string, JsonSchema | undefined> | undefined;
  readonly additionalItems: AdditionalProperties | undefined;
}

const noSchemas: ReadonlyMap<string, JsonSchema> = new Map();

const nothingUnsupported: UnsupportedKeywords = {
  id: '',
  schema: '',
  ref: undefined,
  patternProperties: noSchemas,
  definitions: noSchemas,
  dependencies: undefined,
  additionalItems: undefined,
};

/**
 * Reads a schema whose values have the Go types (see readAsGoStruct); others are ignored. A value that occurs several
 * times in a schema is read once, and so is what is computed from it.
 */
export function readJsonSchema(value: Value | undefined): JsonSchema {
  return readMap(isMap(value) ? value : new Map());
}

const readMap = remembered(
  (map: ValueMap): JsonSchema => ({
    type: text(map, 'type'),
    format: text(map, 'format'),
    title: text(map, 'title'),
    description: text(map, 'description'),
    nullable: flag(map, 'nullable'),
    default: map.get('default') ?? undefined,
    maximum: number(map, 'maximum'),
    exclusiveMaximum: flag(map, 'exclusiveMaximum'),
    minimum: number(map, 'minimum'),
    exclusiveMinimum: flag(map, 'exclusiveMinimum'),
    multipleOf: number(map, 'multipleOf'),
    maxLength: number(map, 'maxLength'),
    minLength: number(map, 'minLength'),
    pattern: text(map, 'pattern'),
    maxItems: number(map, 'maxItems'),
    minItems: number(map, 'minItems'),
    uniqueItems: flag(map, 'uniqueItems'),
    maxProperties: number(map, 'maxProperties'),
    minProperties: number(map, 'minProperties'),
    enum: list(map, 'enum'),
    required: texts(map, 'required'),
    items: readItems(map.get('items')),
    properties: schemas(map, 'properties'),
    additionalProperties: readAdditional(map.get('additionalProperties')),
    allOf: list(map, 'allOf').map(readJsonSchema),
    anyOf: list(map, 'anyOf').map(readJsonSchema),
    oneOf: list(map, 'oneOf').map(readJsonSchema),
    not: isMap(map.get('not')) ? readJsonSchema(map.get('not')) : undefined,
    preserveUnknownFields: optionalFlag(map, 'x-kubernetes-preserve-unknown-fields'),
    embeddedResource: flag(map, 'x-kubernetes-embedded-resource'),
    intOrString: flag(map, 'x-kubernetes-int-or-string'),
    listType: optionalText(map, 'x-kubernetes-list-type'),
    listMapKeys: texts(map, 'x-kubernetes-list-map-keys'),
    mapType: optionalText(map, 'x-kubernetes-map-type'),
    validations: list(map, 'x-kubernetes-validations').map(readRule),
    unsupported: readUnsupported(map),
    annotations: readAnnotations(map),
  }),
);

/** Whether a schema has x-kubernetes-validations anywhere. */
export const hasRules = anywhere(({ validations }) => validations.length > 0);

/**
 * Makes a function that tests whether a condition holds for a schema or for any schema below it: properties, items and
 * additional properties.
 */
export function anywhere(isTrue: (schema: JsonSchema) => boolean): (schema: JsonSchema) => boolean {
  const look: (schema: JsonSchema) => boolean = remembered((schema: JsonSchema) => {
    if (isTrue(schema)) return true;
    for (const property of schema.properties.values()) if (look(property)) return true;
    const inside = [schema.items?.schema, schema.additionalProperties?.schema];
    return inside.some((each) => each !== undefined && look(each));
  });
  return look;
}

function readItems(value: Value | undefined): ItemsSchema | undefined {
  if (value === undefined || value === null) return undefined;
  return {
    schema: isMap(value) ? readJsonSchema(value) : undefined,
    list: isList(value) ? value.map(readJsonSchema) : [],
  };
}

function readAdditional(value: Value | undefined): AdditionalProperties | undefined {
  if (value === undefined || value === null) return undefined;
  return { allows: value !== false, schema: isMap(value) ? readJsonSchema(value) : undefined };
}

function readRule(value: Value): ValidationRule {
  const map: ValueMap = isMap(value) ? value : new Map();
  return {
    rule: text(map, 'rule'),
    message: text(map, 'message'),
    messageExpression: text(map, 'messageExpression'),
    reason: optionalText(map, 'reason'),
    fieldPath: text(map, 'fieldPath'),
    optionalOldSelf: optionalFlag(map, 'optionalOldSelf'),
  };
}

const unsupportedKeys = [
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'definitions',
  'dependencies',
  'additionalItems',
];

function readUnsupported(map: ValueMap): UnsupportedKeywords {
  if (!unsupportedKeys.some((key) => map.has(key))) return nothingUnsupported;
  const dependencies = map.get('dependencies');
  return {
    id: text(map, 'id'),
    schema: text(map, '$schema'),
    ref: optionalText(map, '$ref'),
    patternProperties: schemas(map, 'patternProperties'),
    definitions: schemas(map, 'definitions'),
    dependencies: isMap(dependencies)
      ? new Map([...dependencies].map(([key, value]) => [key, isMap(value) ? readJsonSchema(value) : undefined]))
      : undefined,
    additionalItems: readAdditional(map.get('additionalItems')),
  };
}

function readAnnotations(map: ValueMap): JsonSchema['annotations'] {
  return { externalDocs: mapAt(map, 'externalDocs'), example: map.get('example') ?? undefined };
}

function schemas(map: ValueMap, key: string): ReadonlyMap<string, JsonSchema> {
  const value = map.get(key);
  if (!isMap(value) || value.size === 0) return noSchemas;
  return new Map(sortedKeys(value).map((name) => [name, readJsonSchema(value.get(name))]));
}

function text(map: ValueMap, key: string): string {
  return optionalText(map, key) ?? '';
}

function optionalText(map: ValueMap, key: string): string | undefined {
  const value = map.get(key);
  return typeof value === 'string' ? value : undefined;
}

function texts(map: ValueMap, key: string): readonly string[] {
  return list(map, key).filter((item) => typeof item === 'string');
}

function list(map: ValueMap, key: string): readonly Value[] {
  const value = map.get(key);
  return isList(value) ? value : [];
}

function flag(map: ValueMap, key: string): boolean {
  return map.get(key) === true;
}

function optionalFlag(map: ValueMap, key: string): boolean | undefined {
  const value = map.get(key);
  return typeof value === 'boolean' ? value : undefined;
}

function number(map: ValueMap, key: string): number | undefined {
  const value = map.get(key);
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;
}

/** The schema without keywords. */
export const emptyJsonSchema: JsonSchema = readJsonSchema(undefined);
