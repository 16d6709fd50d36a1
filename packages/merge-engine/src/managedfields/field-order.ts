import { compareElements } from '../fieldpath/element.ts';
import { elementFromV1 } from '../fieldpath/serialize-element.ts';
import { compareStrings, identical } from '../value/order.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';

/**
 * Sorts the keys of fieldsV1 by their text, as writes through an unstructured object do: `k:{"port":443}` before
 * `k:{"port":80}`.
 * Upstream: apimachinery pkg/util/managedfields/scalehandler.go managedFieldsEntries.
 */
export function inTextOrder(fields: Value): Value {
  return inOrder(fields, compareStrings);
}

/** Sorts the keys of fieldsV1 as field sets are sorted, as all other writes do: `k:{"port":80}` first. */
export function inElementOrder(fields: Value): Value {
  return inOrder(fields, (a, b) => {
    const [left, right] = [elementFromV1(a), elementFromV1(b)];
    if (left.kind !== 'element' || right.kind !== 'element') return compareStrings(a, b);
    return compareElements(left.element, right.element);
  });
}

function inOrder(fields: Value, compare: (a: string, b: string) => number): Value {
  if (!isMap(fields)) return fields;
  const sorted = [...fields].sort(([a], [b]) => compare(a, b));
  return new Map(sorted.map(([key, value]) => [key, inOrder(value, compare)]));
}

/** The entries with fieldsV1 sorted by `order`. */
export function withFieldOrder(entries: readonly ValueMap[], order: (fields: Value) => Value): readonly ValueMap[] {
  return entries.map((entry) => new Map(entry).set('fieldsV1', order(entry.get('fieldsV1') ?? null)));
}

/**
 * Whether two lists of equal entries have their fields in the same order. Built-in kinds store fieldsV1 as the bytes
 * that were written, so that another order is another object; custom resources always store keys in order.
 */
export function sameFieldOrder(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b || !isList(a) || !isList(b)) return true;
  return a.every((entry, index) => {
    const other = b[index];
    if (!isMap(entry) || !isMap(other)) return true;
    const [fields, others] = [entry.get('fieldsV1'), other.get('fieldsV1')];
    return !isMap(fields) || !isMap(others) || sameFields(fields, others);
  });
}

/** Whether two fieldsV1 have the same fields in the same order. */
export function sameFields(a: Value, b: Value): boolean {
  if (a === b || !isMap(a) || !isMap(b)) return identical(a, b);
  const others = b.entries();
  for (const [key, value] of a) {
    const other = others.next();
    if (other.done || other.value[0] !== key || !sameFields(value, other.value[1])) return false;
  }
  return a.size === b.size;
}
