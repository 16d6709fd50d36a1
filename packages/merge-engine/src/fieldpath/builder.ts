import { compareElements, type PathElement } from './element.ts';
import { emptySet, type FieldSet, type FieldSetChild, isEmptySet } from './set.ts';

/**
 * Builds one level of a set from elements in any order; elements in sorted order are fastest. Of equal elements that
 * are written differently (`1` and `1.0`) the first is kept, of several subsets for one element the last.
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

  /** Returns the set; nothing may be added afterwards. */
  build(): FieldSet {
    if (this.members === undefined && this.children === undefined) return emptySet;
    const members = this.members ?? emptySet.members;
    const children = this.children ?? emptySet.children;
    if (this.sorted) return { members, children };
    return {
      members: members.toSorted(compareElements).filter(isFirst),
      children: lastOfEach(children.toSorted(compareChildren)),
    };
  }
}

function compareChildren(a: FieldSetChild, b: FieldSetChild): number {
  return compareElements(a.element, b.element);
}

/** Whether an entry of a sorted list is the first of those that are equal. */
function isFirst(element: PathElement, i: number, sorted: readonly PathElement[]): boolean {
  return i === 0 || compareElements(sorted[i - 1] as PathElement, element) !== 0;
}

/** Of sorted children that are equal, the element of the first with the set of the last. */
function lastOfEach(sorted: readonly FieldSetChild[]): FieldSetChild[] {
  const kept: FieldSetChild[] = [];
  for (const child of sorted) {
    const last = kept.at(-1);
    if (last !== undefined && compareChildren(last, child) === 0) {
      kept[kept.length - 1] = { element: last.element, set: child.set };
    } else kept.push(child);
  }
  return kept;
}
