import {
  formatJson,
  isList,
  isMap,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { TextRange } from '@managed-fields/scenario';
import type { SourceDocument } from '@managed-fields/source';

/** A value in a document, and the path to it. */
export interface PlacedValue {
  readonly value: Value;
  /** Empty but for items of a `kind: List`. */
  readonly path: ValuePath;
}

/** The objects in a value: itself, or the items of a list, of lists in it too. */
export function objectsIn(value: Value, path: ValuePath = []): readonly PlacedValue[] {
  const items = isMap(value) && stringAt(value, 'kind')?.endsWith('List') === true ? value.get('items') : undefined;
  if (items === undefined || !isList(items)) return [{ value, path }];
  return items.flatMap((item, index) => objectsIn(item, [...path, 'items', index]));
}

/** Whether a value has an apiVersion and a kind. */
export function isObject(value: Value): value is ValueMap {
  return isMap(value) && Boolean(stringAt(value, 'kind')) && Boolean(stringAt(value, 'apiVersion'));
}

/** A document as it is written, without the line that separates it from the one before. */
export function documentText(text: string, { from, to }: TextRange): string {
  if (!text.startsWith('---', from)) return text.slice(from, to);
  const end = text.indexOf('\n', from);
  const isSeparator = end >= 0 && end < to && text.slice(from + 3, end).trim() === '';
  return text.slice(isSeparator ? end + 1 : from, to);
}

/** The manifests of a text, as a tool reads them: each with its own text, or as JSON where it is an item of a list. */
export function manifestsIn(
  text: string,
  documents: readonly SourceDocument[],
): readonly { readonly value: ValueMap; readonly text: string }[] {
  return documents.flatMap(({ value, range }) =>
    (value === undefined ? [] : objectsIn(value)).flatMap((each) =>
      isObject(each.value)
        ? [
            {
              value: each.value,
              text: each.path.length > 0 ? formatJson(each.value) : documentText(text, range),
            },
          ]
        : [],
    ),
  );
}
