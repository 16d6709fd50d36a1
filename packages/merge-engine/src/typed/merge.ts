import type { TypedValue } from './typed.ts';
import type { ValidationError } from './validation-error.ts';

/** The answer of a merge. */
export type Merged =
  | { readonly kind: 'merged'; readonly typed: TypedValue }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/**
 * The live value with a partial one laid over it; nothing is removed. Both are of the same type.
 * Upstream: structured-merge-diff typed/merge.go.
 */
export function mergeTyped(_live: TypedValue, _config: TypedValue): Merged {
  throw new Error('not yet');
}
