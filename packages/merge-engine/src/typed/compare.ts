import { union } from '../fieldpath/algebra.ts';
import { FieldSetBuilder } from '../fieldpath/builder.ts';
import { fieldElement, type PathElement } from '../fieldpath/element.ts';
import type { Filter } from '../fieldpath/filter.ts';
import { emptySet, type FieldSet, isEmptySet, setToString } from '../fieldpath/set.ts';
import type { ListType, MapType, Scalar } from '../schema/atom.ts';
import { equals } from '../value/order.ts';
import { isList, isMap, type ValueList, type ValueMap } from '../value/value.ts';
import { type Items, itemsOf, noItems } from './list-items.ts';
import type { TypedValue } from './typed.ts';
import { scalarProblem, type ValidationError } from './validation-error.ts';
import { fieldType, isBlankList, isBlankMap, SchemaWalk, type Side } from './walk.ts';

/** What differs between two values; no field is in two of the sets. Upstream: typed/compare.go Comparison. */
export interface Comparison {
  /** Fields that only the first value has. */
  readonly removed: FieldSet;
  /** Fields that both have, with different values. */
  readonly modified: FieldSet;
  /** Fields that only the second value has. */
  readonly added: FieldSet;
}

/** The answer of a comparison. */
export type Compared =
  | { readonly kind: 'compared'; readonly comparison: Comparison }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/** What changed from one value to another of the same type. Upstream: structured-merge-diff typed/compare.go. */
export function compareTyped(before: TypedValue, after: TypedValue): Compared {
  const walk = new CompareWalk();
  const { inside } = walk.walk(before.type, before.value, after.value, undefined) ?? same;
  return walk.errors.length > 0 ? { kind: 'invalid', errors: walk.errors } : { kind: 'compared', comparison: inside };
}

/** Whether nothing differs. Upstream: typed/compare.go Comparison.IsSame. */
export function isSame(comparison: Comparison): boolean {
  return isEmptySet(comparison.removed) && isEmptySet(comparison.modified) && isEmptySet(comparison.added);
}

/**
 * A comparison of which each set went through a filter.
 * Upstream: typed/compare.go Comparison.FilterFields, ExcludeFields.
 */
export function filterComparison({ removed, modified, added }: Comparison, filter: Filter): Comparison {
  return { removed: filter(removed), modified: filter(modified), added: filter(added) };
}

/** A comparison as upstream prints it, sets that are empty left out. Upstream: typed/compare.go Comparison.String. */
export function comparisonToString({ removed, modified, added }: Comparison): string {
  const part = (title: string, set: FieldSet) => (isEmptySet(set) ? '' : `- ${title} Fields:\n${setToString(set)}\n`);
  return part('Modified', modified) + part('Added', added) + part('Removed', removed);
}

/** What differs of one value: the value as a whole, and fields inside it. */
interface Difference {
  readonly whole: 'removed' | 'modified' | 'added' | undefined;
  readonly inside: Comparison;
}

const nothing: Comparison = { removed: emptySet, modified: emptySet, added: emptySet };
const same: Difference = { whole: undefined, inside: nothing };
const removed: Difference = { whole: 'removed', inside: nothing };
const modified: Difference = { whole: 'modified', inside: nothing };
const added: Difference = { whole: 'added', inside: nothing };

/** Compares two values. Left is the value before, right the one after; a result of undefined is no difference. */
class CompareWalk extends SchemaWalk<Difference | undefined> {
  protected unfit(left: Side, right: Side): Difference | undefined {
    return wholeOf(left, right);
  }

  protected override both(left: Difference | undefined, right: Difference | undefined): Difference | undefined {
    const [a, b] = [left ?? same, right ?? same];
    return {
      whole: b.whole ?? a.whole,
      inside: {
        removed: union(a.inside.removed, b.inside.removed),
        modified: union(a.inside.modified, b.inside.modified),
        added: union(a.inside.added, b.inside.added),
      },
    };
  }

  protected scalar(type: Scalar, left: Side, right: Side): Difference | undefined {
    const byLeft = scalarProblem(type, left);
    const byRight = scalarProblem(type, right);
    if (byLeft === undefined || byRight === undefined) return compareLeaves(left, right);
    this.fail(`lhs: ${byLeft}`);
    this.fail(`rhs: ${byRight}`);
    return wholeOf(left, right);
  }

  protected map(type: MapType, left: Side, right: Side): Difference | undefined {
    if (type.relationship === 'atomic' || (isBlankMap(left) && isBlankMap(right))) return compareLeaves(left, right);
    const gathered = new Gathered();
    const before = isMap(left) ? left : undefined;
    const after = isMap(right) ? right : undefined;
    if (before !== undefined) this.fields(type, before, before, after, gathered);
    if (after !== undefined) this.fields(type, after, before, after, gathered);
    return gathered.difference(wholeOf(left, right)?.whole);
  }

  /** Compares the fields of one side; those of the second that the first has too were compared already. */
  private fields(
    type: MapType,
    side: ValueMap,
    before: ValueMap | undefined,
    after: ValueMap | undefined,
    gathered: Gathered,
  ): void {
    for (const name of side.keys()) {
      const left = before?.get(name);
      if (side === after && left !== undefined) continue;
      const right = after?.get(name);
      // A merged object shares most of its values with the live one.
      if (left === right) continue;
      const element = fieldElement(name);
      gathered.add(element, this.child(element, fieldType(type, name), left, right, undefined));
    }
  }

  protected list(type: ListType, left: Side, right: Side): Difference | undefined {
    if (type.relationship === 'atomic' || (isBlankList(left) && isBlankList(right))) return compareLeaves(left, right);
    const gathered = new Gathered();
    const before = this.items(type, isList(left) ? left : undefined);
    const after = this.items(type, isList(right) ? right : undefined);
    for (const { element, id } of before.byId.values()) this.item(type, element, id, before, after, gathered);
    for (const { element, id } of after.byId.values()) {
      if (!before.byId.has(id)) this.item(type, element, id, before, after, gathered);
    }
    return gathered.difference(wholeOf(left, right)?.whole);
  }

  private items(type: ListType, list: ValueList | undefined): Items {
    if (list === undefined) return noItems;
    const items = itemsOf(type, list);
    for (const { place, message } of items.problems) this.fail(`element ${place}: ${message}`);
    return items;
  }

  /**
   * Compares an item. One that occurs more than once is compared as a whole: the repetition is added, kept or removed.
   */
  private item(
    type: ListType,
    element: PathElement,
    id: string,
    before: Items,
    after: Items,
    gathered: Gathered,
  ): void {
    const left = before.byId.get(id)?.value;
    const right = after.byId.get(id)?.value;
    const repeatedLeft = before.repeated.has(id);
    const repeatedRight = after.repeated.has(id);
    if (repeatedLeft && repeatedRight) {
      if (!equals(valuesOf(before, id), valuesOf(after, id))) gathered.add(element, modified);
      return;
    }
    if (repeatedLeft) {
      if (right !== undefined) gathered.add(element, this.child(element, type.element, undefined, right, undefined));
      gathered.add(element, removed);
    } else if (repeatedRight) {
      if (left !== undefined) gathered.add(element, this.child(element, type.element, left, undefined, undefined));
      gathered.add(element, added);
    } else if (left !== right) {
      gathered.add(element, this.child(element, type.element, left, right, undefined));
    }
  }
}

function valuesOf(items: Items, id: string): ValueList {
  return items.all.filter((item) => item.id === id).map((item) => item.value);
}

/** The difference of a value that is on one side only; undefined where it is on both. */
function wholeOf(left: Side, right: Side): Difference | undefined {
  if (left === undefined) return added;
  return right === undefined ? removed : undefined;
}

function compareLeaves(left: Side, right: Side): Difference | undefined {
  if (left === undefined || right === undefined) return wholeOf(left, right);
  return equals(left, right) ? undefined : modified;
}

/** The differences of the children of one value. */
class Gathered {
  private removed: FieldSetBuilder | undefined;
  private modified: FieldSetBuilder | undefined;
  private added: FieldSetBuilder | undefined;

  add(element: PathElement, found: Difference | undefined): void {
    if (found === undefined) return;
    const { whole, inside } = found;
    this.removed = extend(this.removed, element, whole === 'removed', inside.removed);
    this.modified = extend(this.modified, element, whole === 'modified', inside.modified);
    this.added = extend(this.added, element, whole === 'added', inside.added);
  }

  difference(whole: Difference['whole']): Difference {
    const inside = {
      removed: this.removed?.build() ?? emptySet,
      modified: this.modified?.build() ?? emptySet,
      added: this.added?.build() ?? emptySet,
    };
    return { whole, inside };
  }
}

function extend(
  given: FieldSetBuilder | undefined,
  element: PathElement,
  isMember: boolean,
  below: FieldSet,
): FieldSetBuilder | undefined {
  if (!isMember && below === emptySet) return given;
  const builder = given ?? new FieldSetBuilder();
  if (isMember) builder.member(element);
  builder.child(element, below);
  return builder;
}
