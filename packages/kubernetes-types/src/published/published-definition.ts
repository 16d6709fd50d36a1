import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import { engineValue, isJsonMap, type JsonMap } from '../kubernetes-data.ts';
import type { Schemas } from './cluster-data.ts';
import type { ClusterResource } from './published-kinds.ts';
import { own } from './read-document.ts';

/**
 * The CustomResourceDefinition that a cluster's documents tell of a custom resource: what the server publishes is its
 * schema with apiVersion, kind and metadata added. Undefined where no document has the kind, or as no custom resource.
 * Names of columns, the paths of /scale and conversion are not published; /scale gets the usual paths.
 * Upstream: k8s.io/apiextensions-apiserver pkg/controller/openapi/builder/builder.go BuildOpenAPIV3.
 */
export function publishedDefinition(
  versions: readonly ClusterResource[],
  documentOf: (group: string, version: string) => Schemas | undefined,
): ValueMap | undefined {
  const published = versions.flatMap((resource) => {
    const { group, version, kind } = resource;
    const schema = documentOf(group, version)?.get(publishedName(group, version, kind));
    return schema === undefined ? [] : [{ resource, schema }];
  });
  const stored = published.find(({ resource }) => resource.preferred) ?? published[0];
  if (stored === undefined) return undefined;
  const { group, plural, singular, kind, shortNames, namespaced } = stored.resource;
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Groups under k8s.io and kubernetes.io are allowed only with this annotation.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, made of what a server publishes' },
    },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural, singular: singular || kind.toLowerCase(), shortNames, listKind: `${kind}List` },
      versions: published.map(({ resource, schema }) => ({
        name: resource.version,
        served: true,
        storage: resource === stored.resource,
        schema: { openAPIV3Schema: structural(schema, true) },
        subresources: subresourcesOf(resource),
      })),
    },
  };
  const value = engineValue(definition);
  return isMap(value) ? value : undefined;
}

function subresourcesOf({ subresources }: ClusterResource): JsonMap {
  return {
    ...(subresources.includes('status') ? { status: {} } : {}),
    ...(subresources.includes('scale')
      ? { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } }
      : {}),
  };
}

/** The name under which the schema of a custom resource is published: `com.example.stable.v1.CronTab`. */
export function publishedName(group: string, version: string, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

/** A published schema as its author wrote it: without the metadata that the server added to objects in it. */
function structural(schema: JsonMap, isObject = false): JsonMap {
  const entries = Object.entries(schema)
    .filter(([key]) => key !== 'x-kubernetes-group-version-kind')
    .map(([key, value]): [string, unknown] => {
      if (key === 'items' || key === 'additionalProperties' || key === 'not') return [key, structuralOr(value)];
      if (key !== 'properties' || !isJsonMap(value)) return [key, value];
      const embeds = isObject || own(schema, 'x-kubernetes-embedded-resource') === true;
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, each]) => [name, property(name, each, embeds)])),
      ];
    });
  return Object.fromEntries(entries);
}

function property(name: string, schema: unknown, embeds: boolean): unknown {
  return embeds && name === 'metadata' ? { type: 'object' } : structuralOr(schema);
}

function structuralOr(schema: unknown): unknown {
  return isJsonMap(schema) ? structural(schema) : schema;
}
