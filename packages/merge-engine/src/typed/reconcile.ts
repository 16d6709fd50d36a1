import type { FieldSet } from '../fieldpath/set.ts';
import type { Atom } from '../schema/atom.ts';
import type { ValidationError } from './validation-error.ts';

/** The answer of a reconciliation; `set` is the very set that came in where nothing had to change. */
export type Reconciled =
  | { readonly kind: 'reconciled'; readonly set: FieldSet }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/**
 * Brings a field set in line with a type that became atomic, or granular, since the set was written.
 * Upstream: structured-merge-diff typed/reconcile_schema.go ReconcileFieldSetWithSchema.
 */
export function reconcileFieldSet(_set: FieldSet, _type: Atom): Reconciled {
  throw new Error('not yet');
}
