import { isCustom, type ResourceVersion, type TypeCatalog } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** What a server publishes of a kind: its schema, and those that it refers to, each with descriptions. */
export interface KindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** By which OpenAPI v2 knows it: `io.k8s.api.apps.v1.Deployment`, `com.example.v1.Widget`. */
  readonly name: string;
  readonly root: ValueMap;
  readonly isCustom: boolean;
  /** The schema that a reference names; undefined where there is none. */
  resolved(schema: ValueMap): ValueMap | undefined;
}

/** The schemas of built-in kinds by their names, `io.k8s.api.apps.v1.Deployment`. */
export type SchemasByName = (name: string) => ValueMap | undefined;

/**
 * What OpenAPI says of a kind, with the schemas of built-in kinds that are given.
 * Upstream: kube-openapi builder3; apiextensions-apiserver pkg/controller/openapi/builder/builder.go.
 */
export function kindSchemaOf(named: SchemasByName, found: ResourceVersion): KindSchema {
  const { resource, version, written } = found;
  const { group, kind } = resource;
  const resolved = (schema: ValueMap) => {
    const name = referenceOf(schema);
    return name === undefined ? undefined : named(name);
  };
  if (isCustom(found)) {
    const name = `${group.split('.').reverse().join('.')}.${version}.${kind}`;
    return { group, version, kind, name, root: customRoot(written?.root, named), isCustom: true, resolved };
  }
  const name = written?.name ?? '';
  return { group, version, kind, name, root: named(name) ?? new Map(), isCustom: false, resolved };
}

/** The schemas without descriptions. */
export function plainSchemas(catalog: TypeCatalog): SchemasByName {
  const builtin = catalog.find('', 'v1', 'pods')?.written;
  return (name) => builtin?.named(name);
}

/** The schemas with what the release says of each field. */
export function describedSchemas(catalog: TypeCatalog): SchemasByName {
  const plain = plainSchemas(catalog);
  const known = new Map<string, ValueMap>();
  return (name) => {
    const schema = known.get(name) ?? plain(name);
    if (schema === undefined || known.has(name)) return schema;
    const described = withDescriptions(schema, catalog.described?.(name) ?? {});
    known.set(name, described);
    return described;
  };
}

/** The name of the schema that a schema refers to by itself. */
export function referenceOf(schema: ValueMap): string | undefined {
  return stringAt(schema, '$ref')?.replace('#/components/schemas/', '');
}

function withDescriptions(schema: ValueMap, texts: Readonly<Record<string, string>>): ValueMap {
  const own = texts[''] === undefined ? schema : withEntry(schema, 'description', texts['']);
  const properties = mapAt(schema, 'properties');
  if (properties === undefined) return own;
  const described = [...properties].map(([name, property]): [string, Value] => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return [name, isMap(property) && text !== undefined ? withEntry(property, 'description', text) : property];
  });
  return withEntry(own, 'properties', new Map(described));
}

const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';
const objectMeta: ValueMap = new Map([
  ['$ref', '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'],
]);
const metadata: ValueMap = new Map<string, Value>([
  ['allOf', [objectMeta]],
  ['description', `Standard object's metadata. More info: ${conventions}#metadata`],
]);

/** The schema of a definition with the fields that the server adds; without a schema, an object of which nothing is said. */
function customRoot(written: ValueMap | undefined, named: SchemasByName): ValueMap {
  const schema = written ?? new Map<string, Value>([['type', 'object']]);
  const own = mapAt(schema, 'properties') ?? new Map<string, Value>();
  const isEmpty = !schema.has('x-kubernetes-preserve-unknown-fields') && [...own.keys()].every((name) => isAdded(name));
  if (isEmpty && stringAt(schema, 'description') === undefined && schema.size <= 2)
    return new Map([['type', 'object']]);
  const status = mapAt(named('io.k8s.apimachinery.pkg.apis.meta.v1.Status'), 'properties');
  const embedded = new Map([...own].map(([name, property]) => [name, withEmbedded(property)] as const));
  for (const name of ['apiVersion', 'kind']) embedded.set(name, mapAt(status, name) ?? new Map([['type', 'string']]));
  return withEntry(schema, 'properties', embedded.set('metadata', metadata));
}

function isAdded(name: string): boolean {
  return ['apiVersion', 'kind', 'metadata'].includes(name);
}

/** A schema whose embedded objects have the fields of every object. Upstream: builder.go addEmbeddedProperties. */
function withEmbedded(value: Value): Value {
  if (!isMap(value)) return value;
  let schema = value;
  for (const key of ['items', 'additionalProperties']) {
    const part = mapAt(schema, key);
    if (part !== undefined) schema = withEntry(schema, key, withEmbedded(part));
  }
  const properties = mapAt(schema, 'properties');
  if (properties !== undefined) {
    schema = withEntry(
      schema,
      'properties',
      new Map([...properties].map(([name, each]) => [name, withEmbedded(each)])),
    );
  }
  if (schema.get('x-kubernetes-embedded-resource') !== true) return schema;
  const text = (description: string): ValueMap =>
    new Map([
      ['type', 'string'],
      ['description', description],
    ]);
  const added = new Map<string, Value>(mapAt(schema, 'properties') ?? []);
  added.set(
    'apiVersion',
    text(
      `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`,
    ),
  );
  added.set(
    'kind',
    text(
      `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`,
    ),
  );
  const required = listAt(schema, 'required') ?? [];
  const missing = ['kind', 'apiVersion'].filter((name) => !required.includes(name));
  const whole = withEntry(schema, 'properties', added.set('metadata', metadata));
  return withEntry(whole, 'required', [...required, ...missing]);
}
