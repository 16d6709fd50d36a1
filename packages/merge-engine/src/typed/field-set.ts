import type { FieldSet } from '../fieldpath/set.ts';
import type { TypedValue } from './typed.ts';
import type { ValidationError } from './validation-error.ts';

/** The answer of reading the fields of a value. */
export type Fields =
  | { readonly kind: 'set'; readonly set: FieldSet }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/** Every leaf field and item that a value mentions. Upstream: structured-merge-diff typed/tofieldset.go. */
export function toFieldSet(_typed: TypedValue): Fields {
  throw new Error('not yet');
}
