import { formatJson, formatJsonString, textAt, type Value } from '@managed-fields/merge-engine';
import type { DefinitionVersion } from './definition.ts';
import type { AdditionalProperties, ItemsSchema, JsonSchema, ValidationRule } from './json-schema.ts';

/**
 * Prints a schema as the server does in errors about the whole schema: all fields of its internal Go type.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/types_jsonschema.go JSONSchemaProps, as JSON.
 */
export function schemaDump(schema: JsonSchema): string {
  return struct(schemaFields(schema));
}

type Fields = readonly (readonly [string, string])[];

function schemaFields(schema: JsonSchema): Fields {
  const { unsupported } = schema;
  return [
    ['ID', formatJsonString(unsupported.id)],
    ['Schema', formatJsonString(unsupported.schema)],
    ['Ref', optional(unsupported.ref)],
    ['Description', formatJsonString(schema.description)],
    ['Type', formatJsonString(schema.type)],
    ['Nullable', String(schema.nullable)],
    ['Format', formatJsonString(schema.format)],
    ['Title', formatJsonString(schema.title)],
    ['Default', optional(schema.default)],
    ...limitFields(schema),
    ['Items', itemsDump(schema.items)],
    ['AllOf', schemas(schema.allOf)],
    ['OneOf', schemas(schema.oneOf)],
    ['AnyOf', schemas(schema.anyOf)],
    ['Not', schema.not === undefined ? 'null' : schemaDump(schema.not)],
    ['Properties', schemaMap(schema.properties)],
    ['AdditionalProperties', additional(schema.additionalProperties)],
    ['PatternProperties', schemaMap(unsupported.patternProperties)],
    ['Dependencies', 'null'],
    ['AdditionalItems', additional(unsupported.additionalItems)],
    ['Definitions', schemaMap(unsupported.definitions)],
    ['ExternalDocs', externalDocs(schema.annotations)],
    ['Example', optional(schema.annotations.example)],
    ['XPreserveUnknownFields', optional(schema.preserveUnknownFields)],
    ['XEmbeddedResource', String(schema.embeddedResource)],
    ['XIntOrString', String(schema.intOrString)],
    ['XListMapKeys', list(schema.listMapKeys)],
    ['XListType', optional(schema.listType)],
    ['XMapType', optional(schema.mapType)],
    ['XValidations', schema.validations.length === 0 ? 'null' : `[${schema.validations.map(ruleDump).join(',')}]`],
  ];
}

// Rows and not a loop over names: each field says how it is printed, and the order is that of upstream's struct.
function limitFields(schema: JsonSchema): Fields {
  return [
    ['Maximum', optional(schema.maximum)],
    ['ExclusiveMaximum', String(schema.exclusiveMaximum)],
    ['Minimum', optional(schema.minimum)],
    ['ExclusiveMinimum', String(schema.exclusiveMinimum)],
    ['MaxLength', optional(schema.maxLength)],
    ['MinLength', optional(schema.minLength)],
    ['Pattern', formatJsonString(schema.pattern)],
    ['MaxItems', optional(schema.maxItems)],
    ['MinItems', optional(schema.minItems)],
    ['UniqueItems', String(schema.uniqueItems)],
    ['MultipleOf', optional(schema.multipleOf)],
    ['Enum', list(schema.enum)],
    ['MaxProperties', optional(schema.maxProperties)],
    ['MinProperties', optional(schema.minProperties)],
    ['Required', list(schema.required)],
  ];
}

/** Prints versions as the server does, without the fields that all versions share. */
export function versionsDump(versions: readonly DefinitionVersion[] | undefined, shared: SharedParts): string {
  if (versions === undefined) return 'null';
  return `[${versions.map((version) => versionDump(version, shared)).join(',')}]`;
}

/** The fields that are the same in all versions. */
export interface SharedParts {
  readonly schema: boolean;
  readonly subresources: boolean;
  readonly printerColumns: boolean;
  readonly selectableFields: boolean;
}

function versionDump(version: DefinitionVersion, shared: SharedParts): string {
  const { schema } = version;
  return struct([
    ['Name', formatJsonString(version.name)],
    ['Served', String(version.served)],
    ['Storage', String(version.storage)],
    ['Deprecated', String(version.deprecated)],
    ['DeprecationWarning', optional(version.deprecationWarning)],
    ['Schema', shared.schema || schema === undefined ? 'null' : struct([['OpenAPIV3Schema', schemaDump(schema)]])],
    ['Subresources', shared.subresources ? 'null' : subresources(version)],
    ['AdditionalPrinterColumns', shared.printerColumns ? 'null' : columns(version)],
    ['SelectableFields', shared.selectableFields ? 'null' : selectable(version)],
  ]);
}

function subresources({ hasStatus, scale }: DefinitionVersion): string {
  if (!hasStatus && scale === undefined) return 'null';
  const scaleText =
    scale === undefined
      ? 'null'
      : struct([
          ['SpecReplicasPath', formatJsonString(scale.specReplicas)],
          ['StatusReplicasPath', formatJsonString(scale.statusReplicas)],
          ['LabelSelectorPath', optional(scale.labelSelector)],
        ]);
  return struct([
    ['Status', hasStatus ? '{}' : 'null'],
    ['Scale', scaleText],
  ]);
}

function columns({ printerColumns }: DefinitionVersion): string {
  if (printerColumns.length === 0) return 'null';
  const text = (column: ReadonlyMap<string, Value>, key: string) => formatJson(column.get(key) ?? '');
  const shown = printerColumns.map((column) =>
    struct([
      ['Name', text(column, 'name')],
      ['Type', text(column, 'type')],
      ['Format', text(column, 'format')],
      ['Description', text(column, 'description')],
      ['Priority', formatJson(column.get('priority') ?? 0n)],
      ['JSONPath', text(column, 'jsonPath')],
    ]),
  );
  return `[${shown.join(',')}]`;
}

function selectable({ selectableFields }: DefinitionVersion): string {
  if (selectableFields.length === 0) return 'null';
  return `[${selectableFields.map((path) => struct([['JSONPath', formatJsonString(path)]])).join(',')}]`;
}

/** Prints a rule as the server does. */
export function ruleDump(each: ValidationRule): string {
  return struct([
    ['Rule', formatJsonString(each.rule)],
    ['Message', formatJsonString(each.message)],
    ['MessageExpression', formatJsonString(each.messageExpression)],
    ['Reason', optional(each.reason)],
    ['FieldPath', formatJsonString(each.fieldPath)],
    ['OptionalOldSelf', optional(each.optionalOldSelf)],
  ]);
}

function struct(fields: Fields): string {
  return `{${fields.map(([name, value]) => `${formatJsonString(name)}:${value}`).join(',')}}`;
}

function optional(value: Value | undefined): string {
  return value === undefined ? 'null' : formatJson(value, { sortKeys: true });
}

function list(values: readonly Value[]): string {
  return values.length === 0 ? 'null' : formatJson(values, { sortKeys: true });
}

function schemas(values: readonly JsonSchema[]): string {
  return values.length === 0 ? 'null' : `[${values.map(schemaDump).join(',')}]`;
}

function schemaMap(values: ReadonlyMap<string, JsonSchema>): string {
  if (values.size === 0) return 'null';
  return struct([...values].map(([key, schema]) => [key, schemaDump(schema)]));
}

/** Prints `items` as the server does. */
export function itemsDump(value: ItemsSchema | undefined): string {
  if (value === undefined) return 'null';
  return struct([
    ['Schema', value.schema === undefined ? 'null' : schemaDump(value.schema)],
    ['JSONSchemas', schemas(value.list)],
  ]);
}

function externalDocs({ externalDocs: docs }: JsonSchema['annotations']): string {
  if (docs === undefined) return 'null';
  return struct([
    ['Description', formatJsonString(textAt(docs, 'description'))],
    ['URL', formatJsonString(textAt(docs, 'url'))],
  ]);
}

function additional(value: AdditionalProperties | undefined): string {
  if (value === undefined) return 'null';
  return struct([
    ['Allows', String(value.allows)],
    ['Schema', value.schema === undefined ? 'null' : schemaDump(value.schema)],
  ]);
}
