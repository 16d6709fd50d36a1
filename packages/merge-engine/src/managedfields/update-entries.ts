import { union } from '../fieldpath/algebra.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import type { ValueMap } from '../value/value.ts';
import { capUpdaters } from './cap-updaters.ts';
import { requestIdentifier } from './identifier.ts';
import { describe } from './kind.ts';
import type { Managed } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';
import { stripMeta } from './strip-meta.ts';
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
