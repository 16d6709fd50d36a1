import type { FieldSet } from '../fieldpath/set.ts';
import type { TypedValue } from './typed.ts';

/** The value without some fields and items. Upstream: structured-merge-diff typed/remove.go RemoveItems. */
export function removeItems(_typed: TypedValue, _items: FieldSet): TypedValue {
  throw new Error('not yet');
}

/** Only some fields and items of a value. Upstream: structured-merge-diff typed/typed.go ExtractItems. */
export function extractItems(
  _typed: TypedValue,
  _items: FieldSet,
  _options: { readonly appendKeyFields: boolean } = { appendKeyFields: false },
): TypedValue {
  throw new Error('not yet');
}
