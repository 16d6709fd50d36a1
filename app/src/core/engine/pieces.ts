/**
 * A message on its way from the worker. A large one is sent in pieces, each small enough that the page stays responsive
 * while it reads it. The message itself follows with its lists empty, and says where the items of the pieces belong.
 */
export type Travelling<Message> =
  | { readonly kind: 'whole'; readonly message: Message }
  | { readonly kind: 'piece'; readonly items: readonly unknown[] }
  | { readonly kind: 'rest'; readonly message: Message; readonly lists: readonly SentList[] };

/** A list whose items were sent before the message. */
interface SentList {
  /** Where the list is in the message: names of properties, and indices of lists. */
  readonly path: readonly string[];
  readonly count: number;
}

/** How many values a piece has at most. The page reads that many within a few milliseconds. */
const mostValues = 15_000;

/** Sends a message, in pieces where it is large. The message is plain data and is not changed. */
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

/**
 * Returns a function that takes what `sendInPieces` sent, in the same order, and passes each message on once it is
 * whole.
 */
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

/** Returns how many values a value contains, itself included. Stops counting at one more than a piece may have. */
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
