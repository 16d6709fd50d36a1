import {
  mapAt,
  type PatchError,
  type PatchLookup,
  type PatchSchema,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** A schema as kubectl reads it of the OpenAPI v2 that a server publishes. */
type Node =
  | { readonly kind: 'kind'; readonly path: string; readonly schema: ValueMap }
  | { readonly kind: 'map' | 'primitive' }
  | { readonly kind: 'slice'; readonly items: ValueMap }
  | { readonly kind: 'arbitrary' };

/**
 * How a strategic merge patch sees a custom resource by its published schema: maps are merged, lists replaced, and what
 * the schema leaves open is an error where it differs. Upstream: apimachinery pkg/util/strategicpatch meta.go
 * PatchMetaFromOpenAPI and types.go; apiextensions-apiserver pkg/controller/openapi/builder and v2/conversion.go; kube-openapi
 * pkg/util/proto/document.go ParseSchema. `metadata` is the lookup of the fields that every object has, `name` what the
 * definition is published as.
 */
export function openApiPatchSchema(schema: ValueMap | undefined, metadata: PatchLookup, name: string): PatchSchema {
  if (schema === undefined || schema.get('x-kubernetes-preserve-unknown-fields') === true) {
    return patchSchemaOf({ kind: 'map' });
  }
  const own = patchSchemaOf(nodeOf(schema, name, true));
  const lookup = (part: 'struct' | 'slice') => (field: string) => (field === 'metadata' ? metadata : own[part](field));
  return { name: own.name, struct: lookup('struct'), slice: lookup('slice') };
}

function nodeOf(schema: ValueMap, path: string, isRoot = false): Node {
  const isOpen = schema.get('x-kubernetes-preserve-unknown-fields') === true;
  const isNullable = schema.get('nullable') === true;
  const properties = isOpen || isNullable ? undefined : mapAt(schema, 'properties');
  const items = isOpen || isNullable ? undefined : mapAt(schema, 'items');
  const type = isNullable ? '' : (stringAt(schema, 'type') ?? '');
  const isEmbedded = schema.get('x-kubernetes-embedded-resource') === true;
  if (type === '' || (type === 'object' && isOpen && !isRoot) || (type === 'array' && items === undefined)) {
    return properties === undefined || properties.size === 0 ? { kind: 'arbitrary' } : { kind: 'kind', path, schema };
  }
  if (type === 'array') return { kind: 'slice', items: items ?? new Map() };
  if (type !== 'object') return { kind: 'primitive' };
  const hasFields = isRoot || isEmbedded || (properties !== undefined && properties.size > 0);
  return hasFields ? { kind: 'kind', path, schema } : { kind: 'map' };
}

/** A type of which nothing is known, and of which nothing is asked that could be an error. */
const unknown: PatchSchema = {
  name: '',
  struct: () => ({ kind: 'field', field: { schema: unknown, strategies: [], mergeKey: '' } }),
  slice: () => ({ kind: 'field', field: { schema: unknown, strategies: [], mergeKey: '' } }),
};

function patchSchemaOf(node: Node): PatchSchema {
  if (node.kind === 'arbitrary') return unknown;
  const misfit = (wanted: string): PatchLookup => error(`expected ${wanted}, but got ${node.kind}`);
  const fieldOf = (name: string): Node | undefined => {
    const field = node.kind === 'kind' ? mapAt(mapAt(node.schema, 'properties'), name) : undefined;
    return field === undefined || node.kind !== 'kind' ? undefined : nodeOf(field, `${node.path}.${name}`);
  };
  const missing = (name: string): PatchLookup =>
    node.kind === 'kind' ? error(`unable to find api field ${JSON.stringify(name)} in ${node.path}`) : misfit('kind');
  return {
    name: node.kind === 'kind' ? 'object' : node.kind,
    struct: (name) => {
      const field = fieldOf(name);
      return field === undefined ? missing(name) : found(patchSchemaOf(field));
    },
    slice: (name) => {
      const field = fieldOf(name);
      if (field === undefined) return node.kind === 'kind' ? missing(name) : misfit('slice');
      if (field.kind === 'slice') return found(patchSchemaOf(nodeOf(field.items, `${pathOf(node)}.${name}`)));
      if (field.kind === 'arbitrary') return found(unknown);
      if (field.kind === 'kind') return error(`unable to find api field ${JSON.stringify(name)} in ${field.path}`);
      return error(`expected slice, but got ${field.kind}`);
    },
  };
}

function pathOf(node: Node): string {
  return node.kind === 'kind' ? node.path : '';
}

function found(schema: PatchSchema): PatchLookup {
  return { kind: 'field', field: { schema, strategies: [], mergeKey: '' } };
}

function error(message: string): PatchError {
  return { kind: 'error', reason: 'other', message };
}
