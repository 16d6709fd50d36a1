import type { Value } from '../value/value.ts';

/** One key of a map list's item. */
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
  | { readonly kind: 'index'; readonly index: number };

/** Which field, by the schema's meaning, as managedFields says it; from the object's root. */
export type FieldPath = readonly PathElement[];

/** The element of a field name. */
export function fieldElement(_name: string): PathElement {
  throw new Error('not yet');
}

/** The element of a map list's item; the keys may come in any order. */
export function keyElement(_key: readonly KeyField[]): PathElement {
  throw new Error('not yet');
}

/** The element of a set's item. */
export function valueElement(_value: Value): PathElement {
  throw new Error('not yet');
}

/** The element of an atomic list's item. */
export function indexElement(_index: number): PathElement {
  throw new Error('not yet');
}

/** Orders two elements as upstream: fields, keys, values, indexes; negative, zero or positive. */
export function compareElements(_a: PathElement, _b: PathElement): number {
  throw new Error('not yet');
}

/** Whether two elements select the same child. */
export function equalElements(_a: PathElement, _b: PathElement): boolean {
  throw new Error('not yet');
}

/** An element as messages print it: `.name`, `[name="a",port=80]`, `[="a"]`, `[0]`. */
export function elementToString(_element: PathElement): string {
  throw new Error('not yet');
}

/** A path as messages print it: `.spec.containers[name="a"].image`. */
export function pathToString(_path: FieldPath): string {
  throw new Error('not yet');
}

/** Orders two paths, element by element; a path comes before its continuations. */
export function comparePaths(_a: FieldPath, _b: FieldPath): number {
  throw new Error('not yet');
}

/** Whether two paths name the same field. */
export function equalPaths(_a: FieldPath, _b: FieldPath): boolean {
  throw new Error('not yet');
}
