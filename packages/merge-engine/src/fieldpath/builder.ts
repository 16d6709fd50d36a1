import { compareElements, type PathElement } from './element.ts';
import { emptySet, type FieldSet, type FieldSetChild, isEmptySet } from './set.ts';

/**
 * Gathers one level of a set whose elements come in any order. Elements that come sorted cost nothing more; of the
 * subsets given for one element the last counts.
 */
export class FieldSetBuilder {
  private readonly members: PathElement[] = [];
  private readonly children: FieldSetChild[] = [];
  private sorted = true;

  /** Adds an element as a member; adding it twice is adding it once. */
  member(element: PathElement): void {
    const last = this.members.at(-1);
    if (last !== undefined && compareElements(last, element) >= 0) this.sorted = false;
    this.members.push(element);
  }

  /** Adds what is below an element; an empty set is nothing. */
  child(element: PathElement, set: FieldSet): void {
    if (isEmptySet(set)) return;
    const last = this.children.at(-1);
    if (last !== undefined && compareElements(last.element, element) >= 0) this.sorted = false;
    this.children.push({ element, set });
  }

  /** The set; nothing may be added afterwards. */
  build(): FieldSet {
    if (this.members.length === 0 && this.children.length === 0) return emptySet;
    if (this.sorted) return { members: this.members, children: this.children };
    return {
      members: withoutRepeats(this.members.sort(compareElements), compareElements),
      children: withoutRepeats(this.children.sort(compareChildren), compareChildren),
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
