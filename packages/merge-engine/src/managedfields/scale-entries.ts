import { difference } from '../fieldpath/algebra.ts';
import { type FieldPath, fieldElement } from '../fieldpath/element.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import { hasPath, isEmptySet, setOf } from '../fieldpath/set.ts';
import type { MergeLibrary } from '../schema/library.ts';
import type { ValueMap } from '../value/value.ts';
import type { ManagedFieldsEntry } from './entry.ts';
import { inTextOrder, withFieldOrder } from './field-order.ts';
import { type DecodedManaged, decodeManaged, encodeManaged, type Managed } from './managed.ts';

/** Where each API version of a resource keeps its replicas; null for a version without a scale subresource. */
export type ReplicasPaths = ReadonlyMap<string, readonly string[] | null>;

/** The answer of a conversion of entries; undefined entries mean an empty list. */
export type ScaledEntries =
  | { readonly kind: 'entries'; readonly entries: readonly ValueMap[] | undefined }
  | { readonly kind: 'error'; readonly message: string };

const scaleApiVersion = 'autoscaling/v1';
const replicasInScale: FieldPath = [fieldElement('spec'), fieldElement('replicas')];

/**
 * The entries of a resource as its Scale shows them: who owns the replicas, and that only.
 * Upstream: apimachinery pkg/util/managedfields/scalehandler.go ToSubresource.
 */
export function entriesOfScale(
  parent: readonly ManagedFieldsEntry[] | undefined,
  paths: ReplicasPaths,
  library?: MergeLibrary,
): ScaledEntries {
  const decoded = decodeManaged(parent ?? [], library);
  if (decoded.kind === 'error') return decoded;
  const fields = new Map<string, VersionedSet>();
  for (const [identifier, owned] of decoded.managed.fields) {
    const path = pathOf(paths, owned.apiVersion);
    if (path === undefined || path === null || !hasPath(owned.set, path)) continue;
    fields.set(identifier, { set: setOf(replicasInScale), apiVersion: scaleApiVersion, applied: owned.applied });
  }
  return { kind: 'entries', entries: encodeManaged({ fields, times: decoded.managed.times }, [], library) };
}

/**
 * Returns the entries of a resource after a write of its Scale. A manager that no longer owns the replicas in the Scale
 * loses them. A manager that newly owns them gets an entry at the version of the request, without a time. Entries of
 * unknown versions are dropped.
 * Upstream: scalehandler.go ToParent.
 */
export function entriesAfterScale(
  parent: readonly ManagedFieldsEntry[] | undefined,
  scale: readonly ManagedFieldsEntry[] | undefined,
  apiVersion: string,
  paths: ReplicasPaths,
  library?: MergeLibrary,
): ScaledEntries {
  const parentDecoded: DecodedManaged = decodeManaged(parent ?? [], library);
  if (parentDecoded.kind === 'error') return parentDecoded;
  const scaleDecoded = decodeManaged(scale ?? [], library);
  if (scaleDecoded.kind === 'error') return scaleDecoded;
  const { fields: parentFields, times } = parentDecoded.managed;
  const scaleFields = scaleDecoded.managed.fields;

  const fields = new Map<string, VersionedSet>();
  const kept = new Set<string>();
  for (const [identifier, owned] of parentFields) {
    const path = pathOf(paths, owned.apiVersion);
    if (path === undefined) continue;
    if (path === null || !hasPath(owned.set, path)) {
      fields.set(identifier, owned);
    } else if (scaleFields.has(identifier)) {
      fields.set(identifier, owned);
      kept.add(identifier);
    } else {
      const set = difference(owned.set, setOf(path));
      if (!isEmptySet(set)) fields.set(identifier, { ...owned, set });
    }
  }
  const path = pathOf(paths, apiVersion) ?? [];
  for (const [identifier, owned] of scaleFields) {
    if (kept.has(identifier) || !hasPath(owned.set, replicasInScale)) continue;
    fields.set(identifier, { set: setOf(path), apiVersion, applied: owned.applied });
  }
  const managed: Managed = { fields, times };
  const entries = encodeManaged(managed, [], library);
  return { kind: 'entries', entries: entries && withFieldOrder(entries, inTextOrder) };
}

function pathOf(paths: ReplicasPaths, apiVersion: string): FieldPath | null | undefined {
  const names = paths.get(apiVersion);
  return names === undefined || names === null ? names : names.map(fieldElement);
}
