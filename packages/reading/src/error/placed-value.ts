import {
  type Atom,
  equals,
  isList,
  isMap,
  type PathElement,
  pathFromString,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { FieldPathText } from '@managed-fields/scenario';

/**
 * Puts a value into an object at a path, written as field paths or as validation prints them. Missing maps, lists and
 * items on the way are added, items with the keys in the path. Undefined where the path cannot be read, or an index in
 * it is too large.
 */
export function placedValue(object: ValueMap, path: FieldPathText, value: Value, type?: Atom): ValueMap | undefined {
  const text = /^[.[]/.test(path) ? path : `.${path}`;
  const read = (type && pathFromString(text, type)) ?? pathFromString(text);
  if (read === undefined || read.length === 0 || read.some(isFar)) return undefined;
  const placed = placeIn(object, read, value);
  return isMap(placed) ? placed : undefined;
}

/** The largest index. Items before an index are added as well, so a larger one would fill the memory. */
const furthest = 1000n;

function isFar(element: PathElement): boolean {
  return element.kind === 'index' && (element.index < 0n || element.index > furthest);
}

function placeIn(inside: Value | undefined, path: readonly PathElement[], value: Value): Value {
  const [element, ...rest] = path;
  if (element === undefined) return value;
  if (element.kind === 'field') {
    const map: ValueMap = isMap(inside) ? inside : new Map();
    return new Map([...map, [element.name, placeIn(map.get(element.name), rest, value)]]);
  }
  const items = isList(inside) ? inside : [];
  if (element.kind === 'value') return rest.length === 0 ? [...items, value] : items;
  if (element.kind === 'index') {
    const place = Number(element.index);
    const all: readonly Value[] = Array.from(
      { length: Math.max(items.length, place + 1) },
      (_, at) => items[at] ?? new Map(),
    );
    return all.with(place, placeIn(items[place], rest, value));
  }
  const fits = (item: Value) =>
    isMap(item) && element.key.every(({ name, value: wanted }) => equals(item.get(name) ?? null, wanted));
  const at = items.findIndex(fits);
  const keyed: ValueMap = new Map(element.key.map((key) => [key.name, key.value]));
  const item = placeIn(items[at] ?? keyed, rest, value);
  return at < 0 ? [...items, item] : items.with(at, item);
}
