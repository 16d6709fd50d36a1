/**
 * A message on its way from the worker. What is too much to be taken in at once goes ahead of it in pieces, each of
 * which the page takes in by itself; the message follows with its lists empty, and where what went ahead belongs.
 */
export type Travelling<Message> =
  | { readonly kind: 'whole'; readonly message: Message }
  | { readonly kind: 'piece'; readonly items: readonly unknown[] }
  | { readonly kind: 'rest'; readonly message: Message; readonly lists: readonly SentList[] };

/** A list whose items went ahead. */
interface SentList {
  /** Where it is in the message: names of properties, and places in lists. */
  readonly path: readonly string[];
  readonly count: number;
}

/** How many values a piece holds: the page takes them in within a few milliseconds. */
const mostValues = 15_000;

/** Sends a message, in pieces where it is large. It is plain data and is not changed. */
export function sendInPieces<Message>(message: Message, post: (part: Travelling<Message>) => void): void {
  if (isSmall(message)) {
    post({ kind: 'whole', message });
    return;
  }
  const lists: SentList[] = [];
  const sendList = (items: readonly unknown[]) => {
    let piece: unknown[] = [];
    let held = 0;
    for (const item of items) {
      const values = valuesIn(item);
      if (held + values > mostValues && piece.length > 0) {
        post({ kind: 'piece', items: piece });
        piece = [];
        held = 0;
      }
      piece.push(item);
      held += values;
    }
    post({ kind: 'piece', items: piece });
  };
  const lighten = (value: unknown, path: readonly string[]): unknown => {
    if (isSmall(value)) return value;
    if (Array.isArray(value)) {
      if (!value.every(isSmall)) return value.map((item, index) => lighten(item, [...path, String(index)]));
      lists.push({ path, count: value.length });
      sendList(value);
      return [];
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, lighten(child, [...path, name])]));
  };
  // A message with its lists empty is still of its type.
  const rest = lighten(message, []) as Message;
  post({ kind: 'rest', message: rest, lists });
}

/** Takes in what `sendInPieces` sent, in the same order, and gives each message on once it is whole. */
export function receivePieces<Message>(onMessage: (message: Message) => void): (part: Travelling<Message>) => void {
  let items: unknown[] = [];
  return (part) => {
    switch (part.kind) {
      case 'whole':
        return onMessage(part.message);
      case 'piece':
        for (const item of part.items) items.push(item);
        return;
      case 'rest':
        fill(part.message, part.lists, items);
        items = [];
        return onMessage(part.message);
    }
  };
}

function fill(message: unknown, lists: readonly SentList[], items: readonly unknown[]): void {
  let at = 0;
  for (const { path, count } of lists) {
    const list = path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), message);
    if (Array.isArray(list)) for (let index = at; index < at + count; index++) list.push(items[index]);
    at += count;
  }
}

function isSmall(value: unknown): boolean {
  return valuesIn(value) <= mostValues;
}

/** How many values a value holds, itself included; no more are counted than a piece may hold and one. */
function valuesIn(value: unknown, left = mostValues + 1): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  const children = value instanceof Map ? value.values() : Array.isArray(value) ? value : Object.values(value);
  for (const child of children) {
    count += valuesIn(child, left - count);
    if (count >= left) break;
  }
  return count;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
