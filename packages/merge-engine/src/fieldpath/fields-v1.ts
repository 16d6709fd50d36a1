import type { Value, ValueMap } from '../value/value.ts';
import type { PathElement } from './element.ts';
import type { FieldSet } from './set.ts';

/** The answer of reading fieldsV1. */
export type ReadFields =
  | { readonly kind: 'set'; readonly set: FieldSet }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Reads the wire form of a field set (`{"f:spec":{"f:replicas":{}}}`). Elements of unknown kinds are dropped.
 * Upstream: structured-merge-diff fieldpath/serialize.go FromJSON.
 */
export function fieldSetFromV1(_value: Value): ReadFields {
  throw new Error('not yet');
}

/** Writes a field set in its wire form, keys in upstream's order. Upstream: fieldpath/serialize.go ToJSON. */
export function fieldSetToV1(_set: FieldSet): ValueMap {
  throw new Error('not yet');
}

/** Writes one element as a key of fieldsV1: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. */
export function elementToV1(_element: PathElement): string {
  throw new Error('not yet');
}

/** Reads one key of fieldsV1. Upstream: fieldpath/serialize-pe.go DeserializePathElement. */
export function elementFromV1(
  _key: string,
):
  | { readonly kind: 'element'; readonly element: PathElement }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'error'; readonly message: string } {
  throw new Error('not yet');
}
