import type { FieldPath } from '../fieldpath/element.ts';
import { type FieldSet, pathsOf } from '../fieldpath/set.ts';
import { compareStrings } from '../value/order.ts';

/** A field that another manager owns and the applied configuration would change. Upstream: merge/conflict.go Conflict. */
export interface Conflict {
  /** The identifier of the manager that owns the field. */
  readonly manager: string;
  readonly path: FieldPath;
}

/** The conflicts of some managers, by the order of their identifiers. Upstream: ConflictsFromManagers. */
export function conflictsOf(sets: ReadonlyMap<string, FieldSet>): Conflict[] {
  return [...sets]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([manager, set]) => pathsOf(set).map((path) => ({ manager, path })));
}
