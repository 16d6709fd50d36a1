import type { FieldPath } from '../fieldpath/element.ts';

/** A field that another manager owns and the applied configuration would change. Upstream: merge/conflict.go Conflict. */
export interface Conflict {
  /** The identifier of the manager that owns the field. */
  readonly manager: string;
  readonly path: FieldPath;
}
