import type { Atom } from '../schema/atom.ts';
import { compareElements, type PathElement, sameText } from './element.ts';
import { emptySet, type FieldSet, type FieldSetChild, hasMember, isEmptySet } from './set.ts';

/**
 * A set of members and children; `given` itself where it has the very same ones, so that unchanged sets stay identical.
 */
function setFrom(given: FieldSet, members: readonly PathElement[], children: readonly FieldSetChild[]): FieldSet {
  if (members === given.members && children === given.children) return given;
  return members.length === 0 && children.length === 0 ? emptySet : { members, children };
}

/**
 * The fields of either set. Of equal members that are written differently (`1` and `1.0`) the result has that of the
 * second set, of equal elements with fields below them that of the first.
 * Upstream: fieldpath/set.go Set.Union.
 */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isBare(b)) return a;
  if (isBare(a)) return b;
  return setFrom(a, uniteMembers(a.members, b.members), uniteChildren(a.children, b.children));
}

function isBare(set: FieldSet): boolean {
  return set.members.length === 0 && set.children.length === 0;
}

// Members and children are walked by loops of their own here and below: this runs for each field of each manager, where one
// loop for both would make a call an element.
function uniteMembers(a: readonly PathElement[], b: readonly PathElement[]): readonly PathElement[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const united: PathElement[] = [];
  let same = true;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] as PathElement;
    const y = b[j] as PathElement;
    const order = compareElements(x, y);
    const taken = order < 0 || (order === 0 && sameText(x, y)) ? x : y;
    united.push(taken);
    same &&= taken === x;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  while (i < a.length) united.push(a[i++] as PathElement);
  while (j < b.length) united.push(b[j++] as PathElement);
  return same && united.length === a.length ? a : united;
}

function uniteChildren(a: readonly FieldSetChild[], b: readonly FieldSetChild[]): readonly FieldSetChild[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const united: FieldSetChild[] = [];
  let same = true;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] as FieldSetChild;
    const y = b[j] as FieldSetChild;
    const order = compareElements(x.element, y.element);
    const set = order === 0 ? union(x.set, y.set) : undefined;
    if (order > 0) united.push(y);
    else united.push(set === undefined || set === x.set ? x : { element: x.element, set });
    same &&= united.at(-1) === x;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  while (i < a.length) united.push(a[i++] as FieldSetChild);
  while (j < b.length) united.push(b[j++] as FieldSetChild);
  return same && united.length === a.length ? a : united;
}

/** The fields of both sets, with the elements of the first. Upstream: fieldpath/set.go Set.Intersection. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  if (isBare(a) || isBare(b)) return emptySet;
  return setFrom(a, commonMembers(a.members, b.members), commonChildren(a.children, b.children));
}

function commonMembers(a: readonly PathElement[], b: readonly PathElement[]): readonly PathElement[] {
  if (a === b) return a;
  const common: PathElement[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] as PathElement;
    const order = compareElements(x, b[j] as PathElement);
    if (order === 0) common.push(x);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return common.length === a.length ? a : common;
}

function commonChildren(a: readonly FieldSetChild[], b: readonly FieldSetChild[]): readonly FieldSetChild[] {
  if (a === b) return a;
  const common: FieldSetChild[] = [];
  let same = true;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] as FieldSetChild;
    const y = b[j] as FieldSetChild;
    const order = compareElements(x.element, y.element);
    if (order === 0) {
      const set = intersection(x.set, y.set);
      if (!isEmptySet(set)) common.push(set === x.set ? x : { element: x.element, set });
      same &&= set === x.set;
    }
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return same && common.length === a.length ? a : common;
}

/** The fields of the first set that are not in the second. Upstream: fieldpath/set.go Set.Difference. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, false);
}

/**
 * The fields of the first set that are neither in the second nor below one of its members.
 * Upstream: fieldpath/set.go Set.RecursiveDifference.
 */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, true);
}

function subtract(a: FieldSet, b: FieldSet, recursive: boolean): FieldSet {
  if (a === b) return emptySet;
  if (isBare(b)) return a;
  return setFrom(a, subtractMembers(a.members, b.members), subtractChildren(a.children, b, recursive));
}

function subtractMembers(a: readonly PathElement[], b: readonly PathElement[]): readonly PathElement[] {
  const rest: PathElement[] = [];
  let j = 0;
  for (const x of a) {
    let order = 1;
    while (j < b.length) {
      order = compareElements(b[j] as PathElement, x);
      if (order >= 0) break;
      j++;
    }
    if (j === b.length || order !== 0) rest.push(x);
  }
  return rest.length === a.length ? a : rest;
}

function subtractChildren(a: readonly FieldSetChild[], b: FieldSet, recursive: boolean): readonly FieldSetChild[] {
  const rest: FieldSetChild[] = [];
  let same = true;
  let j = 0;
  for (const x of a) {
    let set = x.set;
    if (recursive && hasMember(b, x.element)) {
      same = false;
      continue;
    }
    while (j < b.children.length) {
      const y = b.children[j] as FieldSetChild;
      const order = compareElements(y.element, x.element);
      if (order === 0) set = subtract(x.set, y.set, recursive);
      if (order >= 0) break;
      j++;
    }
    if (set === x.set) rest.push(x);
    else if (!isEmptySet(set)) rest.push({ element: x.element, set });
    same &&= set === x.set;
  }
  return same && rest.length === a.length ? a : rest;
}

/**
 * Adds to a set the declared fields that have members below them.
 * Upstream: structured-merge-diff fieldpath/set.go EnsureNamedFieldsAreMembers.
 */
export function ensureNamedFieldsAreMembers(set: FieldSet, type: Atom): FieldSet {
  const named: PathElement[] = [];
  let children: FieldSetChild[] | undefined;
  for (const [i, { element, set: below }] of set.children.entries()) {
    const field = element.kind === 'field' ? type.map?.fields.get(element.name) : undefined;
    if (field !== undefined) named.push(element);
    const inner = field?.type ?? elementTypeOf(type, element);
    if (inner === undefined) continue;
    const inside = ensureNamedFieldsAreMembers(below, inner);
    if (inside === below) continue;
    children ??= [...set.children];
    children[i] = { element, set: inside };
  }
  return setFrom(set, uniteMembers(set.members, named), children ?? set.children);
}

/** The type of an element that its map or list does not declare. */
function elementTypeOf(type: Atom, element: PathElement): Atom | undefined {
  if (element.kind === 'field') return type.map?.element;
  return element.kind === 'key' ? type.list?.element : undefined;
}
