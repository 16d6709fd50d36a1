import { compareStrings, type ValueMap } from '@managed-fields/merge-engine';
import type { ResourceVersion, TypeCatalog } from '../catalog/catalog.ts';
import type { InstalledDefinition } from '../customresource/resource-from-crd.ts';

/**
 * The state of a server: what is stored, what kinds there are, and which uid and resourceVersion come next. Immutable;
 * a write returns another one. Opaque to callers.
 */
export interface Cluster {
  /** The kinds that the server was started with. */
  readonly builtin: TypeCatalog;
  /** The CustomResourceDefinitions in force by name, and the kinds that they make. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly objects: ReadonlyMap<string, StoredObject>;
  readonly nextUid: number;
  readonly nextResourceVersion: bigint;
}

/** A CustomResourceDefinition in force. */
export interface Definition {
  /** The object that it was made of; absent where its kinds are merely assumed. */
  readonly object?: ValueMap;
  /** What the next version of an assumed definition is compared with. */
  readonly installed?: InstalledDefinition;
  readonly catalog: TypeCatalog;
  /** Whether its instances are on their way out, so that no new ones may come. */
  readonly terminating: boolean;
  /** Whether the server cannot serve its kinds, as it cannot read the certificates of their webhook. */
  readonly broken: boolean;
}

/** An object as it lies in storage: at the version in which it was written, without resourceVersion. */
export interface StoredObject {
  readonly object: ValueMap;
  readonly resourceVersion: string;
}

/** Where counting starts. */
export interface ClusterStart {
  /** The number of the next uid; 1 when absent. */
  readonly uid?: number;
  /** The next resourceVersion; 1 when absent. */
  readonly resourceVersion?: bigint;
}

/** A server that stores nothing yet. */
export function emptyCluster(catalog: TypeCatalog, start: ClusterStart = {}): Cluster {
  return {
    builtin: catalog,
    definitions: new Map(),
    objects: new Map(),
    nextUid: start.uid ?? 1,
    nextResourceVersion: start.resourceVersion ?? 1n,
  };
}

/**
 * The kinds of a server: those that it was started with, then those of its definitions, whose groups win ambiguous
 * names in alphabetical order. Upstream: k8s.io/apiserver pkg/endpoints/discovery/aggregated/handler.go
 * calculateAPIGroupsLocked; kube-apiserver gives the groups of all definitions one priority.
 */
export function catalogOf(cluster: Cluster): TypeCatalog {
  const all = [cluster.builtin, ...[...cluster.definitions.values()].map((definition) => definition.catalog)];
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
    isBuiltinGroup: (group) => cluster.builtin.isBuiltinGroup(group),
    ...(cluster.builtin.minor === undefined ? {} : { minor: cluster.builtin.minor }),
    worded: (errors, custom) => cluster.builtin.worded?.(errors, custom) ?? errors,
    names: () => [
      ...cluster.builtin.names(),
      ...[...cluster.definitions.values()]
        .flatMap(({ catalog }) => catalog.names())
        .sort((a, b) => compareStrings(a.group, b.group)),
    ],
  };
}

/** The uid of a number, `00000000-0000-0000-0000-000000000001`. */
export function uidText(number: number): string {
  return `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`;
}

/** The key under which an object is stored; the same for all versions of its resource. */
export function objectKey(version: ResourceVersion, namespace: string, name: string): string {
  const { group, plural, namespaced } = version.resource;
  return [group, plural, namespaced ? namespace : '', name].join('/');
}

/** The object under a key. */
export function storedAt(cluster: Cluster, key: string): StoredObject | undefined {
  return cluster.objects.get(key);
}

/** The keys of the objects under a prefix, in order of their arrival. */
export function keysUnder(cluster: Cluster, prefix: string): readonly string[] {
  return [...cluster.objects.keys()].filter((key) => key.startsWith(prefix));
}

/** The state with one object written under the next resourceVersion. */
export function withStored(cluster: Cluster, key: string, object: ValueMap): Cluster {
  const resourceVersion = String(cluster.nextResourceVersion);
  const objects = new Map(cluster.objects).set(key, { object, resourceVersion });
  return { ...cluster, objects, nextResourceVersion: cluster.nextResourceVersion + 1n };
}

/** The state without one object. */
export function withoutStored(cluster: Cluster, key: string): Cluster {
  const objects = new Map(cluster.objects);
  objects.delete(key);
  return { ...cluster, objects };
}
