import { compareElements, equalElements, type FieldPath, type PathElement, pathToString } from './element.ts';

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

/** The answer of reading fieldsV1. */
export type ReadFields =
  | { readonly kind: 'set'; readonly set: FieldSet }
  | { readonly kind: 'error'; readonly message: string };

/** The set without fields. Upstream: fieldpath/set.go NewSet. */
export const emptySet: FieldSet = { members: [], children: [] };

/**
 * The set of some paths; parents are not added, the empty path is nothing. Of equal elements the first stays.
 * Upstream: fieldpath/set.go NewSet.
 */
export function setOf(...paths: readonly FieldPath[]): FieldSet {
  return gather(paths, 0);
}

/** The set of paths that agree in what comes before a depth. */
function gather(paths: readonly FieldPath[], depth: number): FieldSet {
  const members: PathElement[] = [];
  const children: FieldSetChild[] = [];
  const sorted = paths
    .filter((path) => path.length > depth)
    .sort((a, b) => compareElements(a[depth] as PathElement, b[depth] as PathElement));
  for (let from = 0; from < sorted.length; ) {
    const element = sorted[from]?.[depth] as PathElement;
    let to = from + 1;
    while (to < sorted.length && equalElements(element, sorted[to]?.[depth] as PathElement)) to++;
    const equal = sorted.slice(from, to);
    const ending = equal.find((path) => path.length === depth + 1);
    const longer = equal.filter((path) => path.length > depth + 1);
    if (ending !== undefined) members.push(ending[depth] as PathElement);
    if (longer.length > 0)
      children.push({ element: longer[0]?.[depth] as PathElement, set: gather(longer, depth + 1) });
    from = to;
  }
  return members.length === 0 && children.length === 0 ? emptySet : { members, children };
}

/** Where an element is in a sorted list, or -1. */
function find<T>(list: readonly T[], element: PathElement, elementOf: (entry: T) => PathElement): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const difference = compareElements(elementOf(list[middle] as T), element);
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

const itself = (element: PathElement) => element;
const childElement = (child: FieldSetChild) => child.element;

/** Whether an element is a member at the set's own level. Upstream: fieldpath/element.go PathElementSet.Has. */
export function hasMember(set: FieldSet, element: PathElement): boolean {
  return find(set.members, element, itself) >= 0;
}

/** Whether a path is a member; the empty path never is. Upstream: fieldpath/set.go Set.Has. */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  let level: FieldSet | undefined = set;
  for (let i = 0; i + 1 < path.length; i++) {
    level = childSet(level, path[i] as PathElement);
    if (level === undefined) return false;
  }
  const last = path.at(-1);
  return last !== undefined && hasMember(level, last);
}

/** Whether a set has fields below a path; whether the path itself is one of them does not count. */
export function hasBelow(set: FieldSet, path: FieldPath): boolean {
  let level: FieldSet | undefined = set;
  for (const element of path) level = level && childSet(level, element);
  return level !== undefined;
}

/**
 * The subset below an element, with paths that no longer start with it; undefined where there is none.
 * Upstream: fieldpath/set.go SetNodeMap.Get.
 */
export function childSet(set: FieldSet, element: PathElement): FieldSet | undefined {
  return set.children[find(set.children, element, childElement)]?.set;
}

/**
 * The subset below an element, without the element; empty where there is none.
 * Upstream: fieldpath/set.go Set.WithPrefix.
 */
export function withPrefix(set: FieldSet, element: PathElement): FieldSet {
  return childSet(set, element) ?? emptySet;
}

/** The fields that have no member below them. Upstream: fieldpath/set.go Set.Leaves. */
export function leavesOf(set: FieldSet): FieldSet {
  if (set.children.length === 0) return set;
  return {
    members: set.members.filter((member) => find(set.children, member, childElement) < 0),
    children: set.children.map(({ element, set: below }) => ({ element, set: leavesOf(below) })),
  };
}

/** Whether a set has no member. Upstream: fieldpath/set.go Set.Empty. */
export function isEmptySet(set: FieldSet): boolean {
  if (set.members.length > 0) return false;
  for (const child of set.children) {
    if (!isEmptySet(child.set)) return false;
  }
  return true;
}

/** How many members a set has, at all levels. Upstream: fieldpath/set.go Set.Size. */
export function setSize(set: FieldSet): number {
  let size = set.members.length;
  for (const child of set.children) size += setSize(child.set);
  return size;
}

/**
 * Whether two sets have the same members; an integer and the float of the same number are the same.
 * Upstream: fieldpath/set.go Set.Equals.
 */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.members.length !== b.members.length || a.children.length !== b.children.length) return false;
  for (let i = 0; i < a.members.length; i++) {
    if (!equalElements(a.members[i] as PathElement, b.members[i] as PathElement)) return false;
  }
  for (let i = 0; i < a.children.length; i++) {
    const x = a.children[i] as FieldSetChild;
    const y = b.children[i] as FieldSetChild;
    if (!equalElements(x.element, y.element) || !equalSets(x.set, y.set)) return false;
  }
  return true;
}

/**
 * All members as paths, in upstream's order: the members of a level, then what is below its elements.
 * Upstream: fieldpath/set.go Set.Iterate, Set.All.
 */
export function pathsOf(set: FieldSet): FieldPath[] {
  const paths: FieldPath[] = [];
  collect(set, [], paths);
  return paths;
}

function collect(set: FieldSet, prefix: FieldPath, paths: FieldPath[]): void {
  for (const member of set.members) paths.push([...prefix, member]);
  for (const child of set.children) collect(child.set, [...prefix, child.element], paths);
}

/** A set as upstream prints it: a line for each path. Upstream: fieldpath/set.go Set.String. */
export function setToString(set: FieldSet): string {
  return pathsOf(set).map(pathToString).join('\n');
}
