/** A JSON value as `JSON.parse` makes it. Numbers beyond 2^53 are rounded: what must be exact is read again by `source`. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. Its members are read by the functions below: what stands in it may be called `__proto__`. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The value of a JSON text; undefined where it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member of an object; undefined where it has none of its own. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (!isObject(value)) return undefined;
  if (name === '__proto__') return Object.hasOwn(value, name) ? value[name] : undefined;
  // All else that objects inherit are functions, which JSON has none of; to ask whose it is takes twice as long.
  const found = value[name];
  return typeof found === 'function' ? undefined : found;
}

/** The value at a path of names; undefined where there is none. */
export function valueAt(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  let found = value;
  for (const name of names) found = memberOf(found, name);
  return found;
}

/** The string of a member; empty where it has none. */
export function stringOf(value: Json | undefined, name: string): string {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : '';
}

/** The string at a path of names; empty where there is none. */
export function textAt(value: Json | undefined, ...names: readonly string[]): string {
  const found = valueAt(value, ...names);
  return typeof found === 'string' ? found : '';
}

/** The array at a path of names; empty where there is none. */
export function arrayAt(value: Json | undefined, ...names: readonly string[]): readonly Json[] {
  const found = valueAt(value, ...names);
  return isArray(found) ? found : [];
}

/** Whether two values are the same JSON; the order of members does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((each, at) => sameJson(each, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}
