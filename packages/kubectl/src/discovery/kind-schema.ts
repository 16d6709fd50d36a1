import { isCustom, type ResourceVersion, type TypeCatalog, usualMinor } from '@managed-fields/api-server';
import {
  equals,
  isMap,
  listAt,
  mapAt,
  mapFromPlain,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { withParts } from './schema-parts.ts';
import { versionTwo } from './version-two.ts';

/** What a server publishes of a kind: its schema, and those that it refers to, each with descriptions. */
export interface KindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** By which OpenAPI v2 knows it: `io.k8s.api.apps.v1.Deployment`, `com.example.v1.Widget`. */
  readonly name: string;
  readonly root: ValueMap;
  /** The same as OpenAPI v2 has it. */
  readonly versionTwo: ValueMap;
  /** The schema that a reference names; undefined where there is none. */
  resolved(schema: ValueMap): ValueMap | undefined;
}

/** The schemas of built-in kinds by their names, `io.k8s.api.apps.v1.Deployment`. */
export type SchemasByName = (name: string) => ValueMap | undefined;

/** The minor version of a server, by its catalog. */
type OfServer = Pick<TypeCatalog, 'minor'>;

/**
 * What OpenAPI says of a kind, with the schemas of built-in kinds that are given.
 * Upstream: kube-openapi builder3; apiextensions-apiserver pkg/controller/openapi/builder/builder.go.
 */
export function kindSchemaOf(named: SchemasByName, found: ResourceVersion, server: OfServer): KindSchema {
  const { resource, version } = found;
  const { group, kind } = resource;
  const resolved = (schema: ValueMap) => {
    const name = referenceOf(schema);
    return name === undefined ? undefined : named(name);
  };
  if (isCustom(found)) {
    const name = `${group.split('.').reverse().join('.')}.${version}.${kind}`;
    const written = told(found.written.root, server);
    const published = (form: Form) => customRoot(written, named, form);
    return { group, version, kind, name, root: published('v3'), versionTwo: published('v2'), resolved };
  }
  const name = found.written?.name ?? '';
  const root = named(name) ?? new Map();
  return { group, version, kind, name, root, versionTwo: root, resolved };
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
const reference: ValueMap = new Map([['$ref', '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta']]);
const metadata: ValueMap = new Map<string, Value>([
  ['allOf', [reference]],
  ['description', `Standard object's metadata. More info: ${conventions}#metadata`],
]);

const open = 'x-kubernetes-preserve-unknown-fields';

/** The forms in which the schema of a definition is published: that of OpenAPI v3, and that of v2. */
type Form = 'v3' | 'v2';

/** The schema of a definition with the fields that the server adds. What may have any field has no others in v2. */
function customRoot(written: ValueMap, named: SchemasByName, form: Form): ValueMap {
  if (form === 'v2' && written.get(open) === true) return new Map([['type', 'object']]);
  const own = form === 'v2' ? versionTwo(written) : unfolded(written);
  const schema = withEmbedded(own, form);
  const status = mapAt(named('io.k8s.apimachinery.pkg.apis.meta.v1.Status'), 'properties');
  const properties = new Map(mapAt(schema, 'properties')).set('metadata', metadata);
  for (const name of ['apiVersion', 'kind']) {
    const described = mapAt(status, name);
    if (described !== undefined) properties.set(name, described);
  }
  return withEntry(schema, 'properties', properties);
}

/** A schema without what is published of it since v1.36: documents elsewhere and examples. Upstream: pkg/apiserver/schema/kubeopenapi.go. */
function told(schema: ValueMap, { minor = usualMinor }: OfServer): ValueMap {
  const without = (part: ValueMap): ValueMap =>
    withParts(new Map([...part].filter(([key]) => key !== 'externalDocs' && key !== 'example')), without);
  return minor < 36 ? without(schema) : schema;
}

const integerOrText: readonly Value[] = ['integer', 'string'].map((type) => new Map([['type', type]]));

/** A schema that says by its alternatives, too, which fields take an integer or a text. Upstream: pkg/apiserver/schema/unfold.go. */
function unfolded(given: ValueMap): ValueMap {
  const schema = withParts(given, unfolded);
  if (schema.get('x-kubernetes-int-or-string') !== true) return schema;
  const [any, all] = ['anyOf', 'allOf'].map((key) => listAt(schema, key));
  const [first] = (all ?? []).filter(isMap);
  const isSaid = [any, listAt(first, 'anyOf')].some((each) => each !== undefined && equals(each, integerOrText));
  if (isSaid) return schema;
  if (any === undefined) return withEntry(schema, 'anyOf', integerOrText);
  return withEntry(schema, 'allOf', [new Map([['anyOf', integerOrText]]), ...(all ?? [])]);
}

const embedded: readonly (readonly [string, Value])[] = [
  ['apiVersion', 'apiVersion defines the versioned schema of this representation of an object.', 'resources'],
  ['kind', 'kind is a string value representing the type of this object. In CamelCase.', 'types-kinds'],
].map(([name = '', text, part]): [string, Value] => [
  name,
  mapFromPlain({ type: 'string', description: `${text} More info: ${conventions}#${part}` }),
]);

/** A schema whose embedded objects have the fields of every object. Upstream: builder.go addEmbeddedProperties. */
function withEmbedded(given: ValueMap, form: Form): ValueMap {
  const schema = withParts(given, (part) => withEmbedded(part, form));
  if (schema.get('x-kubernetes-embedded-resource') !== true) return schema;
  if (form === 'v2' && schema.get(open) === true) return schema;
  const required = listAt(schema, 'required') ?? [];
  const missing = ['kind', 'apiVersion'].filter((name) => !required.includes(name));
  const properties = new Map([...(mapAt(schema, 'properties') ?? []), ...embedded, ['metadata', metadata]]);
  return withEntry(withEntry(schema, 'properties', properties), 'required', [...required, ...missing]);
}
