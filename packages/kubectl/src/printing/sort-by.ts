import { jsonPathOf, type TableRow } from '@managed-fields/api-server/tables';
import {
  compareQuantities,
  compareStrings,
  formatGoSyntax,
  goTypeName,
  parseQuantity,
  quote,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from '../failure.ts';
import { firstFound, relaxedPath } from './custom-columns.ts';
import { goSorted } from './go-sort.ts';

/**
 * Sorts what is printed by a field, `--sort-by`. Where it is found in one object, another that fails ends kubectl when it is
 * compared; of the stack of Go that follows then, nothing is shown.
 * Upstream: kubectl pkg/cmd/get/sorter.go SortObjects, RuntimeSort.Less.
 */
export function sortObjects<Item extends { readonly object: ValueMap }>(
  items: readonly Item[],
  sortBy: string,
): readonly Item[] | Failure {
  const field = relaxedPath(sortBy);
  if (isFailure(field)) return field;
  const read = jsonPathOf(field, { allowMissingKeys: true });
  if (read.kind === 'error') return fail(read.message);
  const values = new Map(items.map((item) => [item, firstFound(read.path, item.object)]));
  const first = items.map((item) => values.get(item)).find((value) => value !== undefined);
  if (isFailure(first)) return first;
  if (first === undefined && items.length > 0) return fail(nowhere(field));
  return sorted(items, (item) => values.get(item), { field, type: '*unstructured.Unstructured' });
}

/** Sorts the rows of a table. Upstream: sorter.go SortingPrinter.PrintObj, NewTableSorter. */
export function sortRows(rows: readonly TableRow[], sortBy: string): readonly TableRow[] | Failure {
  const relaxed = relaxedPath(sortBy);
  const field = isFailure(relaxed) ? sortBy : relaxed;
  const read = jsonPathOf(field, { allowMissingKeys: true });
  if (read.kind === 'error') return fail(`sorting error: ${read.message}`);
  const values = new Map(rows.map((row) => [row, firstFound(read.path, row.object)]));
  const found = [...values.values()];
  const failed = found.find(isFailure);
  if (failed !== undefined) {
    const why = `[][]reflect.Value(nil) using ${field} (&errors.errorString{s:${quote(failed.message)}})`;
    return failed.unplayed === undefined ? fail(`Failed to get values for ${why}`) : failed;
  }
  if (rows.length > 0 && found.every((value) => value === undefined)) return fail(nowhere(field));
  return sorted(rows, (row) => values.get(row), { field, type: '[][][]reflect.Value' });
}

const nowhere = (field: string) => `couldn't find any field with path ${quote(field)} in the list of objects`;

/** What is sorted by, and the Go type of what is sorted. */
interface Order {
  readonly field: string;
  readonly type: string;
}

function sorted<Item extends { readonly object: ValueMap }>(
  items: readonly Item[],
  fieldOf: (item: Item) => Value | undefined | Failure,
  { field, type }: Order,
): readonly Item[] | Failure {
  let ended: Failure | undefined;
  const ordered = goSorted(items, (a, b) => {
    const [one, other] = [fieldOf(a), fieldOf(b)];
    if (isFailure(one)) {
      const object = `&unstructured.Unstructured{Object:${formatGoSyntax(a.object)}}`;
      const error = `&errors.errorString{s:${quote(one.message)}}`;
      ended ??= fatal(one, `Failed to get i values for ${object} using ${field} (${error})`);
      return false;
    }
    if (isFailure(other)) {
      const object = `&unstructured.Unstructured{Object:${formatGoSyntax(b.object)}}`;
      ended ??= fatal(other, `Failed to get j values for ${object} using ${field} (${other.message})`);
      return false;
    }
    const less = isLess(one, other);
    if (typeof less === 'boolean') return less;
    // The object itself is in no interface.
    const [kind, why] = one === a.object ? ['map', 'unsortable type: map'] : ['interface', less];
    ended ??= {
      ...fail(`F sorter.go] Field ${field} in ${type} is an unsortable type: ${kind}, err: ${why}`),
      bare: true,
    };
    return false;
  });
  return ended ?? ordered;
}

function fatal(failure: Failure, message: string): Failure {
  if (failure.unplayed !== undefined) return failure;
  return { ...fail(`F sorter.go] ${message}`), bare: true, exitCode: 255 };
}

/** Whether a value comes first; a text says why that cannot be told. Upstream: sorter.go TableSorter.Less, isLess. */
function isLess(a: Value | undefined, b: Value | undefined): boolean | string {
  if (a === undefined) return true;
  if (b === undefined) return false;
  if (a === null || b === null) return b !== null;
  if (typeof a === 'boolean' || typeof a === 'object') return `unsortable type: ${goTypeName(a)}`;
  if (typeof a !== typeof b) return 'unsortable interface: interface';
  return typeof a === 'string' ? lessText(a, String(b)) : a < (b as typeof a);
}

function lessText(a: string, b: string): boolean {
  const [one, other] = [parseQuantity(a), parseQuantity(b)];
  if (one.kind === 'quantity' && other.kind === 'quantity') return compareQuantities(one.quantity, other.quantity) < 0;
  return compareStrings(a, b) < 0;
}
