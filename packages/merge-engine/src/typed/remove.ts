import { union } from '../fieldpath/algebra.ts';
import { type FieldPath, fieldElement, type PathElement } from '../fieldpath/element.ts';
import {
  emptySet,
  type FieldSet,
  hasMember,
  hasPath,
  isEmptySet,
  pathsOf,
  setOf,
  withPrefix,
} from '../fieldpath/set.ts';
import type { Atom, ListType, MapType } from '../schema/atom.ts';
import { libraryDoes, type MergeLibrary } from '../schema/library.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { toFieldSet } from './field-set.ts';
import { itemsOf } from './list-items.ts';
import type { TypedValue } from './typed.ts';
import { fieldType, SchemaWalk, type Side } from './walk.ts';

/**
 * The value without some fields and items. A map or list that loses everything becomes null, or, as some releases of
 * `library` have it, stays empty inside another; one that loses nothing is the same object in the result.
 * Upstream: structured-merge-diff typed/remove.go, called by RemoveItems.
 */
export function removeItems(typed: TypedValue, items: FieldSet, library?: MergeLibrary): TypedValue {
  const walk = new RemoveWalk(libraryDoes('keepsEmptied', library));
  const value = walk.walk(typed.type, typed.value, undefined, items);
  return value === typed.value ? typed : { value, type: typed.type };
}

/**
 * The value with only some fields and items; what is atomic is kept as a whole. Key fields are kept where asked for.
 * Upstream: structured-merge-diff typed/remove.go, called by ExtractItems in typed/typed.go.
 */
export function extractItems(
  typed: TypedValue,
  items: FieldSet,
  options: { readonly appendKeyFields: boolean } = { appendKeyFields: false },
): TypedValue {
  const wanted = options.appendKeyFields ? union(items, keyFieldsOf(typed, items)) : items;
  return { value: new ExtractWalk().walk(typed.type, typed.value, undefined, wanted), type: typed.type };
}

/** The key fields of the items on the way to those wanted fields that the value has. */
function keyFieldsOf(typed: TypedValue, items: FieldSet): FieldSet {
  const fields = toFieldSet(typed);
  if (fields.kind !== 'set') return emptySet;
  const keys: FieldPath[] = [];
  for (const path of pathsOf(items)) {
    if (!hasPath(fields.set, path)) continue;
    path.forEach((element, depth) => {
      for (const { name } of element.kind === 'key' ? element.key : []) {
        keys.push([...path.slice(0, depth + 1), fieldElement(name)]);
      }
    });
  }
  return setOf(...keys);
}

/** Walks one value; the context is what is to be removed of it. */
class RemoveWalk extends SchemaWalk<Value, FieldSet> {
  readonly #keepsEmptied: boolean;

  constructor(keepsEmptied: boolean) {
    super();
    this.#keepsEmptied = keepsEmptied;
  }

  /** A field or item of which something inside is taken out. */
  private inside(element: PathElement, type: Atom | undefined, value: Value, items: FieldSet): Value {
    const rest = this.child(element, type, value, undefined, items);
    if (rest !== null || !this.#keepsEmptied) return rest;
    if (isMap(value)) return value.size === 0 ? value : new Map();
    return isList(value) ? [] : null;
  }

  protected unfit(): Value {
    return null;
  }

  protected scalar(_type: unknown, value: Side): Value {
    return value ?? null;
  }

  protected map(type: MapType, value: Side, _right: Side, items: FieldSet): Value {
    return isMap(value) && value.size > 0 && type.relationship !== 'atomic' ? this.fields(type, value, items) : null;
  }

  private fields(type: MapType, map: ValueMap, items: FieldSet): Value {
    let rest: Map<string, Value> | undefined;
    for (const [name, value] of map) {
      const element = fieldElement(name);
      if (hasMember(items, element)) {
        rest ??= new Map(map);
        rest.delete(name);
        continue;
      }
      const inside = withPrefix(items, element);
      if (isEmptySet(inside)) continue;
      const remaining = this.inside(element, fieldType(type, name), value, inside);
      if (remaining === value) continue;
      rest ??= new Map(map);
      rest.set(name, remaining);
    }
    return rest === undefined ? map : rest.size === 0 ? null : rest;
  }

  protected list(type: ListType, value: Side, _right: Side, items: FieldSet): Value {
    return isList(value) && value.length > 0 && type.relationship !== 'atomic' ? this.items(type, value, items) : null;
  }

  private items(type: ListType, list: ValueList, items: FieldSet): Value {
    const rest: Value[] = [];
    let same = true;
    const known = itemsOf(type, list).all;
    let next = 0;
    for (const [place, value] of list.entries()) {
      const item = known[next];
      if (item?.place !== place) {
        // An item without an element cannot be asked for.
        rest.push(value);
        continue;
      }
      next++;
      const { element } = item;
      if (hasMember(items, element)) {
        same = false;
        continue;
      }
      const inside = withPrefix(items, element);
      const remaining = isEmptySet(inside) ? value : this.inside(element, type.element, value, inside);
      same &&= remaining === value;
      rest.push(remaining);
    }
    return same ? list : rest.length === 0 ? null : rest;
  }
}

/** Walks one value; the context is what is wanted of it. */
class ExtractWalk extends SchemaWalk<Value, FieldSet> {
  protected unfit(): Value {
    return null;
  }

  protected scalar(_type: unknown, value: Side): Value {
    return value ?? null;
  }

  protected map(type: MapType, value: Side, _right: Side, items: FieldSet): Value {
    if (!isMap(value)) return null;
    return value.size === 0 || type.relationship === 'atomic' ? value : this.fields(type, value, items);
  }

  private fields(type: MapType, map: ValueMap, items: FieldSet): Value {
    const wanted = new Map<string, Value>();
    for (const [name, value] of map) {
      const element = fieldElement(name);
      const inside = withPrefix(items, element);
      // Upstream goes on with the set of the parent where the field itself is wanted.
      const below = hasMember(items, element) ? items : inside;
      if (below === inside && isEmptySet(inside)) continue;
      wanted.set(name, this.child(element, fieldType(type, name), value, undefined, below));
    }
    return wanted.size === 0 ? null : wanted;
  }

  protected list(type: ListType, value: Side, _right: Side, items: FieldSet): Value {
    if (!isList(value)) return null;
    return value.length === 0 || type.relationship === 'atomic' ? value : this.items(type, value, items);
  }

  private items(type: ListType, list: ValueList, items: FieldSet): Value {
    const wanted: Value[] = [];
    for (const { element, value } of itemsOf(type, list).all) {
      const inside = withPrefix(items, element);
      if (!isEmptySet(inside)) wanted.push(this.child(element, type.element, value, undefined, inside));
      else if (hasMember(items, element)) wanted.push(value);
    }
    return wanted.length === 0 ? null : wanted;
  }
}
