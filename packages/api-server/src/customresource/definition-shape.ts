import type { GoStruct, GoType } from './go-shape.ts';

const string: GoType = { kind: 'string' };
const bool: GoType = { kind: 'bool' };
const int64: GoType = { kind: 'int64' };
const int32: GoType = { kind: 'int32' };
const float64: GoType = { kind: 'float64' };
const json: GoType = { kind: 'json' };
const strings: GoType = { kind: 'list', of: string, name: '[]string' };

function named(name: string): GoType {
  return { kind: 'string', name };
}

function struct(name: string, fields: Readonly<Record<string, GoType>>): GoStruct {
  return { name, package: 'v1', fields: new Map(Object.entries(fields)) };
}

function nested(name: string, fields: Readonly<Record<string, GoType>>): GoType {
  return { kind: 'struct', struct: struct(name, fields) };
}

function listOf(of: GoType): GoType {
  const name =
    of.kind === 'struct' ? `${of.struct.package}.${of.struct.name}` : of.kind === 'json' ? 'v1.JSON' : of.kind;
  return { kind: 'list', of, name: `[]${name}` };
}

const schemaFields = new Map<string, GoType>();
const schemaStruct: GoStruct = { name: 'JSONSchemaProps', package: 'v1', fields: schemaFields };
const schema: GoType = { kind: 'struct', struct: schemaStruct };
const schemas: GoType = listOf(schema);
const schemaMap: GoType = { kind: 'map', of: schema, name: 'map[string]v1.JSONSchemaProps' };
const schemaOrBool: GoType = { kind: 'schemaOrBool', struct: schemaStruct };
const schemaOrList: GoType = { kind: 'schemaOrList', struct: schemaStruct };

const rule = nested('ValidationRule', {
  rule: string,
  message: string,
  messageExpression: string,
  reason: named('v1.FieldValueErrorReason'),
  fieldPath: string,
  optionalOldSelf: bool,
});

// The struct refers to itself, so its fields are added after it exists.
for (const [name, type] of Object.entries<GoType>({
  id: string,
  $schema: named('v1.JSONSchemaURL'),
  $ref: string,
  description: string,
  type: string,
  format: string,
  title: string,
  default: json,
  maximum: float64,
  exclusiveMaximum: bool,
  minimum: float64,
  exclusiveMinimum: bool,
  maxLength: int64,
  minLength: int64,
  pattern: string,
  maxItems: int64,
  minItems: int64,
  uniqueItems: bool,
  multipleOf: float64,
  enum: listOf(json),
  maxProperties: int64,
  minProperties: int64,
  required: strings,
  items: schemaOrList,
  allOf: schemas,
  oneOf: schemas,
  anyOf: schemas,
  not: schema,
  properties: schemaMap,
  additionalProperties: schemaOrBool,
  patternProperties: schemaMap,
  dependencies: {
    kind: 'map',
    of: { kind: 'schemaOrStrings', struct: schemaStruct },
    name: 'v1.JSONSchemaDependencies',
  },
  additionalItems: schemaOrBool,
  definitions: { kind: 'map', of: schema, name: 'v1.JSONSchemaDefinitions' },
  externalDocs: nested('ExternalDocumentation', { description: string, url: string }),
  example: json,
  nullable: bool,
  'x-kubernetes-preserve-unknown-fields': bool,
  'x-kubernetes-embedded-resource': bool,
  'x-kubernetes-int-or-string': bool,
  'x-kubernetes-list-map-keys': strings,
  'x-kubernetes-list-type': string,
  'x-kubernetes-map-type': string,
  'x-kubernetes-validations': { kind: 'list', of: rule, name: 'v1.ValidationRules' },
})) {
  schemaFields.set(name, type);
}

const names = nested('CustomResourceDefinitionNames', {
  plural: string,
  singular: string,
  shortNames: strings,
  kind: string,
  listKind: string,
  categories: strings,
});

const version = nested('CustomResourceDefinitionVersion', {
  name: string,
  served: bool,
  storage: bool,
  deprecated: bool,
  deprecationWarning: string,
  schema: nested('CustomResourceValidation', { openAPIV3Schema: schema }),
  subresources: nested('CustomResourceSubresources', {
    status: nested('CustomResourceSubresourceStatus', {}),
    scale: nested('CustomResourceSubresourceScale', {
      specReplicasPath: string,
      statusReplicasPath: string,
      labelSelectorPath: string,
    }),
  }),
  additionalPrinterColumns: listOf(
    nested('CustomResourceColumnDefinition', {
      name: string,
      type: string,
      format: string,
      description: string,
      priority: int32,
      jsonPath: string,
    }),
  ),
  selectableFields: listOf(nested('SelectableField', { jsonPath: string })),
});

const conversion = nested('CustomResourceConversion', {
  strategy: named('v1.ConversionStrategyType'),
  webhook: nested('WebhookConversion', {
    clientConfig: nested('WebhookClientConfig', {
      url: string,
      service: nested('ServiceReference', { namespace: string, name: string, path: string, port: int32 }),
      caBundle: { kind: 'bytes' },
    }),
    conversionReviewVersions: strings,
  }),
});

/** The Go type of object metadata. Upstream: k8s.io/apimachinery pkg/apis/meta/v1/types.go ObjectMeta. */
export const objectMetaShape: GoStruct = struct('ObjectMeta', {
  name: string,
  generateName: string,
  namespace: string,
  selfLink: string,
  uid: named('types.UID'),
  resourceVersion: string,
  generation: int64,
  creationTimestamp: { kind: 'time' },
  deletionTimestamp: { kind: 'time' },
  deletionGracePeriodSeconds: int64,
  labels: { kind: 'map', of: string, name: 'map[string]string' },
  annotations: { kind: 'map', of: string, name: 'map[string]string' },
  ownerReferences: listOf(
    nested('OwnerReference', {
      apiVersion: string,
      kind: string,
      name: string,
      uid: named('types.UID'),
      controller: bool,
      blockOwnerDeletion: bool,
    }),
  ),
  finalizers: strings,
  managedFields: listOf(
    nested('ManagedFieldsEntry', {
      manager: string,
      operation: named('v1.ManagedFieldsOperationType'),
      apiVersion: string,
      time: { kind: 'time' },
      fieldsType: string,
      fieldsV1: json,
      subresource: string,
    }),
  ),
});

/**
 * The Go type of a CustomResourceDefinition.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/types.go, types_jsonschema.go.
 */
export const definitionShape: GoStruct = struct('CustomResourceDefinition', {
  apiVersion: string,
  kind: string,
  metadata: { kind: 'struct', struct: objectMetaShape },
  spec: nested('CustomResourceDefinitionSpec', {
    group: string,
    names,
    scope: named('v1.ResourceScope'),
    versions: listOf(version),
    conversion,
    preserveUnknownFields: bool,
  }),
  status: nested('CustomResourceDefinitionStatus', {
    conditions: listOf(
      nested('CustomResourceDefinitionCondition', {
        type: named('v1.CustomResourceDefinitionConditionType'),
        status: named('v1.ConditionStatus'),
        lastTransitionTime: { kind: 'time' },
        reason: string,
        message: string,
        observedGeneration: int64,
      }),
    ),
    acceptedNames: names,
    storedVersions: strings,
    observedGeneration: int64,
  }),
});
