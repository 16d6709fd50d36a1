import type { FieldSet } from './set.ts';

/** What one manager owns, at which API version (`apps/v1`), and whether by applying. Upstream: fieldpath/managers.go. */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
}

/** Who owns what, by the manager's identifier. Upstream: fieldpath/managers.go ManagedFields. */
export type Managers = ReadonlyMap<string, VersionedSet>;

/** Whether two managers own the same. */
export function equalManagers(_a: Managers, _b: Managers): boolean {
  throw new Error('not yet');
}
