import { sortedKeys } from '../value/order.ts';
import { difference, union } from './algebra.ts';
import { equalSets, type FieldSet, isEmptySet, setToString } from './set.ts';

/**
 * What one manager owns, at which API version (`apps/v1`), and whether by applying.
 * Upstream: fieldpath/managers.go VersionedSet.
 */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
}

/** Who owns what, by the manager's identifier. Upstream: fieldpath/managers.go ManagedFields. */
export type Managers = ReadonlyMap<string, VersionedSet>;

/** Whether all managers own the same. Upstream: fieldpath/managers.go ManagedFields.Equals. */
export function equalManagers(a: Managers, b: Managers): boolean {
  if (a.size !== b.size) return false;
  for (const [manager, left] of a) {
    const right = b.get(manager);
    if (right === undefined || left.apiVersion !== right.apiVersion || left.applied !== right.applied) return false;
    if (!equalSets(left.set, right.set)) return false;
  }
  return true;
}

/**
 * Compares the managers of two states: by manager the fields that only one of both has. A manager whose API version
 * changed counts with all that it owns now; one that owns the same is left out.
 * Upstream: fieldpath/managers.go ManagedFields.Difference.
 */
export function differenceOfManagers(a: Managers, b: Managers): Managers {
  const changed = new Map<string, VersionedSet>();
  for (const [manager, left] of a) {
    const right = b.get(manager);
    if (right === undefined) {
      if (!isEmptySet(left.set)) changed.set(manager, left);
    } else if (left.apiVersion !== right.apiVersion) changed.set(manager, right);
    else {
      const set = union(difference(left.set, right.set), difference(right.set, left.set));
      if (!isEmptySet(set)) changed.set(manager, { set, apiVersion: right.apiVersion, applied: false });
    }
  }
  for (const [manager, right] of b) if (!a.has(manager) && !isEmptySet(right.set)) changed.set(manager, right);
  return changed;
}

/**
 * Managers as upstream prints them, by the order of their identifiers.
 * Upstream: fieldpath/managers.go ManagedFields.String.
 */
export function managersToString(managers: Managers): string {
  return sortedKeys(managers)
    .map((manager) => {
      const { set, apiVersion, applied } = managers.get(manager) as VersionedSet;
      return `${manager}:\n- Applied: ${applied}\n- APIVersion: ${apiVersion}\n- Set: ${setToString(set)}\n`;
    })
    .join('');
}
