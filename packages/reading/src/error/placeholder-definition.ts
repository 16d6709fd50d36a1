import type { FieldPath, PathElement, Value, ValueMap } from '@managed-fields/merge-engine';
import { valueFromPlain } from '@managed-fields/merge-engine';

/** The type of a field in a schema. */
export type LeafType = 'string' | 'integer' | 'boolean' | 'object' | 'array';

/** A path, and the type of the field at its end. */
interface TypedPath {
  readonly path: FieldPath;
  readonly leaf: LeafType | undefined;
}

/** The names of a made-up definition, and the fields that it must have. */
export interface Placeholder {
  readonly apiVersion: string;
  readonly kind: string;
  /** Further versions of the group in the message. */
  readonly otherVersions: readonly string[];
  readonly paths: readonly FieldPath[];
  /** The types of the fields at the ends of `paths`, by index; undefined for strings. */
  readonly leafTypes?: readonly (LeafType | undefined)[];
  readonly subresources: ReadonlySet<string>;
}

/**
 * Makes a CustomResourceDefinition that has just the fields of some paths, for a message about a kind that is not known
 * here. Items with keys make map lists, items with values sets; a field at the end of a path is a string. The user puts
 * the real definition in its place.
 */
export function placeholderDefinition(placeholder: Placeholder): ValueMap {
  const { apiVersion, kind, otherVersions, paths, leafTypes, subresources } = placeholder;
  const [group = '', version = 'v1'] = apiVersion.split('/');
  const own = paths
    .map((path, index): TypedPath => ({ path, leaf: leafTypes?.[index] }))
    .filter(({ path: [first] }) => !(first?.kind === 'field' && first.name === 'metadata'));
  const schema = own.length === 0 ? { type: 'object' } : { ...schemaOf(own, ''), type: 'object' };
  const versions = [version, ...otherVersions].map((name, index) => ({
    name,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: schema },
    ...(subresources.size === 0 ? {} : { subresources: subresourcesOf(subresources) }),
  }));
  const singular = kind.toLowerCase();
  const definition = valueFromPlain({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${singular}s.${group}`,
      // The API server allows groups under k8s.io and kubernetes.io only with this annotation.
      ...(isProtected(group) ? { annotations: { 'api-approved.kubernetes.io': 'unapproved, a placeholder' } } : {}),
    },
    spec: { group, scope: 'Namespaced', names: { kind, plural: `${singular}s`, singular }, versions },
  });
  return definition instanceof Map ? definition : new Map();
}

/** Upstream: k8s.io/apiextensions-apiserver pkg/apihelpers/helpers.go IsProtectedCommunityGroup. */
function isProtected(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

function subresourcesOf(names: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  return {
    ...(names.has('status') ? { status: {} } : {}),
    ...(names.has('scale')
      ? { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } }
      : {}),
  };
}

type Plain = Readonly<Record<string, unknown>>;

function schemaOf(paths: readonly TypedPath[], name: string): Plain {
  const [first] = paths.flatMap(({ path: [element] }) => (element === undefined ? [] : [element]));
  if (first === undefined) return leafSchema(paths[0]?.leaf, name);
  if (first.kind === 'key') return mapListOf(first, paths);
  if (first.kind === 'value') {
    return { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: paths[0]?.leaf ?? typeOf(first.value) } };
  }
  if (first.kind === 'index') {
    return { type: 'array', 'x-kubernetes-list-type': 'atomic', items: schemaOf(below(paths), name) };
  }
  return { type: 'object', properties: propertiesOf(paths) };
}

function leafSchema(leaf: LeafType | undefined, name: string): Plain {
  if (leaf === 'array') return { type: 'array', items: { type: 'string' } };
  // An object without declared fields would accept any field.
  if (leaf === 'object') return { type: leaf, properties: { known: { type: 'string' } } };
  if (leaf !== undefined) return { type: leaf };
  if (name === 'spec' || name === 'status') {
    return { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } };
  }
  return { type: /^(?:replicas|.*Seconds|.*[pP]ort)$/.test(name) ? 'integer' : 'string' };
}

/** The rests of paths below their first element. */
function below(paths: readonly TypedPath[]): readonly TypedPath[] {
  return paths.map(({ path, leaf }) => ({ path: path.slice(1), leaf }));
}

function propertiesOf(paths: readonly TypedPath[]): Plain {
  const names = new Set(paths.flatMap(({ path: [first] }) => (first?.kind === 'field' ? [first.name] : [])));
  return Object.fromEntries(
    [...names].map((name) => {
      const own = paths.filter(({ path: [first] }) => first?.kind === 'field' && first.name === name);
      return [name, schemaOf(below(own), name)];
    }),
  );
}

function mapListOf({ key }: PathElement & { readonly kind: 'key' }, paths: readonly TypedPath[]): Plain {
  const inside = below(paths);
  const keys = Object.fromEntries(key.map(({ name, value }) => [name, { type: typeOf(value) }]));
  const whole = inside.every(({ path }) => path.length === 0);
  return {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': key.map(({ name }) => name),
    items: {
      type: 'object',
      required: key.map(({ name }) => name),
      // An item without conflicting fields is owned as a whole.
      ...(whole ? { 'x-kubernetes-map-type': 'atomic' } : {}),
      properties: { ...(whole ? { value: { type: 'string' } } : {}), ...keys, ...(whole ? {} : propertiesOf(inside)) },
    },
  };
}

function typeOf(value: Value): string {
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}
