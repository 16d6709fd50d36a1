import type { FieldPath, PathElement } from '../fieldpath/element.ts';
import type { Atom, ListType, MapType } from '../schema/atom.ts';
import { isList, isMap, type Value, type ValueList } from '../value/value.ts';
import type { ValuePath } from '../value/value-path.ts';
import { itemsAt } from './list-items.ts';
import { fieldType, SchemaWalk, type Side } from './walk.ts';

/**
 * The place of a field in a value; undefined where the value does not have it. A repeated item is found at its first
 * place.
 */
export function locate(value: Value, type: Atom, path: FieldPath): ValuePath | undefined {
  return locateAll(value, type, path)[0];
}

/** Every place of a field in a value; more than one only where an item is repeated in a list. */
export function locateAll(value: Value, type: Atom, path: FieldPath): readonly ValuePath[] {
  return new LocateWalk().walk(type, value, undefined, path);
}

const here: readonly ValuePath[] = [[]];
const nowhere: readonly ValuePath[] = [];

/** Walks one value; the context is what is left of the path. */
class LocateWalk extends SchemaWalk<readonly ValuePath[], FieldPath> {
  protected unfit(_left: Side, _right: Side, path: FieldPath = []): readonly ValuePath[] {
    return path.length === 0 ? here : nowhere;
  }

  protected scalar(_type: unknown, _value: Side, _right: Side, path: FieldPath): readonly ValuePath[] {
    return path.length === 0 ? here : nowhere;
  }

  protected map(type: MapType, value: Side, _right: Side, path: FieldPath): readonly ValuePath[] {
    const [element, ...rest] = path;
    if (element === undefined) return here;
    if (!isMap(value) || element.kind !== 'field') return nowhere;
    const inside = value.get(element.name);
    if (inside === undefined) return nowhere;
    return this.below(element.name, element, fieldType(type, element.name), inside, rest);
  }

  protected list(type: ListType, value: Side, _right: Side, path: FieldPath): readonly ValuePath[] {
    const [element, ...rest] = path;
    if (element === undefined) return here;
    if (!isList(value)) return nowhere;
    return placesOf(type, value, element).flatMap((place) =>
      this.below(place, element, type.element, value[place] as Value, rest),
    );
  }

  private below(
    step: string | number,
    element: PathElement,
    type: Atom | undefined,
    value: Value,
    rest: FieldPath,
  ): readonly ValuePath[] {
    if (rest.length === 0) return [[step]];
    return this.child(element, type, value, undefined, rest).map((path) => [step, ...path]);
  }
}

function placesOf(type: ListType, list: ValueList, element: PathElement): readonly number[] {
  if (element.kind === 'index') {
    const place = Number(element.index);
    return place >= 0 && place < list.length ? [place] : [];
  }
  if (type.relationship === 'atomic') return [];
  return itemsAt(type, list, element).map((item) => item.place);
}
