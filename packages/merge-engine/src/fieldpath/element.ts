import { formatFloat, quote } from '../value/go-text.ts';
import { compare, compareStrings, equals, sortedKeys } from '../value/order.ts';
import { assertNever, isList, isMap, type Value } from '../value/value.ts';

/** One key of a map list's item. Upstream: structured-merge-diff value/fields.go Field. */
export interface KeyField {
  readonly name: string;
  readonly value: Value;
}

/**
 * How a child is selected in its container: a field of a map, an item of a map list by its keys (sorted by name),
 * an item of a set by its value, or an item of an atomic list by its place.
 * Upstream: structured-merge-diff fieldpath/element.go PathElement.
 */
export type PathElement =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'key'; readonly key: readonly KeyField[] }
  | { readonly kind: 'value'; readonly value: Value }
  /** A bigint where the index is not a safe integer. */
  | { readonly kind: 'index'; readonly index: number | bigint };

/** The answer of reading one key of fieldsV1; `unknown` is a kind of element that a later version may know. */
export type ReadElement =
  | { readonly kind: 'element'; readonly element: PathElement }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'error'; readonly message: string };

/**
 * The path of a field from the object's root, items of lists by key or value, as managedFields has it.
 * Upstream: fieldpath/path.go Path.
 */
export type FieldPath = readonly PathElement[];

/** Field elements by name. The same few names occur again and again; shared elements compare by identity. */
const fieldElements = new Map<string, PathElement>();
const mostFieldElements = 20_000;

/** The element of a field name. Upstream: fieldpath/element.go FieldNameElement. */
export function fieldElement(name: string): PathElement {
  const known = fieldElements.get(name);
  if (known !== undefined) return known;
  if (fieldElements.size >= mostFieldElements) fieldElements.clear();
  const element: PathElement = { kind: 'field', name };
  fieldElements.set(name, element);
  return element;
}

/**
 * The element of a map list's item; the keys may come in any order.
 * Upstream: fieldpath/element.go KeyElement, KeyByFields.
 */
export function keyElement(key: readonly KeyField[]): PathElement {
  const sorted = key.length < 2 ? key : [...key].sort((a, b) => compareStrings(a.name, b.name));
  return { kind: 'key', key: sorted };
}

/** The element of a set's item. Upstream: fieldpath/element.go ValueElement. */
export function valueElement(value: Value): PathElement {
  return { kind: 'value', value };
}

/** The element of an atomic list's item, a whole number of 64 bits. Upstream: fieldpath/element.go IndexElement. */
export function indexElement(index: number | bigint): PathElement {
  const plain = Number(index);
  return { kind: 'index', index: Number.isSafeInteger(plain) ? plain : index };
}

/**
 * Orders two elements: fields, keys, values, indexes; negative, zero or positive.
 * Upstream: fieldpath/element.go PathElement.Compare.
 */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a.kind === 'field') return b.kind === 'field' ? compareStrings(a.name, b.name) : -1;
  if (b.kind === 'field') return 1;
  if (a.kind === 'key') return b.kind === 'key' ? compareKeys(a.key, b.key) : -1;
  if (b.kind === 'key') return 1;
  if (a.kind === 'value') return b.kind === 'value' ? compare(a.value, b.value) : -1;
  if (b.kind === 'value') return 1;
  return a.index < b.index ? -1 : a.index > b.index ? 1 : 0;
}

function compareKeys(a: readonly KeyField[], b: readonly KeyField[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a[i] as KeyField;
    const y = b[i] as KeyField;
    const difference = compareStrings(x.name, y.name) || compare(x.value, y.value);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Whether two elements select the same child. Upstream: fieldpath/element.go PathElement.Equals. */
export function equalElements(a: PathElement, b: PathElement): boolean {
  if (a === b) return true;
  if (a.kind === 'field') return b.kind === 'field' && a.name === b.name;
  if (a.kind === 'key') return b.kind === 'key' && equalKeys(a.key, b.key);
  if (a.kind === 'value') return b.kind === 'value' && equals(a.value, b.value);
  return b.kind === 'index' && a.index === b.index;
}

function equalKeys(a: readonly KeyField[], b: readonly KeyField[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as KeyField;
    const y = b[i] as KeyField;
    if (x.name !== y.name || !equals(x.value, y.value)) return false;
  }
  return true;
}

/**
 * Whether two equal elements are written alike as well: numbers may be integers or floats, and zero may have a sign.
 */
export function sameText(a: PathElement, b: PathElement): boolean {
  if (a.kind === 'value') return b.kind === 'value' && Object.is(a.value, b.value);
  if (a.kind === 'key') return b.kind === 'key' && a.key.every(({ value }, i) => Object.is(value, b.key[i]?.value));
  return true;
}

/**
 * An element as messages print it: `.name`, `[name="a",port=80]`, `[="a"]`, `[0]`.
 * Upstream: fieldpath/element.go PathElement.String.
 */
export function elementToString(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `.${element.name}`;
    case 'key':
      return `[${element.key.map(({ name, value }) => `${name}=${valueToString(value)}`).join(',')}]`;
    case 'value':
      return `[=${valueToString(element.value)}]`;
    case 'index':
      return `[${element.index}]`;
    default:
      return assertNever(element);
  }
}

/**
 * A value as messages print it: strings quoted, lists in brackets.
 * Upstream: structured-merge-diff value/value.go ToString.
 */
export function valueToString(value: Value): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return formatFloat(value);
  if (isList(value)) return `[${value.map(valueToString).join(',')}]`;
  if (isMap(value)) {
    return sortedKeys(value)
      .map((key) => `${key}=${valueToString(value.get(key) as Value)}`)
      .join('');
  }
  return String(value);
}

/** A path as messages print it: `.spec.containers[name="a"].image`. Upstream: fieldpath/path.go Path.String. */
export function pathToString(path: FieldPath): string {
  return path.map(elementToString).join('');
}

/**
 * Orders two paths, element by element; a path comes before its continuations.
 * Upstream: fieldpath/path.go Path.Compare.
 */
export function comparePaths(a: FieldPath, b: FieldPath): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = compareElements(a[i] as PathElement, b[i] as PathElement);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Whether two paths name the same field. Upstream: fieldpath/path.go Path.Equals. */
export function equalPaths(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.every((element, i) => equalElements(element, b[i] as PathElement));
}
