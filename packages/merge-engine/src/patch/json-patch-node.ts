import { atoi } from '../value/go-text.ts';
import { compareStrings } from '../value/order.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';

/** A container after one change, or why it cannot be changed. */
export type Step =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly message: string };

/** Whether a value is a container. */
export function hasChild(value: Value): boolean {
  return isMap(value) || isList(value);
}

/** The child at a key or place; null where a map has none. Upstream: json-patch.v4 partialDoc.get, partialArray.get. */
export function childAt(container: Value, key: string): Step {
  if (isMap(container)) return { kind: 'done', value: container.get(key) ?? null };
  if (!isList(container)) return failed('not a container');
  const index = indexIn(key, container.length, container.length - 1);
  return typeof index === 'string' ? failed(index) : { kind: 'done', value: container[index] ?? null };
}

/** Sets a child that is there, or a key of a map. Upstream: partialDoc.set, partialArray.set, after a get. */
export function replaceChild(container: Value, key: string, value: Value): Step {
  if (isMap(container)) return { kind: 'done', value: sorted(new Map(container).set(key, value)) };
  if (!isList(container)) return failed('not a container');
  const index = indexIn(key, container.length, container.length - 1);
  return typeof index === 'string' ? failed(index) : { kind: 'done', value: container.with(index, value) };
}

/** Adds a key, or an item at a place or (`-`) at the end. Upstream: partialDoc.add, partialArray.add. */
export function addChild(container: Value, key: string, value: Value): Step {
  if (isMap(container)) return { kind: 'done', value: sorted(new Map(container).set(key, value)) };
  if (!isList(container)) return failed('not a container');
  if (key === '-') return { kind: 'done', value: [...container, value] };
  const read = atoi(key);
  if (read.kind === 'error') return failed(`value was not a proper array index: '${key}': ${read.message}`);
  const index = indexIn(key, container.length + 1, container.length);
  return typeof index === 'string' ? failed(index) : { kind: 'done', value: container.toSpliced(index, 0, value) };
}

/** Takes a child out. Upstream: partialDoc.remove, partialArray.remove. */
export function removeChild(container: Value, key: string): Step {
  if (isMap(container)) {
    if (!container.has(key)) return failed(`Unable to remove nonexistent key: ${key}: missing value`);
    const rest = new Map(container);
    rest.delete(key);
    return { kind: 'done', value: sorted(rest) };
  }
  if (!isList(container)) return failed('not a container');
  const index = indexIn(key, container.length, container.length - 1);
  return typeof index === 'string' ? failed(index) : { kind: 'done', value: container.toSpliced(index, 1) };
}

/**
 * Sorts a map by its keys, as the library writes each map that it had to look into. It leaves other maps as they were.
 */
export function sorted(map: ValueMap): ValueMap {
  return new Map([...map].sort(([a], [b]) => compareStrings(a, b)));
}

/** The index that a key names, negative ones counted from `size`; the complaint where it is none or beyond `last`. */
function indexIn(key: string, size: number, last: number): number | string {
  const read = atoi(key);
  if (read.kind === 'error') return read.message;
  const index = Number(read.value);
  const place = index < 0 ? index + size : index;
  return place < 0 || place > last ? `Unable to access invalid index: ${read.value}: invalid index referenced` : place;
}

/** A patch that cannot be applied, in the library's words. */
export function failed(message: string): { readonly kind: 'failed'; readonly message: string } {
  return { kind: 'failed', message };
}
