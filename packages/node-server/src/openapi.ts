import { createHash } from 'node:crypto';
import { type Cluster, catalogOf } from '@managed-fields/api-server';
import { describedSchemas, type KindSchema, kindSchemaOf, type ServedKind } from '@managed-fields/kubectl/discovery';
import type { JsonMap, KubernetesData } from '@managed-fields/kubernetes-types';
import { formatJson, type ValueMap } from '@managed-fields/merge-engine';

// The schemas are those that the engine has: of the built-in kinds without lists. What the release says of each field has to be
// loaded before (`loadDescriptions` of kubernetes-types).

/** What the documents are made of. */
export interface Published {
  readonly kinds: readonly ServedKind[];
  readonly data: KubernetesData;
  readonly cluster: Cluster;
  /** `v1.36.3` */
  readonly release: string;
}

/** Where the document of a group and version lies below `/openapi/v3/`: `api/v1`, `apis/apps/v1`. */
function rootOf({ group, version }: Pick<ServedKind, 'group' | 'version'>): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/**
 * The index of the documents of OpenAPI v3, each by an address that changes with what is in it.
 * Upstream: k8s.io/kube-openapi pkg/handler3/handler.go.
 */
export function openApiIndex(published: Published): JsonMap {
  const paths: Record<string, { readonly serverRelativeURL: string }> = {};
  for (const root of new Set(published.kinds.map(rootOf))) {
    const kinds = published.kinds.filter((each) => rootOf(each) === root);
    const isCustom = kinds.some((each) => published.cluster.definitions.has(`${each.resource}.${each.group}`));
    const told = isCustom ? JSON.stringify(documentOf(root, published)) : `${published.release} ${root}`;
    const hash = createHash('sha512').update(told).digest('hex').toUpperCase();
    paths[root] = { serverRelativeURL: `/openapi/v3/${root}?hash=${hash}` };
  }
  return { paths };
}

/** The document of a group and version in OpenAPI v3; undefined where there is no such one. */
export function documentOf(root: string, published: Published): JsonMap | undefined {
  const kinds = published.kinds.filter((each) => rootOf(each) === root);
  if (kinds.length === 0) return undefined;
  const schemas: Record<string, unknown> = {};
  const names = new Map<string, string>();
  for (const each of kinds) {
    const [plural = ''] = each.resource.split('/');
    if (each.resource !== plural) continue;
    names.set(plural, addSchema(each, published, schemas, 'root'));
  }
  const paths = Object.fromEntries(kinds.flatMap((each) => pathsOf(each, names, '#/components/schemas/', body3)));
  const [, minor = ''] = /^v(1\.\d+)/.exec(published.release) ?? [];
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: minor },
    paths,
    components: { schemas },
  };
}

/** The one document of OpenAPI v2, of all groups. Upstream: k8s.io/kube-openapi pkg/builder/openapi.go. */
export function swaggerOf(published: Published): JsonMap {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, unknown> = {};
  for (const root of new Set(published.kinds.map(rootOf))) {
    const kinds = published.kinds.filter((each) => rootOf(each) === root);
    const names = new Map<string, string>();
    for (const each of kinds) {
      if (!each.resource.includes('/')) names.set(each.resource, addSchema(each, published, schemas, 'versionTwo'));
    }
    for (const each of kinds) {
      for (const [path, item] of pathsOf(each, names, '#/definitions/', body2)) paths[path] = item;
    }
  }
  const definitions = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, definitionOf(schema)]));
  const [, minor = ''] = /^v(1\.\d+)/.exec(published.release) ?? [];
  return { swagger: '2.0', info: { title: 'Kubernetes', version: minor }, paths, definitions };
}

type Body = (schema: JsonMap) => JsonMap;
const body3: Body = (schema) => ({ content: { 'application/json': { schema } } });
const body2: Body = (schema) => ({ schema });

/** The methods of each verb, with the action by which clients know it. */
const actions: Readonly<Record<string, readonly [method: string, action: string]>> = {
  create: ['post', 'post'],
  get: ['get', 'get'],
  list: ['get', 'list'],
  patch: ['patch', 'patch'],
  update: ['put', 'put'],
  delete: ['delete', 'delete'],
  deletecollection: ['delete', 'deletecollection'],
};
const ofCollection = ['create', 'list', 'deletecollection'];
const writing = ['create', 'patch', 'update'];

/** The paths of a resource: its collection and its objects, or those of a subresource. */
function pathsOf(
  { group, version, resource, kind, namespaced, verbs, response }: ServedKind,
  names: ReadonlyMap<string, string>,
  prefix: string,
  body: Body,
): readonly (readonly [string, JsonMap])[] {
  const [plural = '', part] = resource.split('/');
  const within = `/${rootOf({ group, version })}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}`;
  const schema = { $ref: `${prefix}${names.get(plural) ?? ''}` };
  const gvk = { group: response?.group ?? group, version: response?.version ?? version, kind };
  const at = (path: string, isCollection: boolean): readonly (readonly [string, JsonMap])[] => {
    const methods: Record<string, JsonMap> = {};
    for (const verb of verbs) {
      const known = actions[verb];
      if (known === undefined || (part === undefined && ofCollection.includes(verb) !== isCollection)) continue;
      const [method, action] = known;
      methods[method] = {
        parameters: writing.includes(verb) ? writeParameters(body === body2) : [],
        responses: { 200: { description: 'OK', ...(part === undefined && !isCollection ? body(schema) : {}) } },
        'x-kubernetes-action': action,
        'x-kubernetes-group-version-kind': gvk,
      };
    }
    return Object.keys(methods).length === 0 ? [] : [[path, methods]];
  };
  if (part !== undefined) return at(`${within}/{name}/${part}`, false);
  return [...at(within, true), ...at(`${within}/{name}`, false)];
}

/** By these parameters kubectl knows that the server checks fields, and that it plays dry runs. */
function writeParameters(isSwagger: boolean): readonly JsonMap[] {
  return ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
    name,
    in: 'query',
    ...(isSwagger ? { type: 'string', uniqueItems: true } : { schema: { type: 'string', uniqueItems: true } }),
  }));
}

/** Adds the schema of a kind and all that it speaks of; returns its name. `form` is how that of a custom kind is published. */
function addSchema(
  kind: ServedKind,
  { data, cluster }: Published,
  schemas: Record<string, unknown>,
  form: keyof Pick<KindSchema, 'root' | 'versionTwo'>,
): string {
  const catalog = catalogOf(cluster);
  const named = describedSchemas(catalog);
  const add = (name: string) => {
    const schema = Object.hasOwn(schemas, name) ? undefined : named(name);
    if (schema === undefined) return;
    schemas[name] = plain(schema);
    for (const other of refsIn(schemas[name])) add(other);
  };
  const entry = data.resources.resources.find(
    ({ group, version, resource }) => group === kind.group && version === kind.version && resource === kind.resource,
  );
  if (entry?.definition !== undefined) {
    add(entry.definition);
    return entry.definition;
  }
  const name = [...kind.group.split('.').reverse(), kind.version, kind.kind].join('.');
  const found = catalog.find(kind.group, kind.version, kind.resource);
  schemas[name] = {
    ...(found === undefined ? { type: 'object' } : plain(kindSchemaOf(named, found, catalog)[form])),
    'x-kubernetes-group-version-kind': [{ group: kind.group, kind: kind.kind, version: kind.version }],
  };
  for (const other of refsIn(schemas[name])) add(other);
  return name;
}

function plain(schema: ValueMap): JsonMap {
  return JSON.parse(formatJson(schema));
}

function refsIn(schema: unknown): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}

/**
 * A schema with a name as OpenAPI v2 has it. What v3 takes in several types, a quantity and a number or a text, is a text there.
 * Upstream: apimachinery pkg/api/resource/quantity.go and pkg/util/intstr/intstr.go, OpenAPISchemaType and OpenAPIV3OneOfTypes.
 */
function definitionOf(schema: unknown): unknown {
  const made = asSwagger(schema);
  const isEither = typeof schema === 'object' && schema !== null && 'oneOf' in schema && !('type' in schema);
  return isEither ? { type: 'string', ...(made as JsonMap) } : made;
}

/** A schema of OpenAPI v3 as v2 has it: a reference stands alone, and there are no alternatives. */
function asSwagger(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asSwagger);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { allOf, oneOf, anyOf, not, nullable, default: _, ...rest } = schema as Readonly<Record<string, unknown>>;
  const reference = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  const own = Object.fromEntries(
    // Fields may have the names of keywords, as those of a definition do.
    Object.entries(rest).map(([name, value]) => [name, name === 'properties' ? eachSwagger(value) : asSwagger(value)]),
  );
  if (typeof reference === 'object' && reference !== null && '$ref' in reference) {
    return { ...own, $ref: String(reference.$ref).replace('#/components/schemas/', '#/definitions/') };
  }
  const { $ref } = rest;
  return typeof $ref === 'string' ? { ...own, $ref: $ref.replace('#/components/schemas/', '#/definitions/') } : own;
}

function eachSwagger(properties: unknown): JsonMap {
  return Object.fromEntries(Object.entries(properties ?? {}).map(([name, schema]) => [name, asSwagger(schema)]));
}
