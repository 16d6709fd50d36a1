import { equalSets, type FieldSet } from './set.ts';

/** What one manager owns, at which API version (`apps/v1`), and whether by applying. Upstream: fieldpath/managers.go. */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
}

/** Who owns what, by the manager's identifier. Upstream: fieldpath/managers.go ManagedFields. */
export type Managers = ReadonlyMap<string, VersionedSet>;

/** Whether two managers own the same. */
export function equalManagers(a: Managers, b: Managers): boolean {
  if (a.size !== b.size) return false;
  for (const [manager, left] of a) {
    const right = b.get(manager);
    if (right === undefined || left.apiVersion !== right.apiVersion || left.applied !== right.applied) return false;
    if (!equalSets(left.set, right.set)) return false;
  }
  return true;
}
