import {
  type AccessRule,
  type ClusterResource,
  isBuiltinGroup,
  readObject,
  resourcePath,
} from '@managed-fields/live-cluster';
import type { ClusterFailure } from './cluster-mode.ts';
import { ask, type Loaded } from './resources.ts';

/** An object that was read from the cluster, as JSON. */
export interface FoundInCluster {
  readonly object: string;
  /** The definition of its kind, where it has one that could be read. */
  readonly definition: string | undefined;
  /** The definition of a custom kind could not be read, so its schema is not known from it. */
  readonly undefinedKind: { readonly failure: ClusterFailure; readonly rule?: AccessRule } | undefined;
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/';

/**
 * Reads an object of the cluster, with its managedFields, and the definition of its kind where that may be a custom one.
 * A kind of an aggregated API has no definition, which is no failure.
 */
export async function findInCluster(
  resource: ClusterResource,
  namespace: string,
  name: string,
): Promise<Loaded<FoundInCluster>> {
  const path = resourcePath(resource, namespace, name);
  const mayBeCustom = !isBuiltinGroup(resource.group);
  const [object, definition] = await Promise.all([
    ask({ kind: 'read', path }, readObject),
    mayBeCustom
      ? ask({ kind: 'read', path: `${definitions}${resource.plural}.${resource.group}` }, readObject)
      : undefined,
  ]);
  if (object.kind === 'failed') return object;
  const failed = definition?.kind === 'failed' && !isMissing(definition.failure) ? definition : undefined;
  return {
    kind: 'loaded',
    value: {
      object: object.value,
      definition: definition?.kind === 'loaded' ? definition.value : undefined,
      undefinedKind: failed,
    },
  };
}

function isMissing(failure: ClusterFailure): boolean {
  return failure.kind === 'status' && failure.code === 404;
}
