import { equalElements, type KeyField, keyElement, type PathElement, valueElement } from '../fieldpath/element.ts';
import type { ListType } from '../schema/atom.ts';
import { quote } from '../value/go-text.ts';
import { formatJson } from '../value/json-write.ts';
import { isList, isMap, type Value, type ValueList } from '../value/value.ts';

/** An item of a set or map list that has an element. */
export interface Item {
  readonly element: PathElement;
  /** Equal for equal elements. */
  readonly id: string;
  /** The place in the list. */
  readonly place: number;
  readonly value: Value;
}

/** The items of a set or map list. */
export interface Items {
  readonly all: readonly Item[];
  /** The first item of each identity. */
  readonly byId: ReadonlyMap<string, Item>;
  /** The identities that occur more than once. */
  readonly repeated: ReadonlySet<string>;
  /** The items that have no element, with upstream's words. */
  readonly problems: readonly { readonly place: number; readonly message: string }[];
}

/** A cache. Values never change, and every pass over an object asks for the same lists. */
const known = new WeakMap<ValueList, { readonly type: ListType; readonly items: Items }>();

/**
 * The items of an associative list by their elements.
 * Upstream: structured-merge-diff typed/helpers.go listItemToPathElement.
 */
export function itemsOf(type: ListType, list: ValueList): Items {
  const before = known.get(list);
  if (before !== undefined && before.type === type) return before.items;
  const items = readItems(type, list);
  known.set(list, { type, items });
  return items;
}

/** The items of an associative list that an element selects: one, none, or several where it is repeated. */
export function itemsAt(type: ListType, list: ValueList, element: PathElement): readonly Item[] {
  if (element.kind !== 'key' && element.kind !== 'value') return [];
  const { all, byId, repeated } = itemsOf(type, list);
  const id = idOf(element, type.keys.length);
  const first = byId.get(id);
  // Other keys may have the same values.
  if (first === undefined || !equalElements(first.element, element)) return [];
  return repeated.has(id) ? all.filter((item) => item.id === id) : [first];
}

/** The items of a list that is not there. */
export const noItems: Items = { all: [], byId: new Map(), repeated: new Set(), problems: [] };

function readItems(type: ListType, list: ValueList): Items {
  const all: Item[] = [];
  const byId = new Map<string, Item>();
  const repeated = new Set<string>();
  const problems: { place: number; message: string }[] = [];
  for (let place = 0; place < list.length; place++) {
    const value = list[place] as Value;
    const element = elementOf(type, value);
    if (typeof element === 'string') {
      problems.push({ place, message: element });
      continue;
    }
    const item = { element, id: idOf(element, type.keys.length), place, value };
    all.push(item);
    if (byId.has(item.id)) repeated.add(item.id);
    else byId.set(item.id, item);
  }
  return { all, byId, repeated, problems };
}

/** The element of an item, or why it has none. */
function elementOf(type: ListType, item: Value): PathElement | string {
  if (type.relationship !== 'associative') return 'invalid indexing of non-associative list';
  return type.keys.length > 0 ? keyedElement(type, item) : setElement(item);
}

/** The element of a map list's item, or why it has none. Upstream: keyedAssociativeListItemToPathElement. */
function keyedElement(type: ListType, item: Value): PathElement | string {
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isMap(item)) return 'associative list with keys may not have non-map elements';
  const fields = type.element.map?.fields;
  const key: KeyField[] = [];
  for (const name of type.keys) {
    let value = item.get(name);
    if (value === undefined) {
      if (fields === undefined) {
        return `couldn't find default value for ${name}: associative list may not have non-map types`;
      }
      value = fields.get(name)?.default;
    }
    if (value !== undefined) key.push({ name, value });
  }
  return key.length > 0 ? keyElement(key) : omitsAllKeys(type);
}

/** The words about an item that has no key. */
export function omitsAllKeys(type: ListType): string {
  const names = type.keys.map(quote).join(' ');
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

/** The element of a set's item, or why it has none. Upstream: setItemToPathElement. */
function setElement(item: Value): PathElement | string {
  if (isMap(item)) return "associative list without keys has an element that's a map type";
  if (isList(item)) return 'not supported: associative list with lists as elements';
  if (item === null) return "associative list without keys has an element that's an explicit null";
  return valueElement(item);
}

function idOf(element: PathElement, keys: number): string {
  if (element.kind === 'value') return valueId(element.value);
  if (element.kind !== 'key') throw new Error('items are identified by value or key');
  if (keys === 1) return valueId(element.key[0]?.value as Value);
  return element.key.map(({ name, value }) => `${name.length}:${name}=${lengthened(valueId(value))}`).join();
}

function lengthened(id: string): string {
  return `${id.length}:${id}`;
}

/** A text of a value, equal for equal values: an integer and the float of the same number have one identity. */
export function valueId(value: Value): string {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'bigint') return `n${value}`;
  if (typeof value === 'number') return Number.isInteger(value) ? `n${BigInt(value)}` : `n${value}`;
  return `j${formatJson(value, { sortKeys: true })}`;
}
