import { isArray, isObject, type Json, type JsonObject, jsonOf, memberOf } from './json.ts';
import { utf8Length } from './utf8-length.ts';

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

/** What all entries of an object own. */
export interface Owned {
  /** Parents before what is in them. */
  readonly fields: readonly OwnedField[];
  /** The bytes of each entry's set as JSON without spaces, by the place of the entry. */
  readonly bytes: readonly number[];
}

/** What is found while sets are read. */
interface Found {
  readonly fields: OwnedField[];
  readonly bytes: number[];
}

/** What an entry owns at one place: its place in managedFields, the part of its fieldsV1, and the names in that. */
interface Part {
  readonly entry: number;
  readonly set: JsonObject;
  readonly names: readonly string[];
  /** Whether the place itself is a member, and whether there is more below it. */
  readonly isMember: boolean;
  readonly holds: boolean;
}

/** The most levels that are read of a set. */
const mostLevels = 256;

/**
 * Returns what the entries of an object own, by their sets. An entry without fields that can be
 * read counts as undefined. Entries of other versions of the kind are read as if they were of the object's own.
 * Upstream: sigs.k8s.io/structured-merge-diff/v6 fieldpath serialize.go readIterV1.
 */
export function ownedFields(object: Json, sets: readonly (JsonObject | undefined)[]): Owned {
  const found: OwnedField[] = [];
  const bytes = sets.map(() => 0);
  const parts: Part[] = [];
  for (const [entry, set] of sets.entries()) {
    if (set === undefined) continue;
    const names = Object.keys(set);
    bytes[entry] = bracesBytes(names);
    parts.push({ entry, set, names, isMember: false, holds: true });
  }
  collect(parts, undefined, object, 0, { fields: found, bytes });
  return { fields: found, bytes };
}

function collect(
  parts: readonly Part[],
  parent: OwnedField | undefined,
  value: Json | undefined,
  level: number,
  found: Found,
): void {
  const [only] = parts;
  if (level > mostLevels || only === undefined) return;
  let items: ItemsOf | undefined;
  const add = (element: string, owners: readonly number[], below: readonly Part[]) => {
    if (owners.length === 0 && below.length === 0) return;
    let own: Json | undefined;
    if (element.startsWith('f:')) own = memberOf(value, element.slice(2));
    else if (isArray(value)) {
      items ??= itemsOf(value);
      own = items(element);
    }
    const field: OwnedField = { parent, element, owners, inner: below.length > 0, value: own };
    found.fields.push(field);
    if (below.length > 0) collect(below, field, own, level + 1, found);
  };
  if (parts.length === 1) {
    // Most of what is owned has one owner: the same as below, in fewer steps.
    for (const element of only.names) {
      const part = element === '.' ? undefined : partOf(only, element, found.bytes);
      if (part === undefined) continue;
      add(element, part.isMember ? soleOwner(only.entry) : nobody, part.holds ? [part] : none);
    }
    return;
  }
  for (const [element, inside] of partsByElement(parts, found.bytes)) {
    add(
      element,
      inside.filter(({ isMember }) => isMember).map(({ entry }) => entry),
      inside.filter(({ holds }) => holds),
    );
  }
}

/** What several entries own below their elements, by the element. */
function partsByElement(parts: readonly Part[], bytes: number[]): ReadonlyMap<string, readonly Part[]> {
  const byElement = new Map<string, Part[]>();
  for (const part of parts) {
    for (const element of part.names) {
      const inside = element === '.' ? undefined : partOf(part, element, bytes);
      if (inside === undefined) continue;
      const others = byElement.get(element);
      if (others === undefined) byElement.set(element, [inside]);
      else others.push(inside);
    }
  }
  return byElement;
}

/** What an entry owns below an element; undefined where that is no set. Its bytes are added to those of the entry. */
function partOf({ entry, set }: Part, element: string, bytes: number[]): Part | undefined {
  const inside = memberOf(set, element);
  if (!isObject(inside)) return undefined;
  const names = Object.keys(inside);
  const hasDot = names.includes('.');
  bytes[entry] = (bytes[entry] ?? 0) + nameBytes(element) + bracesBytes(names) + (hasDot ? dotBytes : 0);
  return { entry, set: inside, names, isMember: hasDot || names.length === 0, holds: names.length > (hasDot ? 1 : 0) };
}

/** Bytes of a set without what is in it: its braces, and the commas between its names. */
function bracesBytes(names: readonly string[]): number {
  return Math.max(2, names.length + 1);
}

/** Bytes of `".":{}`. */
const dotBytes = 6;

/** Bytes of names with the colon behind them; the same occur in many objects. */
const knownBytes = new Map<string, number>();

function nameBytes(name: string): number {
  const known = knownBytes.get(name);
  if (known !== undefined) return known;
  if (knownBytes.size >= mostRead) knownBytes.clear();
  const bytes = utf8Length(JSON.stringify(name)) + 1;
  knownBytes.set(name, bytes);
  return bytes;
}

const nobody: readonly number[] = [];
const none: readonly Part[] = [];
const soleOwners: (readonly number[])[] = [];

/** A list of one owner, the same each time. */
function soleOwner(entry: number): readonly number[] {
  const owners = soleOwners[entry] ?? [entry];
  if (entry < 100) soleOwners[entry] = owners;
  return owners;
}

/** Finds the item of a list that a path element names. */
type ItemsOf = (element: string) => Json | undefined;

/** Lists are searched by what is looked for in them, so that long ones take no longer for each of their items. */
function itemsOf(list: readonly Json[]): ItemsOf {
  const byNames = new Map<string, ReadonlyMap<string, Json>>();
  return (element) => {
    const { index, names, text } = wantedBy(element);
    if (index !== undefined) return list[index];
    const kind = names?.join('\n') ?? '';
    const items = byNames.get(kind) ?? itemsBy(list, names);
    byNames.set(kind, items);
    return items.get(text);
  };
}

/** What a path element looks for in a list: an index; else the text of an item, or of some of its members. */
interface Wanted {
  readonly index: number | undefined;
  readonly names: readonly string[] | undefined;
  readonly text: string;
}

/** What was read of elements; the same occur in many objects. */
const read = new Map<string, Wanted>();
const mostRead = 10_000;

function wantedBy(element: string): Wanted {
  const known = read.get(element);
  if (known !== undefined) return known;
  if (read.size >= mostRead) read.clear();
  const value = jsonOf(element.slice(2));
  const names = element.startsWith('k:') && isObject(value) ? Object.keys(value).sort() : undefined;
  const index = element.startsWith('i:') ? (typeof value === 'number' ? value : -1) : undefined;
  const wanted = { index, names, text: textOf(value, names) };
  read.set(element, wanted);
  return wanted;
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
