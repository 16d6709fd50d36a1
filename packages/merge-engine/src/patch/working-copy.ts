import { atoi } from '../value/go-text.ts';
import { formatJson } from '../value/json-write.ts';
import { sortedKeys } from '../value/order.ts';
import { isMap, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import { noteNumber, writtenNumber, writtenNumbers } from '../value/written-numbers.ts';
import { insertItem, itemAt, type LongList, longList, removeItem, setItem } from './long-list.ts';

/**
 * A document that a JSON patch works on: the containers that its paths lead through are opened, which copies each of
 * them once, and changed in place; all others are the values that came in, which nothing changes.
 * Upstream: json-patch.v4 patch.go lazyNode.
 */
export type Node = Value | Opened | WrittenNumber;

/** A number that a patch writes in another way than it is printed; see `noteNumber`. */
export interface WrittenNumber {
  readonly kind: 'number';
  readonly value: Value;
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
type Child = Node | Failed;

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
  if (isWrittenNumber(node) || node === null || typeof node !== 'object') return undefined;
  const opened: Opened = isMap(node)
    ? { kind: 'map', children: new Map(node) }
    : { kind: 'list', items: longList<Node>(node) };
  for (const key of writtenNumbers(node).keys()) replaceChild(opened, `${key}`, nodeAt(node, key));
  return opened;
}

/** Opens a container with all that is inside of it; what is none is returned as it is. */
export function openAll(node: Node): Node {
  const opened = open(node);
  if (opened?.kind === 'map') {
    for (const [key, child] of opened.children) opened.children.set(key, openAll(child));
  } else if (opened?.kind === 'list') {
    for (const piece of opened.items.pieces) for (const [at, child] of piece.entries()) piece[at] = openAll(child);
  }
  return opened ?? node;
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

/** A node that can stand in one more place: a container that was opened is closed. */
export function copyOf(node: Node): Value | WrittenNumber {
  return isOpened(node) ? close(node) : node;
}

/** The child at a key or place; null where a map has none. Upstream: partialDoc.get, partialArray.get. */
export function childAt(container: Opened, key: string): Child {
  if (container.kind === 'map') return container.children.get(key) ?? null;
  const index = placeIn(container, key);
  return typeof index === 'string' ? failed(index) : (itemAt(container.items, index) ?? null);
}

/** Opens the container at a key or place; undefined where something else is there. Upstream: patch.go findObject. */
export function openChild(container: Opened, key: string): Opened | undefined {
  const child = childAt(container, key);
  const opened = isFailed(child) ? undefined : open(child);
  if (opened !== undefined) replaceChild(container, key, opened);
  return opened;
}

/** Sets a child that is there, or a key of a map. Upstream: partialDoc.set, partialArray.set, after a get. */
export function replaceChild(container: Opened, key: string, node: Node): Failed | undefined {
  if (container.kind === 'map') {
    container.children.set(key, node);
    return undefined;
  }
  const index = placeIn(container, key);
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

/** Takes a child out, and returns it. Upstream: partialDoc.remove, partialArray.remove, after a get. */
export function removeChild(container: Opened, key: string): Child {
  const child = childAt(container, key);
  if (container.kind === 'map') {
    const removed = container.children.delete(key);
    return removed ? child : failed(`Unable to remove nonexistent key: ${key}: missing value`);
  }
  const index = placeIn(container, key);
  if (typeof index === 'number') removeItem(container.items, index);
  return child;
}

/**
 * Whether two nodes that were opened with all inside of them are one value. Numbers are compared as they are written, so 1 is
 * not 1.0. Upstream: lazyNode.equal.
 */
export function same(left: Node, right: Node): boolean {
  if (!isOpened(left) || !isOpened(right)) {
    return !isOpened(left) && !isOpened(right) && writtenText(left) === writtenText(right);
  }
  if (left.kind === 'map' && right.kind === 'map') {
    if (left.children.size !== right.children.size) return false;
    return [...left.children].every(([key, child]) => {
      const other = right.children.get(key);
      return other !== undefined && same(child, other);
    });
  }
  if (left.kind === 'map' || right.kind === 'map' || left.items.length !== right.items.length) return false;
  const others = right.items.pieces.flat();
  return left.items.pieces.flat().every((item, index) => same(item, others[index] ?? null));
}

function writtenText(node: Value | WrittenNumber): string {
  return isWrittenNumber(node) ? node.text : formatJson(node);
}

function isOpened(node: Node): node is Opened {
  return kindOf(node) === 'map' || kindOf(node) === 'list';
}

function isWrittenNumber(node: Node): node is WrittenNumber {
  return kindOf(node) === 'number';
}

/** Whether there is no child, but a complaint about that. */
export function isFailed(child: Child): child is Failed {
  return kindOf(child) === 'failed';
}

/** The kind of what is no value as it came in. */
function kindOf(node: Child): string | undefined {
  return typeof node === 'object' && node !== null && 'kind' in node ? node.kind : undefined;
}

/** What stands at a key or place of a map or list, as a node; null where nothing does. */
export function nodeAt(holder: ValueMap | ValueList, key: string | number): Node {
  const value = (isMap(holder) ? holder.get(`${key}`) : holder[Number(key)]) ?? null;
  const text = writtenNumber(holder, key);
  return text === undefined ? value : { kind: 'number', value, text };
}

/** The place of an item that is there; the complaint where there is none. */
function placeIn({ items }: OpenedList, key: string): number | string {
  return indexIn(key, items.length, items.length - 1);
}

/** The index that a key names, negative ones counted from `size`; the complaint where it is none or beyond `last`. */
function indexIn(key: string, size: number, last: number): number | string {
  const read = atoi(key);
  if (read.kind === 'error') return read.message;
  const index = Number(read.value);
  const place = index < 0 ? index + size : index;
  return place < 0 || place > last ? `Unable to access invalid index: ${read.value}: invalid index referenced` : place;
}
