import { compareStrings, remembered, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { groupOfObjects, type ResourceVersion, type TypeCatalog } from '../catalog/catalog.ts';
import type { InstalledDefinition } from '../customresource/resource-from-crd.ts';
import { releaseFacts } from './changes.ts';
import { Objects, type StoredObject } from './objects.ts';

/**
 * The state of a server: its stored objects, its kinds, and the next uid and resourceVersion. It is immutable; a write
 * returns another one. Callers do not look inside.
 */
export interface Cluster {
  /** The kinds that the server was started with. */
  readonly builtin: TypeCatalog;
  /** The CustomResourceDefinitions in force by name, with the kinds that they declare. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly objects: Objects;
  readonly nextUid: number;
  readonly nextResourceVersion: bigint;
  /** What admission does; absent on a server that has none. */
  readonly admission?: AdmissionSettings;
}

/** Which admission plugins a server has, and what stands around it. */
export interface AdmissionSettings {
  /**
   * `installed`: all that are on by default. `plain`: these but for those that need what only a whole cluster has, such as
   * ServiceAccounts, priority classes and storage classes, as on the server that most traces were recorded on.
   */
  readonly plugins: 'plain' | 'installed';
  /**
   * Whether it is taken for granted what the controllers of a cluster do before a request comes: each namespace has its
   * ServiceAccount `default`, each quota its status, and each node that a Pod names is there and can do what is asked of it.
   */
  readonly controllers: boolean;
}

/** A CustomResourceDefinition in force. */
export interface Definition {
  /** The stored definition; absent where its kinds are merely assumed. */
  readonly object?: ValueMap;
  /** The facts with which a replacement of an assumed definition is compared. */
  readonly installed?: InstalledDefinition;
  readonly catalog: TypeCatalog;
  /** Whether its instances are being deleted, so that no new ones may be created. */
  readonly terminating: boolean;
  /** Whether the server cannot serve its kinds, because the CA bundle of its webhook is invalid. */
  readonly broken: boolean;
}

/** The first numbers that a server gives. */
export interface ClusterStart {
  /** The number of the first uid; 1 when absent. */
  readonly uid?: number;
  /** The first resourceVersion; 1 when absent. */
  readonly resourceVersion?: bigint;
  /** As `Cluster.admission`. */
  readonly admission?: AdmissionSettings | undefined;
}

/**
 * Returns a server without objects.
 *
 * @param catalog - The built-in kinds, as `loadKubernetesTypes` has them.
 * @param start - Its admission, and the first numbers that it gives, 1 where none are named.
 */
export function emptyCluster(catalog: TypeCatalog, start: ClusterStart = {}): Cluster {
  return {
    builtin: catalog,
    definitions: new Map(),
    objects: Objects.none,
    nextUid: start.uid ?? 1,
    nextResourceVersion: start.resourceVersion ?? 1n,
    ...(start.admission === undefined ? {} : { admission: start.admission }),
  };
}

/**
 * Returns the kinds of a server: first those that it was started with, then those of its definitions. Where a name is
 * ambiguous, the definition whose group is first in alphabetical order wins.
 * Upstream: k8s.io/apiserver pkg/endpoints/discovery/aggregated/handler.go calculateAPIGroupsLocked; kube-apiserver
 * gives the groups of all definitions one priority.
 */
export function catalogOf({ builtin, definitions }: Cluster): TypeCatalog {
  return catalogWith(builtin)(definitions);
}

const catalogWith = remembered((builtin: TypeCatalog) =>
  remembered((definitions: ReadonlyMap<string, Definition>) => joined(builtin, [...definitions.values()])),
);

function joined(builtin: TypeCatalog, definitions: readonly Definition[]): TypeCatalog {
  const all = [builtin, ...definitions.map(({ catalog }) => catalog)];
  const first = <T>(look: (catalog: TypeCatalog) => T | undefined): T | undefined => {
    for (const catalog of all) {
      const found = look(catalog);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    find: (group, version, plural) => first((catalog) => catalog.find(group, version, plural)),
    findKind: (apiVersion, kind) => first((catalog) => catalog.findKind(apiVersion, kind)),
    isBuiltinGroup: (group) => builtin.isBuiltinGroup(group),
    ...releaseFacts(builtin),
    ...(builtin.discovered && { discovered: builtin.discovered.bind(builtin) }),
    ...(builtin.described && { described: builtin.described.bind(builtin) }),
    ...(builtin.published && { published: builtin.published.bind(builtin) }),
    ...(builtin.worded && { worded: builtin.worded.bind(builtin) }),
    names: () => [
      ...builtin.names(),
      ...definitions.flatMap(({ catalog }) => catalog.names()).sort((a, b) => compareStrings(a.group, b.group)),
    ],
  };
}

/** Returns the uid of a number: `00000000-0000-0000-0000-000000000001`. */
export function uidText(number: number): string {
  return `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`;
}

/**
 * Returns the key under which an object is stored; it is the same for all versions of a resource, and for both groups that
 * have the same objects.
 */
export function objectKey(version: ResourceVersion, namespace: string, name: string): string {
  const { plural, namespaced } = version.resource;
  return [groupOfObjects(version.resource), plural, namespaced ? namespace : '', name].join('/');
}

/** What a key of an object says: the other way round of `objectKey`. */
export function placeOfKey(key: string) {
  const [group, plural, namespace, name] = key.split('/') as [string, string, string, string];
  return { group, plural, namespace, name };
}

/** Returns the object under a key. */
export function storedAt(cluster: Cluster, key: string): StoredObject | undefined {
  return cluster.objects.get(key);
}

/** Returns the keys under a prefix, in the order in which the objects were created. */
export function keysUnder(cluster: Cluster, prefix: string): readonly string[] {
  return [...cluster.objects.keys()].filter((key) => key.startsWith(prefix));
}

/** Stores an object under the next resourceVersion. */
export function withStored(cluster: Cluster, key: string, object: ValueMap): Cluster {
  const resourceVersion = String(cluster.nextResourceVersion);
  const objects = cluster.objects.with(key, { object, resourceVersion });
  return { ...cluster, objects, nextResourceVersion: cluster.nextResourceVersion + 1n };
}

/** Removes an object. */
export function withoutStored(cluster: Cluster, key: string): Cluster {
  return { ...cluster, objects: cluster.objects.without(key) };
}

/** A cluster after an object was removed, and the object as the answer shows it. */
export interface Removed {
  readonly after: Cluster;
  readonly deleted: ValueMap;
}

/**
 * Removes an object. Where the answer tells of the removal (`isTold`), the object gets the resourceVersion of it.
 * Upstream: apiserver pkg/storage/etcd3/store.go conditionalDelete.
 */
export function removed(cluster: Cluster, key: string, object: ValueMap, isTold: boolean): Removed {
  const after = withoutStored(cluster, key);
  if (!isTold) return { after, deleted: object };
  const number = cluster.nextResourceVersion;
  return {
    after: { ...after, nextResourceVersion: number + 1n },
    deleted: withMetadata(object, 'resourceVersion', String(number)),
  };
}
