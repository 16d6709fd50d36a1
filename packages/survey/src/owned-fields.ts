import { isArray, isObject, type Json, type JsonObject, memberOf } from './json.ts';

/** A field of an object that is in the set of at least one entry, or holds one that is. */
export interface OwnedField {
  /** The field that it is in; undefined for fields of the object itself. */
  readonly parent: OwnedField | undefined;
  /** Its path element as fieldsV1 writes it: `f:spec`, `k:{"name":"app"}`, `v:"a"`, `i:0`. */
  readonly element: string;
  /** The places of the entries that have it as a member, in their order. */
  readonly owners: readonly number[];
  /** Whether an entry has fields inside of it. */
  readonly inner: boolean;
  /** Undefined where the object does not have it. */
  readonly value: Json | undefined;
}

/** What an entry owns at one place: its place in managedFields, and the part of its fieldsV1. */
interface Part {
  readonly entry: number;
  readonly set: JsonObject;
}

/** The most levels that are read of a set. */
const mostLevels = 256;

/**
 * Returns the fields of an object that have owners, parents before what is in them. An entry without fields that can be
 * read counts as undefined. Entries of other versions of the kind are read as if they were of the object's own.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6 fieldpath serialize.go readIterV1.
 */
export function ownedFields(object: Json, sets: readonly (JsonObject | undefined)[]): readonly OwnedField[] {
  const found: OwnedField[] = [];
  const parts = sets.flatMap((set, entry): readonly Part[] => (set === undefined ? [] : [{ entry, set }]));
  collect(parts, undefined, object, 0, found);
  return found;
}

function collect(
  parts: readonly Part[],
  parent: OwnedField | undefined,
  value: Json | undefined,
  level: number,
  found: OwnedField[],
): void {
  const [first] = parts;
  if (first === undefined || level > mostLevels) return;
  const find = finder(value);
  for (const element of parts.length === 1 ? Object.keys(first.set) : namesIn(parts)) {
    if (element === '.') continue;
    const owners: number[] = [];
    const below: Part[] = [];
    for (const { entry, set } of parts) {
      const inside = memberOf(set, element);
      if (!isObject(inside)) continue;
      const count = Object.keys(inside).length;
      const member = Object.hasOwn(inside, '.');
      if (member || count === 0) owners.push(entry);
      if (count > (member ? 1 : 0)) below.push({ entry, set: inside });
    }
    if (owners.length === 0 && below.length === 0) continue;
    const field: OwnedField = { parent, element, owners, inner: below.length > 0, value: find(element) };
    found.push(field);
    collect(below, field, field.value, level + 1, found);
  }
}

function namesIn(parts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { set } of parts) for (const name of Object.keys(set)) names.add(name);
  return names;
}

/** Returns a function that finds the value that a path element names in another one. */
function finder(value: Json | undefined): (element: string) => Json | undefined {
  const byKeys = new Map<string, ReadonlyMap<string, Json>>();
  return (element) => {
    const rest = element.slice(2);
    if (element.startsWith('f:')) return memberOf(value, rest);
    if (!isArray(value)) return undefined;
    const wanted = parsed(rest);
    if (element.startsWith('i:')) return typeof wanted === 'number' ? value[wanted] : undefined;
    // Lists are searched by what is looked for in them, so that long ones take no longer for each of their items.
    const names = element.startsWith('k:') && isObject(wanted) ? Object.keys(wanted).sort() : undefined;
    const kind = names === undefined ? '' : JSON.stringify(names);
    const items = byKeys.get(kind) ?? itemsBy(value, names);
    byKeys.set(kind, items);
    return items.get(textOf(wanted, names));
  };
}

/** The items of a list by the text of themselves, or of some of their members. */
function itemsBy(list: readonly Json[], names: readonly string[] | undefined): ReadonlyMap<string, Json> {
  const items = new Map<string, Json>();
  for (const item of list) {
    const text = textOf(item, names);
    if (!items.has(text)) items.set(text, item);
  }
  return items;
}

function textOf(value: Json | undefined, names: readonly string[] | undefined): string {
  return JSON.stringify(names === undefined ? value : names.map((name) => memberOf(value, name))) ?? '';
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
