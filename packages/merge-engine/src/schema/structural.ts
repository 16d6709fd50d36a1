import { remembered } from '../value/remembered.ts';
import { isMap, mapAt, type Value, type ValueMap } from '../value/value.ts';
import type { Atom, AtomDraft } from './atom.ts';
import { objectMetaName, objectMetaType } from './object-meta.ts';
import { compileInto } from './openapi.ts';

/** Options of a version's schema. */
export interface StructuralOptions {
  /** The CRD's `spec.preserveUnknownFields`; false when absent. */
  readonly preserveUnknownFields?: boolean;
  /** The type of metadata; the built-in ObjectMeta when absent. */
  readonly objectMeta?: Atom;
}

/**
 * Compiles the type by which fields of a custom resource are owned: the version's `openAPIV3Schema` with apiVersion,
 * kind and metadata added as the server adds them. Without a schema the object is a map of anything.
 * Upstream: apiextensions-apiserver pkg/controller/openapi/builder/builder.go buildKubeNative, then kube-openapi
 * pkg/schemaconv/openapi.go.
 */
export function typeFromStructuralSchema(schema: ValueMap | undefined, options: StructuralOptions = {}): Atom {
  const meta = options.objectMeta ?? objectMetaType;
  const draft: AtomDraft = { name: '' };
  const openApi = schema === undefined ? anyObject : withObjectFields(toOpenApi(schema));
  compileInto(draft, openApi, {
    preserveUnknownFields: options.preserveUnknownFields ?? false,
    named: () => meta,
    made: new Map(),
  });
  return draft;
}

const anyObject: ValueMap = new Map([['type', 'object']]);

/** The keys of a structural schema that types depend on; all others are dropped. */
const kept = [
  'type',
  'format',
  'default',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
];

/**
 * The OpenAPI form of a structural schema.
 * Upstream: apiextensions-apiserver pkg/apiserver/schema/kubeopenapi.go, and builder.go addEmbeddedProperties.
 */
const toOpenApi: (schema: ValueMap) => ValueMap = remembered((schema: ValueMap): ValueMap => {
  const openApi = new Map<string, Value>();
  for (const key of kept) {
    const value = schema.get(key);
    if (value !== undefined) openApi.set(key, value);
  }
  const properties = mapAt(schema, 'properties');
  if (properties !== undefined && properties.size > 0) {
    openApi.set('properties', new Map([...properties].map(([name, property]) => [name, toOpenApiOr(property)])));
  }
  const items = mapAt(schema, 'items');
  if (items !== undefined) openApi.set('items', toOpenApi(items));
  const additional = schema.get('additionalProperties');
  if (additional !== undefined && additional !== null) openApi.set('additionalProperties', toOpenApiOr(additional));
  return schema.get('x-kubernetes-embedded-resource') === true ? withObjectFields(openApi) : openApi;
});

function toOpenApiOr(value: Value): Value {
  return isMap(value) ? toOpenApi(value) : value;
}

/** Sets the fields of every object, whatever the schema says of them. */
function withObjectFields(openApi: ValueMap): ValueMap {
  const properties = new Map(mapAt(openApi, 'properties'));
  const text: ValueMap = new Map([['type', 'string']]);
  properties.set('apiVersion', text);
  properties.set('kind', text);
  properties.set('metadata', new Map([['$ref', `#/components/schemas/${objectMetaName}`]]));
  return new Map(openApi).set('properties', properties);
}
