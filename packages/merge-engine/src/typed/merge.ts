import { elementToString, fieldElement } from '../fieldpath/element.ts';
import type { ListType, MapType, Scalar } from '../schema/atom.ts';
import { isList, isMap, type Value, type ValueList } from '../value/value.ts';
import { type Item, type Items, itemsOf, noItems } from './list-items.ts';
import type { TypedValue } from './typed.ts';
import { scalarProblem, type ValidationError } from './validation-error.ts';
import { fieldType, isBlankList, isBlankMap, SchemaWalk, type Side } from './walk.ts';

/** The answer of a merge. */
export type Merged =
  | { readonly kind: 'merged'; readonly typed: TypedValue }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/**
 * Merges a partial value into the live one; nothing is removed. Both have the same type. Parts that the partial value
 * does not touch are the same objects in the result.
 * Upstream: structured-merge-diff typed/merge.go.
 */
export function mergeTyped(live: TypedValue, config: TypedValue): Merged {
  const walk = new MergeWalk();
  const value = walk.walk(live.type, live.value, config.value, undefined);
  if (walk.errors.length > 0) return { kind: 'invalid', errors: walk.errors };
  return { kind: 'merged', typed: { value: value ?? null, type: live.type } };
}

/**
 * Merges two values. Left is the live value, right the partial one; a result of undefined is a value without content.
 */
class MergeWalk extends SchemaWalk<Side> {
  protected unfit(): Side {
    return undefined;
  }

  protected scalar(type: Scalar, left: Side, right: Side): Side {
    const byLeft = scalarProblem(type, left);
    const byRight = scalarProblem(type, right);
    if (byLeft === undefined || byRight === undefined) return right;
    this.fail(`lhs: ${byLeft}`);
    this.fail(`rhs: ${byRight}`);
    return undefined;
  }

  protected map(type: MapType, left: Side, right: Side): Side {
    if (type.relationship === 'atomic' || (isBlankMap(left) && isBlankMap(right))) return right;
    const from = isMap(left) ? left : undefined;
    if (!isMap(right)) return from;
    let merged: Map<string, Value> | undefined;
    for (const [name, value] of right) {
      const before = from?.get(name);
      const after = this.child(fieldElement(name), fieldType(type, name), before, value, undefined);
      if (after === before) continue;
      merged ??= new Map(from);
      if (after === undefined) merged.delete(name);
      else merged.set(name, after);
    }
    const result = merged ?? from;
    return result?.size === 0 ? undefined : result;
  }

  protected list(type: ListType, left: Side, right: Side): Side {
    if (type.relationship === 'atomic' || (isBlankList(left) && isBlankList(right))) return right;
    const from = isList(left) ? left : undefined;
    if (!isList(right)) return from;
    const before = from === undefined ? noItems : itemsOf(type, from);
    const after = itemsOf(type, right);
    if (!this.checkItems(before, after)) return undefined;
    const merged = this.interleave(type, before, after);
    if (from !== undefined && isSameList(from, merged)) return from;
    if (isSameList(right, merged)) return right;
    return merged.length === 0 ? undefined : merged;
  }

  /** Checks the items of both lists; only those of the live list may be repeated. Upstream: indexListPathElements. */
  private checkItems(before: Items, after: Items): boolean {
    const count = this.errors.length;
    for (const { place, message } of after.problems) this.fail(`element ${place}: ${message}`);
    if (after.repeated.size > 0) {
      for (const item of after.all) {
        if (after.byId.get(item.id) !== item) this.fail(`duplicate entries for key ${elementToString(item.element)}`);
      }
    }
    for (const { place, message } of before.problems) this.fail(`element ${place}: ${message}`);
    return this.errors.length === count;
  }

  /**
   * Merges the items of both lists: those of the partial list in its order, and those of the live list alone in
   * between, where they were.
   * Upstream: visitListItems.
   */
  private interleave(type: ListType, before: Items, after: Items): Value[] {
    const merged: Value[] = [];
    const mergedIds = new Set<string>();
    const shared = after.all.filter(({ id }) => before.byId.has(id));
    let nextShared = 0;
    let l = 0;
    let r = 0;
    while (l < before.all.length || r < after.all.length) {
      const left = before.all[l];
      const right = after.all[r];
      if (left !== undefined && right !== undefined) {
        if (left.id === right.id) {
          this.mergeItem(type, before, right, merged);
          mergedIds.add(right.id);
          l++;
          r++;
          nextShared++;
          continue;
        }
        const wanted = shared[nextShared];
        if (after.byId.has(left.id) && wanted !== undefined && wanted.id !== left.id) {
          l++;
          continue;
        }
      }
      if (left !== undefined) {
        if (!after.byId.has(left.id)) {
          merged.push(left.value);
          l++;
          continue;
        }
        if (mergedIds.has(left.id)) l++;
      }
      if (right !== undefined) {
        this.mergeItem(type, before, right, merged);
        mergedIds.add(right.id);
        r++;
        if (shared[nextShared]?.id === right.id) nextShared++;
      }
    }
    return merged;
  }

  /** Merges an item of the partial list with the live item; a repeated live item is replaced. */
  private mergeItem(type: ListType, before: Items, right: Item, merged: Value[]): void {
    const live = before.repeated.has(right.id) ? null : before.byId.get(right.id)?.value;
    const count = this.errors.length;
    const item = this.child(right.element, type.element, live, right.value, undefined);
    // Upstream loses the errors of items.
    this.errors.length = count;
    if (item !== undefined) merged.push(item);
  }
}

function isSameList(a: ValueList, b: ValueList): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
