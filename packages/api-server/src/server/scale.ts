import {
  invalid as complain,
  complaintsIn,
  entriesAfterScale,
  entriesOf,
  entriesOfScale,
  finalizersOf,
  mapAt,
  metadataOf,
  metadataText,
  type ReplicasPaths,
  type Value,
  type ValueMap,
  valueAt,
  withEntry,
  withManagedFields,
  withMetadata,
  withValueAt,
} from '@managed-fields/merge-engine';
import { isCustom, type Subresource } from '../catalog/catalog.ts';
import { dns1123SubdomainOrPrefix } from '../catalog/names.ts';
import { objectMetaErrors } from '../catalog/object-meta-rules.ts';
import { accessorError } from '../customresource/scale-rules.ts';
import { hasChange, usualMinor } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { scaleVersion } from './scale-version.ts';
import { selectorText } from './selector.ts';
import { badRequest, conflict, internalError, invalid, type Refusal, untyped } from './status.ts';
import type { ViewChange } from './view-change.ts';

type ScaleSubresource = Extract<Subresource, { kind: 'scale' }>;

/** An object's Scale, or the refusal where it has none. */
export type ScaleReading = { readonly kind: 'scale'; readonly object: ValueMap } | Refusal;

/**
 * Returns the Scale of an object, without managedFields.
 * Upstream: kubernetes pkg/registry/apps/deployment/storage/storage.go scaleFromDeployment; apiextensions-apiserver
 * pkg/registry/customresource/etcd.go scaleFromCustomResource.
 */
export function scaleOf(endpoint: Endpoint, object: ValueMap): ScaleReading {
  const scale = readScale(endpoint, object);
  if (scale.kind === 'refused' || scale.found || !isCustom(endpoint.version)) return scale;
  return internalError(`the spec replicas field "${dotted(paths(endpoint).specReplicas)}" does not exist`);
}

function readScale(
  endpoint: Endpoint,
  object: ValueMap,
): { readonly kind: 'scale'; readonly object: ValueMap; readonly found: boolean } | Refusal {
  const { specReplicas, statusReplicas, selector } = paths(endpoint);
  const spec = integerAt(object, specReplicas);
  if (spec === 'no integer') return untyped(wrongType(specReplicas, valueAt(object, specReplicas), 'int64'));
  const status = integerAt(object, statusReplicas);
  if (status === 'no integer') return untyped(wrongType(statusReplicas, valueAt(object, statusReplicas), 'int64'));
  const metadata = new Map<string, Value>();
  for (const key of ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp']) {
    const value = metadataOf(object).get(key);
    if (value !== undefined) metadata.set(key, value);
  }
  const text =
    selector === 'label-selector'
      ? selectorText(mapAt(mapAt(object, 'spec'), 'selector'))
      : textAtPath(object, selector);
  const scale = new Map<string, Value>([
    ['kind', 'Scale'],
    ['apiVersion', scaleVersion.apiVersion],
    ['metadata', metadata],
    ['spec', new Map([['replicas', spec ?? 0n]])],
    [
      'status',
      new Map<string, Value>([
        ['replicas', status ?? 0n],
        ['selector', text],
      ]),
    ],
  ]);
  const decoded = scaleVersion.decode(scale, 'storage');
  if (decoded.kind === 'error') return untyped(decoded.message);
  return { kind: 'scale', object: decoded.object, found: spec !== undefined };
}

/** The smallest int32. It marks replicas that a custom resource does not have yet. */
const absentReplicas = -2147483648n;

/**
 * Returns the Scale of an object with its managedFields, to be changed.
 * Upstream: storage.go and etcd.go scaleUpdatedObjectInfo.UpdatedObject.
 */
export function scaleToChange(endpoint: Endpoint, existing: ValueMap): ScaleReading {
  const custom = isCustom(endpoint.version);
  const old = readScale(endpoint, existing);
  if (old.kind === 'refused') return old;
  const entries = entriesOfScale(entriesOf(existing), replicasPathsOf(endpoint), endpoint.mergeLibrary);
  if (entries.kind === 'error') return untyped(entries.message);
  const shown = custom && !old.found ? withReplicas(old.object, absentReplicas) : old.object;
  return { kind: 'scale', object: withManagedFields(shown, entries.entries) };
}

/** Writes a changed Scale into its object, or refuses it. Upstream: as `scaleToChange`. */
export function changedByScale(endpoint: Endpoint, existing: ValueMap, change: ViewChange): ViewChange | Refusal {
  const { object: scale } = change;
  const custom = isCustom(endpoint.version);
  const replicas = mapAt(scale, 'spec')?.get('replicas') ?? 0n;
  const refused = custom ? emptyReplicas(endpoint, replicas) : scaleErrors(endpoint, scale, existing);
  if (refused !== undefined) return refused;

  let object = withValueAt(existing, paths(endpoint).specReplicas, replicas);
  const resourceVersion = metadataText(scale, 'resourceVersion');
  if (!custom || resourceVersion !== '') object = withMetadata(object, 'resourceVersion', resourceVersion);
  const [before, owners] = [entriesOf(existing), entriesOf(scale)];
  const { mergeLibrary, version } = endpoint;
  const after = entriesAfterScale(before, owners, version.apiVersion, replicasPathsOf(endpoint), mergeLibrary);
  if (after.kind === 'error') return untyped(after.message);
  return { ...change, object: withManagedFields(object, after.entries) };
}

function emptyReplicas(endpoint: Endpoint, replicas: Value): Refusal | undefined {
  if (replicas !== absentReplicas) return undefined;
  return badRequest(`the spec replicas field "${dotted(paths(endpoint).specReplicas)}" cannot be empty`);
}

/** Upstream: kubernetes pkg/apis/autoscaling/validation ValidateScale. */
function scaleErrors(endpoint: Endpoint, scale: ValueMap, existing: ValueMap): Refusal | undefined {
  const rules = { namespaced: true, name: dns1123SubdomainOrPrefix };
  const isLookedAt = !hasChange('ignoresScaleMetadata', endpoint);
  const errors = isLookedAt ? objectMetaErrors(metadataOf(scale), rules, 'metadata') : [];
  const finalizers = isLookedAt ? finalizersOf(scale) : [];
  finalizers.forEach((name, index) => {
    if (name.includes('/') || standardFinalizers.includes(name)) return;
    const why = 'name is neither a standard finalizer name nor is it fully qualified';
    errors.push(complain(`metadata.finalizers[${index}]`, name, why));
  });
  const replicas = mapAt(scale, 'spec')?.get('replicas') ?? 0n;
  if (typeof replicas === 'bigint' && replicas < 0n) {
    errors.push(complain('spec.replicas', replicas, 'must be greater than or equal to 0'));
  }
  const own = complaintsIn(endpoint.minor ?? usualMinor, errors);
  if (own.length > 0) return invalid({ group: 'autoscaling', name: 'Scale' }, metadataText(existing, 'name'), own);
  const uid = metadataText(scale, 'uid');
  if (uid === '' || uid === metadataText(existing, 'uid')) return undefined;
  const { group, name } = endpoint.resourceName;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadataText(existing, 'uid')}`;
  return conflict({ group, name: `${name}/scale` }, metadataText(existing, 'name'), why);
}

/** Upstream: kubernetes pkg/apis/core/helper/helpers.go IsStandardFinalizerName. */
const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** Versions that are no longer served, and whose entries in managedFields still own replicas. */
const formerVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['apps/deployments', ['apps/v1beta1', 'apps/v1beta2']],
  ['apps/statefulsets', ['apps/v1beta1', 'apps/v1beta2']],
  ['apps/replicasets', ['apps/v1beta2']],
]);

function replicasPathsOf(endpoint: Endpoint): ReplicasPaths {
  const { resource } = endpoint.version;
  const found = new Map<string, readonly string[] | null>();
  for (const version of resource.versions.values()) {
    const scale = version.subresources.get('scale');
    found.set(version.apiVersion, scale?.kind === 'scale' ? scale.specReplicas : null);
  }
  for (const former of formerVersions.get(`${resource.group}/${resource.plural}`) ?? []) {
    found.set(former, paths(endpoint).specReplicas);
  }
  return found;
}

function paths(endpoint: Endpoint): ScaleSubresource {
  // Nobody asks for the Scale of another subresource.
  return endpoint.subresource as ScaleSubresource;
}

function integerAt(object: ValueMap, path: readonly string[]): bigint | undefined | 'no integer' {
  const value = valueAt(object, path);
  return value === undefined || typeof value === 'bigint' ? value : 'no integer';
}

function textAtPath(object: ValueMap, path: readonly string[] | undefined): string {
  const value = path === undefined ? undefined : valueAt(object, path);
  return typeof value === 'string' ? value : '';
}

function withReplicas(scale: ValueMap, replicas: bigint): ValueMap {
  return withEntry(scale, 'spec', new Map([['replicas', replicas]]));
}

function dotted(path: readonly string[]): string {
  return `.${path.join('.')}`;
}

function wrongType(path: readonly string[], value: Value | undefined, expected: string): string {
  return accessorError(dotted(path), value ?? null, expected);
}
