import {
  emptyObject,
  finalizersOf,
  hubVersion,
  isDeleting,
  metadataOf,
  metadataText,
  quote,
  sameFieldOrder,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { isCustom, type ResourceVersion } from '../catalog/catalog.ts';
import { pathSegment } from '../catalog/names.ts';
import { admitValidated, type Passed } from './admission.ts';
import { hasChange } from './changes.ts';
import { type Cluster, objectKey, removed, storedAt, uidText, withStored } from './cluster.ts';
import type { StoredObject } from './objects.ts';
import { scaleOf } from './scale.ts';
import { alreadyExists, badRequest, conflict, invalid, notFound, type Refusal, untyped } from './status.ts';
import { comparableForm, fromStorage, storageErrorText, storageKey, toStorage } from './storage.ts';
import { identical, keepTimesOfNoChange } from './timestamps.ts';
import { unreadable } from './unreadable.ts';
import type { Work } from './work.ts';
import { beforeCreate, beforeUpdate, withoutSystemFields } from './write-rules.ts';

/** A successful write: the state after it, and the object at the version in memory. */
export interface Written {
  readonly kind: 'written';
  readonly cluster: Cluster;
  readonly object: ValueMap;
  readonly created: boolean;
  readonly gone: boolean;
  readonly before: ValueMap | undefined;
}

/** A refused write; `cluster` is the state after it where that is another: a quota counts what is then refused. */
export interface RefusedWrite extends Refusal {
  readonly cluster?: Cluster;
}

/** Stores a new object. Upstream: apiserver pkg/registry/generic/registry/store.go Create. */
export function storeNew(work: Work, sent: ValueMap, dryRun: boolean): Written | RefusedWrite {
  const { endpoint } = work;
  const denied = work.rights?.deniedGrant(sent, undefined);
  if (denied !== undefined) return denied;
  let object = withSystemFields(work, sent);
  const prefix = metadataText(object, 'generateName');
  if (prefix !== '' && metadataText(object, 'name') === '') {
    object = withMetadata(object, 'name', generatedName(prefix, work.cluster.nextUid));
  }
  const accepted = beforeCreate(work, object);
  if (accepted.kind === 'refused') return accepted;
  const question = { operation: 'CREATE', object: accepted.object, old: undefined, dryRun } as const;
  const passed = admitValidated(work, question);
  if (passed.kind === 'refused') return passed;
  const { cluster } = passed;
  const name = metadataText(accepted.object, 'name');
  const key = objectKey(endpoint.version, endpoint.route.namespace, name);
  // What is no version counts for nothing in a new object.
  const version = resourceVersionOf(accepted.object);
  if (!dryRun && version.kind === 'number' && version.number > 0n) {
    return { ...untyped('resourceVersion should not be set on objects to be created'), cluster };
  }
  const stored = storedAt(cluster, key);
  if (stored !== undefined) {
    const data = toStorage(endpoint.version, accepted.object);
    if (data.kind !== 'converted' && !dryRun) return { ...untyped(data.message), cluster };
    const there = fromStorage(endpoint.version, stored);
    const deleting = there.kind === 'converted' && isDeleting(there.object);
    const generated = metadataText(accepted.object, 'generateName') !== '';
    return { ...alreadyExists(endpoint.resourceName, name, { deleting, generated }), cluster };
  }
  return finishCreate({ ...work, cluster }, key, accepted.object, dryRun);
}

/** The options of a write to an existing object. */
export interface UpdateRules {
  readonly dryRun: boolean;
  /** Whether the write may create: an apply to the main resource. */
  readonly mayCreate: boolean;
  /** The uid that the object must have; empty where the request names none. */
  readonly uid: string;
}

/** The object that a write finds. */
export interface Existing {
  readonly kind: 'existing';
  /** Undefined where nothing is stored yet. */
  readonly stored: StoredObject | undefined;
  /** The stored object at the version in memory; an empty one without a uid where nothing is stored yet. */
  readonly object: ValueMap;
}

/** Reads the object that is to be changed, or refuses the write. Upstream: store.go Update. */
export function readExisting(work: Work, rules: UpdateRules): Existing | Refusal {
  const { cluster, endpoint } = work;
  const { version, route, resourceName } = endpoint;
  const misnamed = badName(endpoint);
  if (misnamed !== undefined) return misnamed;
  const key = keyOf(endpoint);
  const stored = storedAt(cluster, key);
  const mayCreate = rules.mayCreate || endpoint.strategy.allowCreateOnUpdate;
  const comparesFirst = rules.uid !== '' && !hasChange('missesFirst', endpoint);
  if (stored === undefined && !mayCreate && !comparesFirst) return notFound(resourceName, route.name);
  const read = stored === undefined ? undefined : fromStorage(version, stored);
  if (read !== undefined && read.kind !== 'converted') return unreadable(work, key, read.message, !rules.dryRun);
  const existing = read?.object ?? emptyObject(hubVersion(version));

  if (rules.uid !== '' && rules.uid !== metadataText(existing, 'uid')) {
    return conflict(resourceName, route.name, uidMismatch(endpoint, rules, metadataText(existing, 'uid')));
  }
  return { kind: 'existing', stored, object: existing };
}

/**
 * Writes an object that was read and changed, or creates it where it did not exist.
 * Upstream: store.go Update, apiserver pkg/storage/etcd3/store.go GuaranteedUpdate. Nothing else writes meanwhile, so
 * there is no second try.
 */
export function storeChanged(
  work: Work,
  { dryRun }: UpdateRules,
  { stored, object: existing }: Existing,
  changed: ValueMap,
): Written | RefusedWrite {
  const { endpoint } = work;
  const { version, route, resourceName } = endpoint;
  const key = keyOf(endpoint);
  const deniedGrant = work.rights?.deniedGrant(changed, stored && existing);
  if (deniedGrant !== undefined) return deniedGrant;
  const wanted = resourceVersionOf(changed);
  if (wanted.kind === 'refused') return wanted;
  if (stored === undefined) {
    const accepted = beforeCreate(work, withSystemFields(work, changed));
    if (accepted.kind === 'refused') return accepted;
    const { object } = accepted;
    const denied = work.rights?.deniedCreate();
    if (denied !== undefined) return denied;
    const passed = admitValidated(work, { operation: 'CREATE', object, old: undefined, dryRun });
    return passed.kind === 'refused' ? passed : finishCreate({ ...work, cluster: passed.cluster }, key, object, dryRun);
  }

  let object = changed;
  if (wanted.number === 0n && endpoint.strategy.allowUnconditionalUpdate) {
    object = withMetadata(object, 'resourceVersion', stored.resourceVersion);
  } else if (wanted.number === 0n) {
    const complaint = {
      type: 'Invalid',
      field: 'metadata.resourceVersion',
      value: hasChange('valuesInJson', endpoint) ? 0n : { raw: '0x0' },
      detail: 'must be specified for an update',
    } as const;
    return invalid(resourceName, route.name, [complaint]);
  } else if (wanted.number !== BigInt(stored.resourceVersion)) {
    return conflict(resourceName, route.name, modified);
  }
  const accepted = beforeUpdate(work, object, existing);
  if (accepted.kind === 'refused') return accepted;
  const passed = updatePasses(work, accepted.object, existing, dryRun);
  if (passed.kind === 'refused') return passed;
  const { cluster } = passed;
  const written = keepTimesOfNoChange(
    accepted.object,
    existing,
    (whole) => comparableForm(version, whole),
    ordered(version),
  );
  if (isFinalUpdate(work, written, existing)) {
    const { after, deleted } = dryRun
      ? { after: cluster, deleted: written }
      : removed(cluster, key, written, hasChange('tellsRemoval', endpoint));
    return { kind: 'written', cluster: after, object: deleted, created: false, gone: true, before: existing };
  }
  return finishUpdate({ ...work, cluster }, existing, stored, written, dryRun);
}

/** Asks validating admission about an update, as its Scale where the request changes that. */
function updatePasses(work: Work, object: ValueMap, old: ValueMap, dryRun: boolean): Passed | Refusal {
  const { endpoint } = work;
  if (endpoint.subresource?.kind !== 'scale') return admitValidated(work, { operation: 'UPDATE', object, old, dryRun });
  const scaleIn = (whole: ValueMap) => {
    const scale = scaleOf(endpoint, whole);
    return scale.kind === 'scale' ? scale.object : undefined;
  };
  return admitValidated(work, { operation: 'UPDATE', object: scaleIn(object) ?? object, old: scaleIn(old), dryRun });
}

/**
 * Refuses a path whose name is none; undefined for others.
 * Upstream: apiserver pkg/registry/generic/registry/store.go NamespaceKeyFunc, NoNamespaceKeyFunc.
 */
export function badName({ route: { name } }: Pick<Work['endpoint'], 'route'>): Refusal | undefined {
  const complaints = pathSegment(name);
  if (complaints.length === 0) return undefined;
  return badRequest(`Name parameter invalid: ${quote(name)}: ${complaints.join(';')}`);
}

function keyOf({ version, route }: Work['endpoint']): string {
  return objectKey(version, route.namespace, route.name);
}

const modified = 'the object has been modified; please apply your changes to the latest version and try again';

function uidMismatch(endpoint: Work['endpoint'], { uid: wanted, dryRun }: UpdateRules, actual: string): string {
  const why = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`;
  return storageErrorText('invalid', storageKey(endpoint, dryRun), why);
}

/** Upstream: apiserver pkg/storage/api_object_versioner.go ObjectResourceVersion. */
function resourceVersionOf(object: ValueMap): { readonly kind: 'number'; readonly number: bigint } | Refusal {
  const text = metadataText(object, 'resourceVersion');
  if (text === '') return { kind: 'number', number: 0n };
  if (!/^\d+$/.test(text)) return untyped(`strconv.ParseUint: parsing "${text}": invalid syntax`);
  const number = BigInt(text);
  if (number === BigInt.asUintN(64, number)) return { kind: 'number', number };
  return untyped(`strconv.ParseUint: parsing "${text}": value out of range`);
}

/** Upstream: apiserver pkg/registry/rest/meta.go WipeObjectMetaSystemFields, FillObjectMetaSystemFields. */
function withSystemFields(work: Work, object: ValueMap): ValueMap {
  const bare = hasChange('wipesCreated', work.endpoint) ? withoutSystemFields(object) : object;
  const timed = withMetadata(bare, 'creationTimestamp', work.now);
  return withMetadata(timed, 'uid', uidText(work.cluster.nextUid));
}

function finishCreate(work: Work, key: string, object: ValueMap, dryRun: boolean): Written | Refusal {
  const { version } = work.endpoint;
  const data = toStorage(version, object);
  if (data.kind !== 'converted') return untyped(data.message);
  const counted = { ...work.cluster, nextUid: work.cluster.nextUid + 1 };
  const cluster = dryRun ? counted : withStored(counted, key, data.object);
  const stored = dryRun ? undefined : storedAt(cluster, key);
  const resourceVersion = metadataText(object, 'resourceVersion');
  const read = fromStorage(version, stored ?? { object: data.object, resourceVersion });
  if (read.kind !== 'converted') return untyped(read.message);
  const shown = dryRun ? withLinkOf(object, read.object) : read.object;
  return { kind: 'written', cluster, object: shown, created: true, gone: false, before: undefined };
}

/** An object that is not written, and so not made ready for it: it keeps the selfLink that it was sent with. */
function withLinkOf(sent: ValueMap, object: ValueMap): ValueMap {
  return withMetadata(object, 'selfLink', metadataOf(sent).get('selfLink'));
}

/** Writes a changed object, unless it would be stored as it is already. */
function finishUpdate(
  work: Work,
  before: ValueMap,
  stored: StoredObject,
  object: ValueMap,
  dryRun: boolean,
): Written | Refusal {
  const { version } = work.endpoint;
  const key = keyOf(work.endpoint);
  const data = toStorage(version, object);
  if (data.kind !== 'converted') return untyped(data.message);
  const same = writtenAlike(version, data.object, stored.object);
  const kept = dryRun || same;
  const cluster = kept ? work.cluster : withStored(work.cluster, key, data.object);
  const written = kept ? undefined : storedAt(cluster, key);
  const read = fromStorage(version, written ?? { ...stored, object: data.object });
  if (read.kind !== 'converted') return untyped(read.message);
  const shown = dryRun ? withLinkOf(object, read.object) : read.object;
  return { kind: 'written', cluster, object: shown, created: false, gone: false, before };
}

/** Whether two objects are stored as the same bytes. */
function writtenAlike(version: ResourceVersion, object: ValueMap, other: ValueMap): boolean {
  if (!identical(object, other)) return false;
  return (
    !ordered(version) || sameFieldOrder(metadataOf(object).get('managedFields'), metadataOf(other).get('managedFields'))
  );
}

function ordered(version: ResourceVersion): boolean {
  return !isCustom(version);
}

/**
 * Whether an update removes the last finalizer of an object that is being deleted. Upstream: store.go
 * ShouldDeleteDuringUpdate.
 */
function isFinalUpdate({ endpoint }: Work, object: ValueMap, existing: ValueMap): boolean {
  if (finalizersOf(object).length > 0 || !isDeleting(existing)) return false;
  if (endpoint.strategy.deletion?.emptied?.isBusy(object)) return false;
  const grace = metadataOf(existing).get('deletionGracePeriodSeconds') ?? 0n;
  return grace === 0n;
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const maxLength = 63;

/**
 * Generates a name from a prefix and five more letters. The server chooses them at random; here they follow from a
 * number. Upstream: apiserver pkg/storage/names/generate.go.
 */
export function generatedName(prefix: string, number: number): string {
  let suffix = '';
  for (let rest = number * 2_654_435_761; suffix.length < 5; rest = Math.floor(rest / alphabet.length)) {
    suffix += alphabet.charAt(rest % alphabet.length);
  }
  return prefix.slice(0, maxLength - suffix.length) + suffix;
}
