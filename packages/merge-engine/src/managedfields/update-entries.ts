import { difference, union } from '../fieldpath/algebra.ts';
import { fieldElement } from '../fieldpath/element.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import { type FieldSet, isEmptySet, setOf } from '../fieldpath/set.ts';
import { serverMetadata } from '../value/metadata.ts';
import { compareStrings } from '../value/order.ts';
import type { ValueMap } from '../value/value.ts';
import { emptyEntry, entrySeconds } from './entry.ts';
import { identifierOf, requestIdentifier } from './identifier.ts';
import { describe } from './kind.ts';
import type { Managed } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';
import { type MergedUpdate, mergeUpdate } from './structured-merge.ts';

/**
 * Computes the entries after an update: takes what the request changes, without the fields that nobody owns, adds it to
 * the manager's earlier fields, and folds the oldest updaters. Objects are at the hub version and without
 * managedFields.
 * Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go NewDefaultFieldManager.
 */
export function updateEntries(
  kind: ManagedKind,
  live: ValueMap,
  next: ValueMap,
  managed: Managed,
  identifier: string,
  now: string,
): MergedUpdate {
  const merged = mergeUpdate(kind, live, next, managed, currentOperation);
  if (merged.kind === 'error') return merged;
  const owned = stripMeta(merged.managed, currentOperation);
  const recorded = recordOperation(owned, identifier, now);
  return { ...merged, managed: capUpdaters(recorded) };
}

/** The manager of the fields that an object had before its first apply. */
const beforeFirstApply = 'before-first-apply';

/**
 * Makes an Update entry of everything in the live object. An apply to an object that nobody owns starts from it.
 * Upstream: apimachinery pkg/util/managedfields/internal/skipnonapplied.go Apply.
 */
export function ownWhatWasThere(kind: ManagedKind, live: ValueMap, managed: Managed, now: string): MergedUpdate {
  if (kind.unconvertible !== undefined) {
    const why = `failed to convert live object (${describe(kind.empty)}) to proper version: ${kind.unconvertible}`;
    return { kind: 'error', message: `failed to create manager for existing fields: ${why}` };
  }
  const identifier = requestIdentifier({
    manager: beforeFirstApply,
    operation: 'Update',
    apiVersion: kind.apiVersion,
    subresource: kind.subresource,
  });
  const recorded = updateEntries(kind, kind.empty, live, managed, identifier, now);
  if (recorded.kind === 'error') {
    return { kind: 'error', message: `failed to create manager for existing fields: ${recorded.message}` };
  }
  return recorded;
}

/** The name under which an update is computed, so that its own earlier fields do not hide what it changes. */
export const currentOperation = 'current-operation';

/**
 * Adds what the current operation took to the manager's earlier fields, and sets its time. A manager that took nothing
 * keeps its time.
 * Upstream: apimachinery pkg/util/managedfields/internal/managedfieldsupdater.go Update.
 */
export function recordOperation(managed: Managed, identifier: string, now: string): Managed {
  const taken = managed.fields.get(currentOperation);
  if (taken === undefined) return managed;
  const fields = new Map<string, VersionedSet>(managed.fields);
  fields.delete(currentOperation);
  const earlier = fields.get(identifier);
  fields.set(identifier, earlier === undefined ? taken : { ...taken, set: union(taken.set, earlier.set) });
  return { fields, times: new Map(managed.times).set(identifier, now) };
}

/** Sets the time of an applier; only for an apply that changed the object. Upstream: managedfieldsupdater.go Apply. */
export function stampApplier(managed: Managed, identifier: string, now: string): Managed {
  return { ...managed, times: new Map(managed.times).set(identifier, now) };
}

/** How many Update entries an object keeps. Upstream: internal/fieldmanager.go DefaultMaxUpdateManagers. */
export const maxUpdaters = 10;

/**
 * Folds the oldest Update entries of the same API version into one of the manager `ancient-changes`, until no more than
 * ten are left. The folded entry takes the time of the newest entry in it. The first entry of a version is only renamed
 * once a second one joins it.
 * Upstream: apimachinery pkg/util/managedfields/internal/capmanagers.go.
 */
export function capUpdaters(managed: Managed): Managed {
  const updaters = [...managed.fields].filter(([, owned]) => !owned.applied).map(([identifier]) => identifier);
  if (updaters.length <= maxUpdaters) return managed;
  const seconds = (identifier: string) => entrySeconds(managed.times.get(identifier));
  updaters.sort((a, b) => seconds(a) - seconds(b) || compareStrings(a, b));

  const fields = new Map<string, VersionedSet>(managed.fields);
  const times = new Map(managed.times);
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const identifier of updaters) {
    if (count <= maxUpdaters) break;
    const owned = fields.get(identifier) as VersionedSet;
    const first = firstOfVersion.get(owned.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(owned.apiVersion, identifier);
      continue;
    }
    const bucket = ancientChanges(owned.apiVersion);
    let bucketed = fields.get(bucket);
    if (bucketed === undefined) {
      bucketed = fields.get(first) ?? owned;
      fields.delete(first);
    }
    fields.set(bucket, { ...owned, set: union(owned.set, bucketed.set) });
    fields.delete(identifier);
    times.set(bucket, managed.times.get(identifier));
    count--;
  }
  return { fields, times };
}

function ancientChanges(apiVersion: string): string {
  return identifierOf({ ...emptyEntry, manager: 'ancient-changes', operation: 'Update', apiVersion });
}

/** The fields that nobody ever owns. Upstream: apimachinery pkg/util/managedfields/internal/stripmeta.go. */
const strippedFields: readonly (readonly string[])[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ...['name', 'namespace', 'clusterName', ...serverMetadata].map((name) => ['metadata', name]),
];

let stripSet: FieldSet | undefined;

/** Takes the fields that nobody owns from one manager, and the manager with them where nothing else is left. */
export function stripMeta(managed: Managed, identifier: string): Managed {
  const owned = managed.fields.get(identifier);
  if (owned === undefined) return managed;
  stripSet ??= setOf(...strippedFields.map((path) => path.map(fieldElement)));
  const set = difference(owned.set, stripSet);
  const fields = new Map<string, VersionedSet>(managed.fields);
  if (isEmptySet(set)) fields.delete(identifier);
  else fields.set(identifier, { ...owned, set });
  return { ...managed, fields };
}
