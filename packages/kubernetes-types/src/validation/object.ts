import { isList, isMap, type Value, type ValueList, type ValueMap } from '@managed-fields/merge-engine';

/*
 * How Go code sees the fields of an encoded object: an absent field is the zero value of its type. Everything that
 * defaults, strategies and validation read goes through these.
 */

const noFields: ValueMap = new Map();
const noItems: ValueList = [];

/** The string in a field; empty where the field is absent or holds something else. */
export function text(object: ValueMap | undefined, field: string): string {
  const value = object?.get(field);
  return typeof value === 'string' ? value : '';
}

/** The number in a field; undefined where it is absent (a nil pointer) or holds something else. */
export function count(object: ValueMap | undefined, field: string): number | undefined {
  const value = object?.get(field);
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;
}

/** The number in a field that is no pointer; 0 where it is absent. */
export function number(object: ValueMap | undefined, field: string): number {
  return count(object, field) ?? 0;
}

/** The boolean in a field; undefined where it is absent (a nil pointer) or holds something else. */
export function flag(object: ValueMap | undefined, field: string): boolean | undefined {
  const value = object?.get(field);
  return typeof value === 'boolean' ? value : undefined;
}

/** The struct in a field; one without fields where it is absent. */
export function struct(object: ValueMap | undefined, field: string): ValueMap {
  return pointer(object, field) ?? noFields;
}

/** The struct that a pointer field points to; undefined for nil. */
export function pointer(object: ValueMap | undefined, field: string): ValueMap | undefined {
  const value = object?.get(field);
  return isMap(value) ? value : undefined;
}

/** The struct at a path of fields; one without fields where the path ends early. */
export function structAt(object: ValueMap | undefined, ...path: readonly string[]): ValueMap {
  let at = object;
  for (const field of path) at = pointer(at, field);
  return at ?? noFields;
}

/** The list in a field; empty where it is absent. */
export function list(object: ValueMap | undefined, field: string): ValueList {
  const value = object?.get(field);
  return isList(value) ? value : noItems;
}

/** The structs in a list field; what is no map reads as one without fields, as Go decodes null. */
export function structs(object: ValueMap | undefined, field: string): readonly ValueMap[] {
  return list(object, field).map((item) => (isMap(item) ? item : noFields));
}

/** The strings in a list field. */
export function texts(object: ValueMap | undefined, field: string): readonly string[] {
  return list(object, field).map((item) => (typeof item === 'string' ? item : ''));
}

/** The strings by key in a map field. */
export function textMap(object: ValueMap | undefined, field: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [key, value] of struct(object, field)) result.set(key, typeof value === 'string' ? value : '');
  return result;
}

/** Whether a pointer, list, map or string field holds anything but nil. */
export function has(object: ValueMap | undefined, field: string): boolean {
  const value = object?.get(field);
  return value !== undefined && value !== null;
}

/** A copy with a value at a path of fields; structs on the way are made where they are absent. */
export function withAt(object: ValueMap, path: readonly string[], value: Value): ValueMap {
  const [field, ...rest] = path;
  if (field === undefined) return object;
  return new Map(object).set(field, rest.length === 0 ? value : withAt(struct(object, field), rest, value));
}

/** A copy without what is at a path of fields; the object itself where nothing is there. */
export function withoutAt(object: ValueMap, path: readonly string[]): ValueMap {
  const [field, ...rest] = path;
  if (field === undefined || !object.has(field)) return object;
  if (rest.length === 0) {
    const copy = new Map(object);
    copy.delete(field);
    return copy;
  }
  const inner = pointer(object, field);
  if (inner === undefined) return object;
  const changed = withoutAt(inner, rest);
  return changed === inner ? object : new Map(object).set(field, changed);
}

/** A copy whose field is what another object has there, or absent as it is there. */
export function withFieldOf(object: ValueMap, other: ValueMap, field: string): ValueMap {
  const value = other.get(field);
  return value === undefined ? withoutAt(object, [field]) : new Map(object).set(field, value);
}

/** A copy whose list field has each struct replaced; the object itself where nothing changes. */
export function mapStructs(object: ValueMap, field: string, change: (item: ValueMap) => ValueMap): ValueMap {
  const items = list(object, field);
  let changed = false;
  const result = items.map((item) => {
    if (!isMap(item)) return item;
    const next = change(item);
    if (next !== item) changed = true;
    return next;
  });
  return changed ? new Map(object).set(field, result) : object;
}
