import { compareStrings, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { isCustom, type ResourceVersion } from '../catalog/catalog.ts';
import { objectKey } from './cluster.ts';
import type { Work } from './work.ts';

/** The keys of the objects of a collection, in their order. */
export function keysOf({ cluster, endpoint }: Pick<Work, 'cluster' | 'endpoint'>): readonly string[] {
  const within = collectionPrefix({ endpoint });
  return [...cluster.objects.keys()].filter((key) => key.startsWith(within)).sort(compareStrings);
}

/** What the keys of the objects of a collection begin with. */
export function collectionPrefix({ endpoint: { route, version } }: Pick<Work, 'endpoint'>): string {
  const prefix = objectKey(version, route.namespace, '');
  return version.resource.namespaced && route.namespace === '' ? prefix.slice(0, -1) : prefix;
}

/** Whether the server has all objects of a resource in memory: not of Events. Upstream: k8s.io/kubernetes cmd/kube-apiserver app/server.go. */
export function isInMemory({ resource }: ResourceVersion): boolean {
  return resource.origin === 'custom' || resource.plural !== 'events';
}

/** Where a list ends. */
export interface ListEnd {
  readonly resourceVersion: bigint;
  /** The token by which it goes on; absent where nothing is left. */
  readonly next?: string;
  /** How many objects are left; absent where that is not told. */
  readonly remaining?: number;
}

/** Makes a list of objects as requests show them. That of a custom kind has the field `continue` even where it is empty. */
export function listOf(version: ResourceVersion, objects: readonly ValueMap[], end: ListEnd): ValueMap {
  const metadata = new Map<string, Value>();
  const isOfCustom = isCustom(version);
  if (isOfCustom || end.next !== undefined) metadata.set('continue', end.next ?? '');
  if (end.remaining !== undefined) metadata.set('remainingItemCount', BigInt(end.remaining));
  metadata.set('resourceVersion', String(end.resourceVersion));
  return new Map<string, Value>([
    ['kind', `${version.resource.kind}List`],
    ['apiVersion', version.apiVersion],
    ['metadata', metadata],
    ['items', isOfCustom ? objects : objects.map(withoutType)],
  ]);
}

function withoutType(object: ValueMap): ValueMap {
  return new Map([...object].filter(([key]) => key !== 'kind' && key !== 'apiVersion'));
}
