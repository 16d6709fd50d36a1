import type { TypedValue } from '../typed/typed.ts';

/** Turns an object into another of its API versions. Upstream: structured-merge-diff merge/update.go Converter. */
export interface Converter {
  /** `version` is an API version, `apps/v1`; missing-version means that it is no longer served. */
  convert(object: TypedValue, version: string): ConvertedObject;
}

/** The answer of a conversion. */
export type ConvertedObject =
  | { readonly kind: 'converted'; readonly typed: TypedValue }
  | { readonly kind: 'missing-version'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };
