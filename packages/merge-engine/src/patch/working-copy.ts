import { atoi } from '../value/go-text.ts';
import { sortedKeys } from '../value/order.ts';
import { isList, isMap, type Value, type ValueMap } from '../value/value.ts';
import { noteNumber, writtenNumber } from '../value/written-numbers.ts';
import { insertItem, itemAt, type LongList, longList, removeItem, setItem } from './long-list.ts';

/**
 * A document that a JSON patch works on: the containers that its paths lead through are opened, which copies each of
 * them once, and changed in place; all others are the values that came in, which nothing changes.
 * Upstream: json-patch.v4 patch.go lazyNode.
 */
export type Node = Value | Opened | WrittenNumber;

/** A number that a patch writes in another way than it is printed; see `writtenNumber`. */
export interface WrittenNumber {
  readonly kind: 'number';
  readonly value: number | bigint;
  readonly text: string;
}

/** A container that was opened; it stands in one place of one document. */
export type Opened = OpenedMap | OpenedList;

interface OpenedMap {
  readonly kind: 'map';
  readonly children: Map<string, Node>;
}

interface OpenedList {
  readonly kind: 'list';
  readonly items: LongList<Node>;
}

/** A child of a container, or why there is none. */
export type Child = { readonly kind: 'child'; readonly node: Node } | Failed;

/** What cannot be done, in the library's words. */
export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

/** Makes the answer of what cannot be done. */
export function failed(message: string): Failed {
  return { kind: 'failed', message };
}

/** Opens a container; undefined for what is none. */
export function open(node: Node): Opened | undefined {
  if (isOpened(node)) return node;
  if (isWrittenNumber(node)) return undefined;
  if (isMap(node)) return { kind: 'map', children: new Map(node) };
  return isList(node) ? { kind: 'list', items: longList<Node>(node) } : undefined;
}

/**
 * Returns the value of a node. Maps that were opened are sorted by their keys, as the library writes each map that it had
 * to look into; it leaves others as they were.
 */
export function close(node: Node): Value {
  if (isWrittenNumber(node)) return node.value;
  if (!isOpened(node)) return node;
  // A patch can make a document of thousands of levels, so there is one call for each.
  if (node.kind === 'list') {
    const items: Value[] = [];
    for (const piece of node.items.pieces) {
      for (const item of piece) {
        items.push(close(item));
        if (isWrittenNumber(item)) noteNumber(items, items.length - 1, item.text);
      }
    }
    return items;
  }
  const map = new Map<string, Value>();
  for (const key of sortedKeys(node.children)) {
    const child = node.children.get(key) ?? null;
    map.set(key, close(child));
    if (isWrittenNumber(child)) noteNumber(map, key, child.text);
  }
  return map;
}

/** The child at a key or place; null where a map has none. Upstream: partialDoc.get, partialArray.get. */
export function childAt(container: Opened, key: string): Child {
  if (container.kind === 'map') return { kind: 'child', node: container.children.get(key) ?? null };
  const index = indexIn(key, container.items.length, container.items.length - 1);
  return typeof index === 'string' ? failed(index) : { kind: 'child', node: itemAt(container.items, index) ?? null };
}

/** Opens the container at a key or place; undefined where something else is there. Upstream: patch.go findObject. */
export function openChild(container: Opened, key: string): Opened | undefined {
  const child = childAt(container, key);
  if (child.kind === 'failed') return undefined;
  const opened = open(child.node);
  if (opened !== undefined && opened !== child.node) replaceChild(container, key, opened);
  return opened;
}

/** Sets a child that is there, or a key of a map. Upstream: partialDoc.set, partialArray.set, after a get. */
export function replaceChild(container: Opened, key: string, node: Node): Failed | undefined {
  if (container.kind === 'map') {
    container.children.set(key, node);
    return undefined;
  }
  const index = indexIn(key, container.items.length, container.items.length - 1);
  if (typeof index === 'string') return failed(index);
  setItem(container.items, index, node);
  return undefined;
}

/** Adds a key, or an item at a place or (`-`) at the end. Upstream: partialDoc.add, partialArray.add. */
export function addChild(container: Opened, key: string, node: Node): Failed | undefined {
  if (container.kind === 'map') {
    container.children.set(key, node);
    return undefined;
  }
  const { items } = container;
  const read = key === '-' ? undefined : atoi(key);
  if (read?.kind === 'error') return failed(`value was not a proper array index: '${key}': ${read.message}`);
  const index = read === undefined ? items.length : indexIn(key, items.length + 1, items.length);
  if (typeof index === 'string') return failed(index);
  insertItem(items, index, node);
  return undefined;
}

/** Takes a child out. Upstream: partialDoc.remove, partialArray.remove. */
export function removeChild(container: Opened, key: string): Failed | undefined {
  if (container.kind === 'map') {
    const removed = container.children.delete(key);
    return removed ? undefined : failed(`Unable to remove nonexistent key: ${key}: missing value`);
  }
  const index = indexIn(key, container.items.length, container.items.length - 1);
  if (typeof index === 'string') return failed(index);
  removeItem(container.items, index);
  return undefined;
}

/**
 * Whether a node holds a value. Values are compared as they are written, so 1 is not 1.0.
 * Upstream: lazyNode.equal.
 */
export function holds(node: Node, value: Value): boolean {
  if (isList(value)) {
    const items = itemsOf(node);
    return items?.length === value.length && items.every((item, index) => holds(item, value[index] ?? null));
  }
  if (!isMap(value)) return (isWrittenNumber(node) ? node.value : node) === value;
  const children = isOpened(node) && node.kind === 'map' ? node.children : node;
  if (!(children instanceof Map) || children.size !== value.size) return false;
  for (const [key, child] of value) if (!children.has(key) || !holds(children.get(key) ?? null, child)) return false;
  return true;
}

function itemsOf(node: Node): readonly Node[] | undefined {
  if (isOpened(node)) return node.kind === 'list' ? node.items.pieces.flat() : undefined;
  if (isWrittenNumber(node)) return undefined;
  return isList(node) ? node : undefined;
}

function isOpened(node: Node): node is Opened {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind !== 'number';
}

function isWrittenNumber(node: Node): node is WrittenNumber {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === 'number';
}

/** What an operation of a patch writes, as a node. */
export function writtenBy(operation: ValueMap): Node {
  const value = operation.get('value') ?? null;
  const text = writtenNumber(operation, 'value');
  if (text === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return value;
  return { kind: 'number', value, text };
}

/** The index that a key names, negative ones counted from `size`; the complaint where it is none or beyond `last`. */
function indexIn(key: string, size: number, last: number): number | string {
  const read = atoi(key);
  if (read.kind === 'error') return read.message;
  const index = Number(read.value);
  const place = index < 0 ? index + size : index;
  return place < 0 || place > last ? `Unable to access invalid index: ${read.value}: invalid index referenced` : place;
}
