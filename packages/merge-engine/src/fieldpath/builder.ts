import { compareElements, type PathElement } from './element.ts';
import { emptySet, type FieldSet, type FieldSetChild, isEmptySet } from './set.ts';

/**
 * Gathers one level of a set whose elements come in any order. Elements that come sorted cost nothing more; of the
 * subsets given for one element the last counts.
 */
export class FieldSetBuilder {
  private members: PathElement[] | undefined;
  private children: FieldSetChild[] | undefined;
  private sorted = true;

  /** Adds an element as a member; adding it twice is adding it once. */
  member(element: PathElement): void {
    if (this.members === undefined) {
      this.members = [element];
      return;
    }
    const last = this.members[this.members.length - 1];
    if (last !== undefined && compareElements(last, element) >= 0) this.sorted = false;
    this.members.push(element);
  }

  /** Adds what is below an element; an empty set is nothing. */
  child(element: PathElement, set: FieldSet): void {
    if (isEmptySet(set)) return;
    const child = { element, set };
    if (this.children === undefined) {
      this.children = [child];
      return;
    }
    const last = this.children[this.children.length - 1];
    if (last !== undefined && compareElements(last.element, element) >= 0) this.sorted = false;
    this.children.push(child);
  }

  /** The set; nothing may be added afterwards. */
  build(): FieldSet {
    if (this.members === undefined && this.children === undefined) return emptySet;
    const members = this.members ?? emptySet.members;
    const children = this.children ?? emptySet.children;
    if (this.sorted) return { members, children };
    return {
      members: withoutRepeats(members.toSorted(compareElements), compareElements),
      children: withoutRepeats(children.toSorted(compareChildren), compareChildren),
    };
  }
}

function compareChildren(a: FieldSetChild, b: FieldSetChild): number {
  return compareElements(a.element, b.element);
}

/** Keeps the last of those sorted entries that are equal. */
function withoutRepeats<T>(sorted: readonly T[], order: (a: T, b: T) => number): T[] {
  return sorted.filter((entry, i) => i + 1 === sorted.length || order(entry, sorted[i + 1] as T) !== 0);
}
