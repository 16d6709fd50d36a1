import type { FieldSet } from '../fieldpath/set.ts';
import type { TypedValue } from './typed.ts';
import type { ValidationError } from './validation-error.ts';

/** What differs between two values; no field is in two of the sets. Upstream: typed/compare.go Comparison. */
export interface Comparison {
  /** Fields that only the first value has. */
  readonly removed: FieldSet;
  /** Fields that both have, with different values. */
  readonly modified: FieldSet;
  /** Fields that only the second value has. */
  readonly added: FieldSet;
}

/** The answer of a comparison. */
export type Compared =
  | { readonly kind: 'compared'; readonly comparison: Comparison }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/** What changed from one value to another of the same type. Upstream: structured-merge-diff typed/compare.go. */
export function compareTyped(_before: TypedValue, _after: TypedValue): Compared {
  throw new Error('not yet');
}

/** Whether nothing differs. */
export function isSame(_comparison: Comparison): boolean {
  throw new Error('not yet');
}
