/** A JSON object of a server that is not trusted. */
export type PlainMap = Readonly<Record<string, unknown>>;

/** What an answer holds: what was read of it, or why nothing could be read. */
export type ReadAnswer<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** `not-json`: no JSON; `other-kind`: JSON of another kind than asked for, which `found` names. */
  | { readonly kind: 'unread'; readonly reason: 'not-json' | 'other-kind'; readonly found: string };

/** Whether a value is a JSON object. */
export function isPlainMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is an object of its own, not one that every object inherits. */
function ownAt(map: unknown, name: string): unknown {
  return isPlainMap(map) && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** The string of a member; empty where it has none. */
export function textAt(map: unknown, name: string): string {
  const value = ownAt(map, name);
  return typeof value === 'string' ? value : '';
}

/** The list of a member; empty where it has none. */
export function listAt(map: unknown, name: string): readonly unknown[] {
  const value = ownAt(map, name);
  return Array.isArray(value) ? value : [];
}

/** The object of a member; undefined where it has none. */
export function plainMapAt(map: unknown, name: string): PlainMap | undefined {
  const value = ownAt(map, name);
  return isPlainMap(value) ? value : undefined;
}

/** The strings of a list; what is no string is left out. */
export function textsAt(map: unknown, name: string): readonly string[] {
  return listAt(map, name).filter((each) => typeof each === 'string');
}

/** The number of a member; undefined where it has none. */
export function numberAt(map: unknown, name: string): number | undefined {
  const value = ownAt(map, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Reads an answer that is to be a JSON object; undefined where it is none. */
export function parsedMap(text: string): PlainMap | undefined {
  try {
    const plain: unknown = JSON.parse(text);
    return isPlainMap(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
}

/** Reads an answer that is to be a JSON object with one of some values in a member, by default its kind. */
export function readMap(text: string, fits: (kind: string) => boolean, member = 'kind'): ReadAnswer<PlainMap> {
  const plain = parsedMap(text);
  if (plain === undefined) return { kind: 'unread', reason: 'not-json', found: text.trim().slice(0, 100) };
  const found = textAt(plain, member);
  return fits(found)
    ? { kind: 'read', value: plain }
    : { kind: 'unread', reason: 'other-kind', found: found.slice(0, 100) };
}
