import type { Atom } from '../schema/atom.ts';
import type { FieldPath, PathElement } from './element.ts';

/**
 * A set of fields, as a tree: `members` are the fields of this level, `children` the subsets below an element (which
 * need not be a member itself). Both are sorted by `compareElements` and hold each element once; plain data, never
 * changed after it was made.
 * Upstream: structured-merge-diff fieldpath/set.go Set.
 */
export interface FieldSet {
  readonly members: readonly PathElement[];
  readonly children: readonly FieldSetChild[];
}

/** The subset below one element; never empty. */
export interface FieldSetChild {
  readonly element: PathElement;
  readonly set: FieldSet;
}

/** The set without fields. */
export const emptySet: FieldSet = { members: [], children: [] };

/** The set of some paths; parents are not added, the empty path is nothing. */
export function setOf(..._paths: readonly FieldPath[]): FieldSet {
  throw new Error('not yet');
}

/** The fields of either set. */
export function union(_a: FieldSet, _b: FieldSet): FieldSet {
  throw new Error('not yet');
}

/** The fields of both sets. */
export function intersection(_a: FieldSet, _b: FieldSet): FieldSet {
  throw new Error('not yet');
}

/** The fields of the first set that are not in the second. */
export function difference(_a: FieldSet, _b: FieldSet): FieldSet {
  throw new Error('not yet');
}

/** The fields of the first set that are neither in the second nor below one of its members. */
export function recursiveDifference(_a: FieldSet, _b: FieldSet): FieldSet {
  throw new Error('not yet');
}

/** The set and those declared fields that have members below them. */
export function ensureNamedFieldsAreMembers(_set: FieldSet, _type: Atom): FieldSet {
  throw new Error('not yet');
}

/** Whether a path is a member. */
export function hasPath(_set: FieldSet, _path: FieldPath): boolean {
  throw new Error('not yet');
}

/** Whether an element is a member at the set's own level. */
export function hasMember(_set: FieldSet, _element: PathElement): boolean {
  throw new Error('not yet');
}

/** The subset below an element, with paths that no longer start with it; undefined where there is none. */
export function childSet(_set: FieldSet, _element: PathElement): FieldSet | undefined {
  throw new Error('not yet');
}

/** The subset below an element; empty where there is none. */
export function withPrefix(set: FieldSet, element: PathElement): FieldSet {
  return childSet(set, element) ?? emptySet;
}

/** The fields that have no member below them. */
export function leavesOf(_set: FieldSet): FieldSet {
  throw new Error('not yet');
}

/** Whether a set has no member. */
export function isEmptySet(_set: FieldSet): boolean {
  throw new Error('not yet');
}

/** How many members a set has, at all levels. */
export function setSize(_set: FieldSet): number {
  throw new Error('not yet');
}

/** Whether two sets have the same members. */
export function equalSets(_a: FieldSet, _b: FieldSet): boolean {
  throw new Error('not yet');
}

/** All members as paths, in upstream's order: the members of a level, then what is below its elements. */
export function pathsOf(_set: FieldSet): FieldPath[] {
  throw new Error('not yet');
}

/** A set as upstream prints it: a line for each path. */
export function setToString(_set: FieldSet): string {
  throw new Error('not yet');
}
