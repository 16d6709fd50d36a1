import { union } from '../fieldpath/algebra.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import type { Managed } from './managed.ts';

/** The name under which an update is computed, so that its own earlier fields do not hide what it changes. */
export const currentOperation = 'current-operation';

/**
 * Adds what the current operation took to the manager's earlier fields and moves its time; a manager that took
 * nothing keeps its time. Upstream: apimachinery pkg/util/managedfields/internal/managedfieldsupdater.go Update.
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

/** Moves the time of an applier; only for an apply that changed the object. Upstream: managedfieldsupdater.go Apply. */
export function stampApplier(managed: Managed, identifier: string, now: string): Managed {
  return { ...managed, times: new Map(managed.times).set(identifier, now) };
}
