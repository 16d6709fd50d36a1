import { difference, intersection, union } from '../fieldpath/algebra.ts';
import type { Filter } from '../fieldpath/filter.ts';
import type { Managers, VersionedSet } from '../fieldpath/managers.ts';
import { emptySet, type FieldSet, isEmptySet } from '../fieldpath/set.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { type Compared, type Comparison, compareTyped, filterComparison } from '../typed/compare.ts';
import { reconcileFieldSet } from '../typed/reconcile.ts';
import type { TypedValue } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import { sortedKeys } from '../value/order.ts';
import type { Converter } from './converter.ts';

/** The input that updates and applies share. */
export interface Surroundings {
  /** The object as it was; empty for a create. */
  readonly live: TypedValue;
  /** The API version of the objects, `apps/v1`. */
  readonly version: string;
  readonly managers: Managers;
  /** The identifier of the manager that makes the request. */
  readonly manager: string;
  readonly converter: Converter;
  /** The fields that nobody owns, by API version. */
  ignored(version: string): Filter | undefined;
  /** The release of structured-merge-diff that merges; absent: `usualLibrary`. */
  readonly library?: MergeLibrary;
}

/** An error, in upstream's words. */
export interface Failure {
  readonly kind: 'error';
  readonly message: string;
}

/** Makes a failure. */
export function failure(message: string): Failure {
  return { kind: 'error', message };
}

/** What the other managers keep after a change of the object, and what they lose. */
interface UpdatedManagers {
  readonly kind: 'updated';
  /** What changes at the request's version, without the ignored fields. */
  readonly comparison: Comparison;
  /** What changes at each version that a manager has; by API version. */
  readonly compared: ReadonlyMap<string, Comparison>;
  /** What the others own of what is modified or added; by manager. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  /** All that the others lose; by manager. */
  readonly taken: ReadonlyMap<string, FieldSet>;
  /** Who owns what afterwards; managers that own nothing are gone. */
  readonly managers: Managers;
}

/**
 * Takes from the other managers what a change of the object modifies, adds or removes. Managers at versions that are
 * no longer served must be gone already: `reconcileManagers` drops them.
 * Upstream: structured-merge-diff merge/update.go Updater.update.
 */
export function updateManagers(around: Surroundings, managers: Managers, next: TypedValue): UpdatedManagers | Failure {
  const { live, version, converter } = around;
  const own = filtered(compareTyped(live, next), around.ignored(version));
  if (own.kind === 'error') return own;
  const compared = new Map([[version, own.comparison]]);
  const conflicts = new Map<string, FieldSet>();
  const taken = new Map<string, FieldSet>();
  const kept = new Map<string, VersionedSet>();
  const changed = new Map<string, FieldSet>();

  for (const manager of sortedKeys(managers)) {
    const owned = managers.get(manager) as VersionedSet;
    if (manager === around.manager) {
      kept.set(manager, owned);
      continue;
    }
    let comparison = compared.get(owned.apiVersion);
    if (comparison === undefined) {
      const found = compareAt(converter, live, next, owned.apiVersion, around.ignored(owned.apiVersion));
      if (found.kind === 'error') return found;
      comparison = found.comparison;
      compared.set(owned.apiVersion, comparison);
    }
    let written = changed.get(owned.apiVersion);
    if (written === undefined) {
      written = union(comparison.modified, comparison.added);
      changed.set(owned.apiVersion, written);
    }
    const conflict = intersection(owned.set, written);
    if (!isEmptySet(conflict)) conflicts.set(manager, conflict);
    const rest = difference(difference(owned.set, conflict), comparison.removed);
    if (rest !== owned.set) taken.set(manager, difference(owned.set, rest));
    if (!isEmptySet(rest)) kept.set(manager, rest === owned.set ? owned : { ...owned, set: rest });
  }
  const self = kept.get(around.manager);
  if (self !== undefined && isEmptySet(self.set)) kept.delete(around.manager);
  return { kind: 'updated', comparison: own.comparison, compared, conflicts, taken, managers: kept };
}

type ComparedAt = { readonly kind: 'compared'; readonly comparison: Comparison } | Failure;

function compareAt(
  converter: Converter,
  live: TypedValue,
  next: TypedValue,
  version: string,
  filter: Filter | undefined,
): ComparedAt {
  const before = converter.convert(live, version);
  if (before.kind !== 'converted') return failure(`failed to convert old object: ${before.message}`);
  const after = converter.convert(next, version);
  if (after.kind !== 'converted') return failure(`failed to convert new object: ${after.message}`);
  return filtered(compareTyped(before.typed, after.typed), filter);
}

function filtered(compared: Compared, filter: Filter | undefined): ComparedAt {
  if (compared.kind === 'invalid') {
    return failure(`failed to compare objects: ${validationErrorsToString(compared.errors)}`);
  }
  return filter === undefined ? compared : { ...compared, comparison: filterComparison(compared.comparison, filter) };
}

/** Managers whose sets fit the types of today. */
interface ReconciledManagers {
  readonly kind: 'reconciled';
  readonly managers: Managers;
  /** Managers that are gone because their version is no longer served. */
  readonly dropped: readonly string[];
}

/**
 * Adapts what the managers own to types that changed since.
 * Upstream: structured-merge-diff merge/update.go reconcileManagedFieldsWithSchemaChanges.
 */
export function reconcileManagers(around: Surroundings): ReconciledManagers | Failure {
  const managers = new Map<string, VersionedSet>();
  const dropped: string[] = [];
  for (const manager of sortedKeys(around.managers)) {
    const owned = around.managers.get(manager) as VersionedSet;
    const converted = around.converter.convert(around.live, owned.apiVersion);
    if (converted.kind === 'error') return converted;
    if (converted.kind === 'missing-version') {
      dropped.push(manager);
      continue;
    }
    const reconciled = reconcileFieldSet(owned.set, converted.typed.type);
    if (reconciled.kind === 'invalid') {
      const errors = validationErrorsToString(reconciled.errors);
      return failure(`errors reconciling field set with schema: ${errors}`);
    }
    managers.set(manager, reconciled.set === owned.set ? owned : { ...owned, set: reconciled.set });
  }
  return { kind: 'reconciled', managers, dropped };
}

/** What a manager owns; nothing where it is unknown. */
export function ownedBy(managers: Managers, manager: string): FieldSet {
  return managers.get(manager)?.set ?? emptySet;
}
