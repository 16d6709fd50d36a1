import {
  type FieldPath,
  fieldElement,
  keyElement,
  type PathElement,
  pathToString,
  valueElement,
} from '../fieldpath/element.ts';
import { type PatchField, type PatchSchema, patchStrategy } from '../patch/patch-schema.ts';
import { valueId } from '../typed/list-items.ts';
import { compareStrings, equals } from '../value/order.ts';
import { isList, isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import type { ValuePath } from '../value/value-path.ts';

/** The objects that a client-side apply compares, and its result. */
export interface ComparedApply {
  /** What the last-applied annotation holds; undefined where there is none or it cannot be read. */
  readonly original: ValueMap | undefined;
  /** The configuration. */
  readonly modified: ValueMap;
  /** The live object. */
  readonly current: ValueMap;
  /** The object after the patch; undefined where there is none. */
  readonly result: ValueMap | undefined;
}

/**
 * What a client-side apply does with a field, and why. `kept`: declared, and live with the same value. `added`:
 * declared, but not live. `changed`: declared, but live with another value. `deleted`: declared last time and no
 * longer, or null now. `gone`: the same, but no longer live. `left-alone`: never declared.
 */
export type ThreeWayVerdict = 'kept' | 'added' | 'changed' | 'deleted' | 'gone' | 'left-alone';

/**
 * One field in the three objects. A map or a merged list that is declared and live has a row for each field or item;
 * everything else has one row.
 */
export interface ThreeWayRow {
  readonly path: FieldPath;
  /** The path as messages print it. */
  readonly text: string;
  /** Where it is in the live object; undefined where that does not have it. */
  readonly place: ValuePath | undefined;
  readonly original: Value | undefined;
  readonly modified: Value | undefined;
  readonly current: Value | undefined;
  readonly result: Value | undefined;
  readonly verdict: ThreeWayVerdict;
}

/**
 * Explains a client-side apply field by field, in the order of names. Without a schema (custom resources) every list is
 * one row, as in a JSON merge patch.
 * Upstream: strategicpatch/patch.go CreateThreeWayMergePatch, jsonmergepatch/patch.go CreateThreeWayJSONMergePatch.
 */
export function explainThreeWay(given: ComparedApply, schema: PatchSchema | undefined): readonly ThreeWayRow[] {
  const { original, modified, current, result } = given;
  return rowsOf({ path: [], place: [] }, { original, modified, current, result }, { kind: 'fields', schema });
}

/** The same place in each of the four objects. */
interface Sides<T extends Value> {
  readonly original: T | undefined;
  readonly modified: T | undefined;
  readonly current: T | undefined;
  readonly result: T | undefined;
}

/** A field, and its place in the live object if that has it. */
interface Spot {
  readonly path: FieldPath;
  readonly place: ValuePath;
}

function below({ path, place }: Spot, element: PathElement, step: string | number): Spot {
  return { path: [...path, element], place: [...place, step] };
}

/** How a value is split into rows. */
type Shape =
  | { readonly kind: 'fields'; readonly schema: PatchSchema | undefined }
  | { readonly kind: 'items'; readonly mergeKey: string; readonly schema: PatchSchema }
  | { readonly kind: 'set' }
  | { readonly kind: 'whole' };

function rowsOf(spot: Spot, sides: Sides<Value>, shape: Shape): readonly ThreeWayRow[] {
  // A field that the configuration or the live object lacks is one row.
  if (sides.modified === undefined || sides.current === undefined) return [rowOf(spot, sides)];
  switch (shape.kind) {
    case 'fields': {
      const maps = every(sides, isMap);
      return maps === undefined ? [rowOf(spot, sides)] : fieldRows(spot, maps, shape.schema);
    }
    case 'items': {
      const lists = every(sides, isList);
      return lists === undefined ? [rowOf(spot, sides)] : itemRows(spot, lists, shape.mergeKey, shape.schema);
    }
    case 'set': {
      const lists = every(sides, isList);
      return lists === undefined ? [rowOf(spot, sides)] : valueRows(spot, lists);
    }
    case 'whole':
      return [rowOf(spot, sides)];
  }
}

function fieldRows(spot: Spot, maps: Sides<ValueMap>, schema: PatchSchema | undefined): readonly ThreeWayRow[] {
  const names = new Set(eachSide(maps).flatMap((map) => [...(map?.keys() ?? [])]));
  if (names.size === 0) return [rowOf(spot, maps)];
  return [...names].sort(compareStrings).flatMap((name) => {
    const sides = at(maps, (map) => map.get(name));
    return rowsOf(below(spot, fieldElement(name), name), sides, shapeOf(name, sides, schema));
  });
}

function itemRows(spot: Spot, lists: Sides<ValueList>, mergeKey: string, schema: PatchSchema): ThreeWayRow[] {
  const sides = eachFound(lists, (item) => (isMap(item) ? item.get(mergeKey) : undefined));
  if (sides.length === 0) return [rowOf(spot, lists)];
  return sides.flatMap(({ value, place, found }) =>
    rowsOf(below(spot, keyElement([{ name: mergeKey, value }]), place), found, { kind: 'fields', schema }),
  );
}

function valueRows(spot: Spot, lists: Sides<ValueList>): ThreeWayRow[] {
  const sides = eachFound(lists, (item) => item);
  if (sides.length === 0) return [rowOf(spot, lists)];
  return sides.map(({ value, place, found }) => rowOf(below(spot, valueElement(value), place), found));
}

/** A value that identifies an item, with the first such item on each side. */
interface FoundItem {
  readonly value: Value;
  /** Its place in the live object; -1 where it is not there. */
  readonly place: number;
  readonly found: Sides<Value>;
}

/** Finds the items of all lists by what `read` returns, in the order in which these values first occur. */
function eachFound(lists: Sides<ValueList>, read: (item: Value) => Value | undefined): readonly FoundItem[] {
  const values = new Map<string, Value>();
  const placesIn = (list: ValueList | undefined) => {
    const places = new Map<string, number>();
    for (const [place, item] of (list ?? []).entries()) {
      const value = read(item);
      if (value === undefined) continue;
      const id = valueId(value);
      if (!values.has(id)) values.set(id, value);
      if (!places.has(id)) places.set(id, place);
    }
    return places;
  };
  const [original, modified, current, result] = eachSide(lists).map(placesIn);
  return [...values].map(([id, value]) => {
    const itemOf = (list: ValueList | undefined, places: ReadonlyMap<string, number> | undefined) =>
      list?.[places?.get(id) ?? -1];
    const found = {
      original: itemOf(lists.original, original),
      modified: itemOf(lists.modified, modified),
      current: itemOf(lists.current, current),
      result: itemOf(lists.result, result),
    };
    return { value, place: current?.get(id) ?? -1, found };
  });
}

function shapeOf(name: string, sides: Sides<Value>, schema: PatchSchema | undefined): Shape {
  const values = eachSide(sides).filter((value) => value !== undefined && value !== null);
  if (values.every(isMap)) {
    const field = fieldOf(schema?.struct(name));
    if (field !== undefined && strategyOf(field) === 'replace') return { kind: 'whole' };
    return { kind: 'fields', schema: field?.schema };
  }
  if (!values.every(isList)) return { kind: 'whole' };
  const field = fieldOf(schema?.slice(name));
  if (field === undefined || strategyOf(field) !== 'merge') return { kind: 'whole' };
  if (field.mergeKey === '') return { kind: 'set' };
  return { kind: 'items', mergeKey: field.mergeKey, schema: field.schema };
}

function fieldOf(looked: ReturnType<PatchSchema['struct']> | undefined): PatchField | undefined {
  return looked?.kind === 'field' ? looked.field : undefined;
}

function strategyOf(field: PatchField): string {
  const read = patchStrategy(field);
  return read.kind === 'strategy' ? read.strategy : '';
}

function rowOf({ path, place }: Spot, sides: Sides<Value>): ThreeWayRow {
  const live = sides.current === undefined ? undefined : place;
  return { path, text: pathToString(path), place: live, ...sides, verdict: verdictOf(sides) };
}

function verdictOf({ original, modified, current }: Sides<Value>): ThreeWayVerdict {
  if (modified === undefined || modified === null) {
    if (original === undefined && modified === undefined) return 'left-alone';
    return current === undefined ? 'gone' : 'deleted';
  }
  if (current === undefined) return 'added';
  return equals(modified, current) ? 'kept' : 'changed';
}

function eachSide<T extends Value>({ original, modified, current, result }: Sides<T>): readonly (T | undefined)[] {
  return [original, modified, current, result];
}

function at<T extends Value>(sides: Sides<T>, read: (value: T) => Value | undefined): Sides<Value> {
  const one = (value: T | undefined) => (value === undefined ? undefined : read(value));
  return {
    original: one(sides.original),
    modified: one(sides.modified),
    current: one(sides.current),
    result: one(sides.result),
  };
}

/** The sides narrowed to one type; undefined where a side has a value of another type, null included. */
function every<T extends Value>(sides: Sides<Value>, is: (value: Value) => value is T): Sides<T> | undefined {
  const { original, modified, current, result } = sides;
  const fits = (value: Value | undefined): value is T | undefined => value === undefined || is(value);
  if (!fits(original) || !fits(modified) || !fits(current) || !fits(result)) return undefined;
  return { original, modified, current, result };
}
