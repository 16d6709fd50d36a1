import {
  type Converted,
  hubVersion,
  metadataOf,
  remembered,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { groupAndVersion, isCustom, type ResourceVersion } from '../catalog/catalog.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { type Endpoint, expectedNamespace } from './endpoint.ts';
import { throughJson } from './json-numbers.ts';
import type { StoredObject } from './objects.ts';

/**
 * Reads a stored object at the version in memory, decoded and defaulted. Defaults that the strategy removed are set
 * again.
 * Upstream: apiserver pkg/storage/etcd3/decoder.go, and for custom resources apiextensions-apiserver
 * pkg/apiserver/customresource_handler.go crdConversionRESTOptionsGetter.
 */
export function fromStorage(version: ResourceVersion, stored: StoredObject): Converted {
  return readingOf(version)(stored);
}

/**
 * The stored objects of a resource at the version in memory, in the order in which they were created; of one namespace, or
 * of all where none is named. `apiVersion` is one that the resource has. Those that cannot be read are left out.
 */
export function objectsOf(
  cluster: Cluster,
  apiVersion: string,
  plural: string,
  namespace?: string,
): readonly ValueMap[] {
  const [group, name] = groupAndVersion(apiVersion);
  const resource = `${group}/${plural}`;
  const stored = cluster.objects.of(resource);
  if (stored.length === 0) return none;
  const version = catalogOf(cluster).find(group, name, plural);
  if (version === undefined) return none;
  if (namespace === undefined) return allAt(version)(stored);
  const prefix = `${resource}/${namespace}/`;
  return readable(
    version,
    stored.filter(([key]) => key.startsWith(prefix)),
  );
}

const none: readonly ValueMap[] = [];

/** All objects of a resource, read once as long as none of them changes. */
const allAt = remembered((version: ResourceVersion) => remembered((stored: Stored) => readable(version, stored)));

type Stored = readonly (readonly [string, StoredObject])[];

function readable(version: ResourceVersion, stored: Stored): readonly ValueMap[] {
  return stored.flatMap(([, each]) => {
    const read = fromStorage(version, each);
    return read.kind === 'converted' ? [read.object] : [];
  });
}

/** One stored object of a resource, as `objectsOf` reads it; `namespace` is empty for a cluster-scoped one. */
export function objectAt(
  cluster: Cluster,
  apiVersion: string,
  plural: string,
  namespace: string,
  name: string,
): ValueMap | undefined {
  const [group, short] = groupAndVersion(apiVersion);
  const version = catalogOf(cluster).find(group, short, plural);
  const stored = cluster.objects.get(`${group}/${plural}/${namespace}/${name}`);
  const read = version === undefined || stored === undefined ? undefined : fromStorage(version, stored);
  return read?.kind === 'converted' ? read.object : undefined;
}

/** Each stored object is read once at a version, however many requests see it. */
const readingOf = remembered((version: ResourceVersion) =>
  remembered((stored: StoredObject) => readWith(version, stored)),
);

function readWith(version: ResourceVersion, stored: StoredObject): Converted {
  const read = readStored(version, stored.object);
  if (read.kind !== 'converted') return read;
  return { kind: 'converted', object: withVersion(read.object, stored.resourceVersion) };
}

const beforeVersion = ['name', 'generateName', 'namespace', 'selfLink', 'uid'];

/** Sets the resourceVersion at its place in the Go struct of metadata. */
function withVersion(object: ValueMap, resourceVersion: string): ValueMap {
  if (resourceVersion === '') return withMetadata(object, 'resourceVersion', undefined);
  const fields = [...metadataOf(object)].filter(([key]) => key !== 'resourceVersion');
  const place = fields.findLastIndex(([key]) => beforeVersion.includes(key)) + 1;
  return withEntry(object, 'metadata', new Map(fields.toSpliced(place, 0, ['resourceVersion', resourceVersion])));
}

function readStored(version: ResourceVersion, object: ValueMap): Converted {
  if (isCustom(version)) return version.fromStored(object);
  const hub = hubVersion(version);
  const decoded = hub.decode(object, 'storage');
  if (decoded.kind === 'error') return decoded;
  return { kind: 'converted', object: hub.setDefaults(decoded.object) };
}

/**
 * Encodes an object for storage: at the storage version, without resourceVersion and selfLink.
 * Upstream: apiserver pkg/storage/api_object_versioner.go PrepareObjectForStorage.
 */
export function toStorage(version: ResourceVersion, object: ValueMap): Converted {
  const bare = withMetadata(withMetadata(object, 'resourceVersion', undefined), 'selfLink', undefined);
  if (isCustom(version)) {
    const stored = version.toStored(bare);
    return stored.kind === 'converted' ? { kind: 'converted', object: throughJson(stored.object) } : stored;
  }
  const encoded = hubVersion(version).decode(bare, 'storage');
  return encoded.kind === 'decoded' ? { kind: 'converted', object: encoded.object } : encoded;
}

/** Converts an object from the version in memory to that of the request. The result is remembered for each object. */
export function toRequested(version: ResourceVersion, object: ValueMap): Converted {
  return requestedAt(version)(object);
}

const requestedAt = remembered((version: ResourceVersion) =>
  remembered((object: ValueMap) => convertToRequested(version, object)),
);

function convertToRequested(version: ResourceVersion, object: ValueMap): Converted {
  if (hubVersion(version) === version) return { kind: 'converted', object: version.encode?.(object) ?? object };
  return version.resource.convert(object, version.version);
}

/** Converts an object from the version of the request to the one in memory. */
export function toHub(version: ResourceVersion, object: ValueMap): Converted {
  const hub = hubVersion(version);
  return hub === version ? { kind: 'converted', object } : version.resource.convert(object, hub.version);
}

/**
 * Normalises an object so that equal objects compare as equal: a Go struct makes no difference between a missing list
 * and an empty one, and amounts are compared by their size.
 */
export function comparableForm(version: ResourceVersion, object: ValueMap): ValueMap {
  if (isCustom(version)) return object;
  const hub = hubVersion(version);
  const decoded = hub.decode(object, 'storage');
  if (decoded.kind !== 'decoded') return object;
  const held = version.resource.versions.get(hub.version);
  return held?.comparable?.(decoded.object) ?? decoded.object;
}

/**
 * Resources whose prefix in etcd is not their name.
 * Upstream: k8s.io/kubernetes pkg/kubeapiserver/default_storage_factory_builder.go.
 */
const specialPrefixes: ReadonlyMap<string, string> = new Map([
  ['endpoints', 'services/endpoints'],
  ['ingresses.networking.k8s.io', 'ingress'],
  ['nodes', 'minions'],
  ['replicationcontrollers', 'controllers'],
  ['services', 'services/specs'],
]);

/** Groups that are served beside kube-apiserver's own, whose prefix in etcd names the group. */
const byGroup: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

const storageErrors = { invalid: 'invalid object, Code: 4', corrupt: 'corrupt object, Code: 7' } as const;

/** An error of the storage, as a few messages print it. Upstream: apiserver pkg/storage/errors.go StorageError. */
export function storageErrorText(kind: keyof typeof storageErrors, key: string, why: string): string {
  return `StorageError: ${storageErrors[kind]}, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}

/**
 * Returns the key of an object in etcd, as a few messages print it. In a dry run it lacks the common prefix
 * `/registry`.
 */
export function storageKey(endpoint: Endpoint, dryRun: boolean): string {
  const { group, plural, origin } = endpoint.version.resource;
  const special = specialPrefixes.get(group === '' ? plural : `${plural}.${group}`);
  const prefix = origin === 'custom' || byGroup.has(group) ? `${group}/${plural}` : (special ?? plural);
  const path = [prefix, expectedNamespace(endpoint), endpoint.route.name].filter((part) => part !== '').join('/');
  return dryRun ? `/${path}` : `/registry/${path}`;
}
