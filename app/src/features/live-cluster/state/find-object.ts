import {
  type AccessRule,
  type ClusterResource,
  isBuiltinGroup,
  readObject,
  readPage,
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

/** The most objects of a page of whole objects: reading one is short work. */
const pageSize = 200;

/** A page of whole objects as the cluster wrote it. */
export interface ObjectPage {
  readonly text: string;
  readonly objects: number;
}

/**
 * Lists the objects of a resource with their managedFields, page by page; of all namespaces where it is empty. The last
 * one says why no more came, where that is not the end of the list. Ends without one when `signal` aborts.
 */
export async function* listObjects(
  resource: ClusterResource,
  namespace: string,
  signal: AbortSignal,
): AsyncGenerator<Loaded<ObjectPage>> {
  let next = '';
  do {
    const query = [['limit', String(pageSize)] as const, ...(next === '' ? [] : [['continue', next] as const])];
    const page = await ask(
      { kind: 'read', path: resourcePath(resource, namespace), query },
      (text) => {
        const read = readPage(text);
        return read.kind === 'unread' ? read : { kind: 'read', value: { text, ...read.value } };
      },
      signal,
    );
    if (signal.aborted) return;
    if (page.kind === 'failed') return yield page;
    yield { kind: 'loaded', value: { text: page.value.text, objects: page.value.names.length } };
    next = page.value.next;
  } while (next !== '');
}
