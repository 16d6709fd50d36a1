import { type JsonPath, jsonPathOf, type TableRow } from '@managed-fields/api-server/tables';
import {
  compareQuantities,
  compareStrings,
  goTypeName,
  parseQuantity,
  quote,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from '../failure.ts';
import { firstFound, relaxedPath } from './custom-columns.ts';
import { goSorted } from './go-sort.ts';

/** Sorts what is printed by a field, `--sort-by`. Upstream: kubectl pkg/cmd/get/sorter.go SortObjects. */
export function sortObjects<Item extends { readonly object: ValueMap }>(
  items: readonly Item[],
  sortBy: string,
): readonly Item[] | Failure {
  const field = relaxedPath(sortBy);
  if (isFailure(field)) return field;
  const read = jsonPathOf(field, { allowMissingKeys: true });
  return read.kind === 'error' ? fail(read.message) : sorted(items, read.path, field, '');
}

/** Sorts the rows of a table. Upstream: sorter.go SortingPrinter.PrintObj, NewTableSorter. */
export function sortRows(rows: readonly TableRow[], sortBy: string): readonly TableRow[] | Failure {
  const relaxed = relaxedPath(sortBy);
  const field = isFailure(relaxed) ? sortBy : relaxed;
  const read = jsonPathOf(field, { allowMissingKeys: true });
  if (read.kind === 'error') return fail(`sorting error: ${read.message}`);
  return sorted(rows, read.path, field, 'table');
}

function sorted<Item extends { readonly object: ValueMap }>(
  items: readonly Item[],
  path: JsonPath,
  field: string,
  of: 'table' | '',
): readonly Item[] | Failure {
  const found: { readonly item: Item; readonly value: Value | undefined }[] = [];
  for (const item of items) {
    const value = firstFound(path, item.object);
    if (isFailure(value)) {
      if (of === '' || value.unplayed !== undefined) return value;
      return fail(
        `Failed to get values for [][]reflect.Value(nil) using ${field} (&errors.errorString{s:${quote(value.message)}})`,
      );
    }
    found.push({ item, value });
  }
  if (items.length > 0 && found.every(({ value }) => value === undefined)) {
    return fail(`couldn't find any field with path ${quote(field)} in the list of objects`);
  }
  let unsortable: string | undefined;
  const ordered = goSorted(found, (a, b) => {
    const less = isLess(a.value, b.value);
    if (typeof less === 'string') unsortable ??= less;
    return less === true;
  });
  if (unsortable === undefined) return ordered.map(({ item }) => item);
  const type = of === 'table' ? '[][][]reflect.Value' : '*unstructured.Unstructured';
  const why = `Field ${field} in ${type} is an unsortable type: interface, err: ${unsortable}`;
  return { ...fail(`F sorter.go] ${why}`), bare: true };
}

/** Whether a value comes first; a text says why that cannot be told. Upstream: sorter.go TableSorter.Less, isLess. */
function isLess(a: Value | undefined, b: Value | undefined): boolean | string {
  if (a === undefined) return true;
  if (b === undefined) return false;
  if (a === null || b === null) return a === null && b !== null;
  if (typeof a === 'boolean' || typeof a === 'object') return `unsortable type: ${goTypeName(a)}`;
  if (typeof a !== typeof b) return 'unsortable interface: interface';
  return typeof a === 'string' ? lessText(a, String(b)) : a < (b as typeof a);
}

function lessText(a: string, b: string): boolean {
  const [one, other] = [parseQuantity(a), parseQuantity(b)];
  if (one.kind === 'quantity' && other.kind === 'quantity') return compareQuantities(one.quantity, other.quantity) < 0;
  return compareStrings(a, b) < 0;
}
