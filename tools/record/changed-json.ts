/** JSON as JSON.parse reads it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;

/** An object of JSON. */
export type JsonMap = { readonly [name: string]: Json };

/** A change of a value: values to set and places to leave out, by JSON pointer. */
export interface JsonChange {
  readonly set?: Readonly<Record<string, Json>>;
  readonly drop?: readonly string[];
}

/** A value with changes made to it; maps on the way are made where they are absent. */
export function changedJson(value: Json, { set = {}, drop = [] }: JsonChange): Json {
  const placed = Object.entries(set).reduce((all, [pointer, next]) => changedAt(all, keysOf(pointer), next), value);
  return drop.reduce((all, pointer) => changedAt(all, keysOf(pointer), undefined), placed);
}

function keysOf(pointer: string): readonly string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changedAt(value: Json | undefined, [key, ...rest]: readonly string[], next: Json | undefined): Json {
  if (key === undefined) return next ?? null;
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const index = Number(key);
    if (rest.length > 0) return list.map((item, i) => (i === index ? changedAt(item, rest, next) : item));
    return next === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, next);
  }
  const map = isMap(value) ? value : {};
  if (next === undefined && !(key in map)) return map;
  if (next === undefined && rest.length === 0) {
    return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
  }
  return { ...map, [key]: rest.length === 0 ? (next ?? null) : changedAt(map[key], rest, next) };
}
