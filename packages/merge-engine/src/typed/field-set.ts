import { FieldSetBuilder } from '../fieldpath/builder.ts';
import { fieldElement, indexElement } from '../fieldpath/element.ts';
import { emptySet, type FieldSet } from '../fieldpath/set.ts';
import type { ListType, MapType } from '../schema/atom.ts';
import { isList, isMap, type ValueList, type ValueMap } from '../value/value.ts';
import { itemsOf } from './list-items.ts';
import type { TypedValue } from './typed.ts';
import type { ValidationError } from './validation-error.ts';
import { fieldType, SchemaWalk, type Side } from './walk.ts';

/** The answer of reading the fields of a value. */
export type Fields =
  | { readonly kind: 'set'; readonly set: FieldSet }
  | { readonly kind: 'invalid'; readonly errors: readonly ValidationError[] };

/** A cache: an apply asks several times for the fields of one object. */
const known = new WeakMap<TypedValue, Fields>();

/** Every leaf field and item that a value mentions. Upstream: structured-merge-diff typed/tofieldset.go. */
export function toFieldSet(typed: TypedValue): Fields {
  const before = known.get(typed);
  if (before !== undefined) return before;
  const fields = readFields(typed);
  known.set(typed, fields);
  return fields;
}

function readFields(typed: TypedValue): Fields {
  const walk = new FieldWalk();
  const set = walk.walk(typed.type, typed.value, undefined, undefined);
  if (walk.errors.length > 0) return { kind: 'invalid', errors: walk.errors };
  return { kind: 'set', set: set === leaf ? emptySet : set };
}

/** The result for a value that is one field as a whole. */
const leaf = Symbol();

class FieldWalk extends SchemaWalk<FieldSet | typeof leaf> {
  protected scalar(): typeof leaf {
    return leaf;
  }

  protected unfit(): FieldSet {
    return emptySet;
  }

  protected map(type: MapType, value: Side): FieldSet | typeof leaf {
    if (type.relationship === 'atomic') return leaf;
    return isMap(value) ? this.fields(type, value) : emptySet;
  }

  /**
   * Adds each field with the fields inside it. A field itself is a member where it holds nothing or the schema does not
   * declare it.
   */
  private fields(type: MapType, map: ValueMap): FieldSet {
    const builder = new FieldSetBuilder();
    for (const [name, value] of map) {
      const element = fieldElement(name);
      const inside = this.child(element, fieldType(type, name), value, undefined, undefined);
      const holdsNothing = value === null || (isMap(value) && value.size === 0);
      if (inside === leaf || holdsNothing || !type.fields.has(name)) builder.member(element);
      if (inside !== leaf) builder.child(element, inside);
    }
    return builder.build();
  }

  protected list(type: ListType, value: Side): FieldSet | typeof leaf {
    if (type.relationship === 'atomic') return leaf;
    return isList(value) ? this.items(type, value) : emptySet;
  }

  /** Adds each item with the fields inside it. A repeated item counts once and as a whole. */
  private items(type: ListType, list: ValueList): FieldSet {
    const builder = new FieldSetBuilder();
    const items = itemsOf(type, list);
    for (const { element, id, value } of items.all) {
      builder.member(element);
      if (items.repeated.has(id)) continue;
      const inside = this.child(element, type.element, value, undefined, undefined);
      if (inside !== leaf) builder.child(element, inside);
    }
    if (items.problems.length > 0) builder.member(unidentified);
    return builder.build();
  }
}

/**
 * Stands for items without an element. Pruning can leave such an item (null) for a moment; its list is not empty then,
 * and upstream counts an empty element for it.
 */
const unidentified = indexElement(-1);
