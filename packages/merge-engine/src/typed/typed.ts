import type { Atom } from '../schema/atom.ts';
import type { Value } from '../value/value.ts';
import { validate } from './validate.ts';
import type { ValidationError } from './validation-error.ts';

/** A value of some type. Upstream: structured-merge-diff typed/typed.go TypedValue. */
export interface TypedValue {
  readonly value: Value;
  readonly type: Atom;
}

/** How strictly a value is held against its type. */
export interface ValidationOptions {
  /** Whether sets and map lists may hold an item twice: yes for live objects, no for applied configurations. */
  readonly allowDuplicates: boolean;
}

/** The answer of holding a value against a type. */
export type Typed =
  | { readonly kind: 'typed'; readonly typed: TypedValue }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/** Gives a value a type if it conforms to it. Upstream: structured-merge-diff typed/typed.go AsTyped. */
export function asTyped(value: Value, type: Atom, options: ValidationOptions): Typed {
  const errors = validate(value, type, options.allowDuplicates);
  return errors.length === 0 ? { kind: 'typed', typed: { value, type } } : { kind: 'invalid', errors };
}
