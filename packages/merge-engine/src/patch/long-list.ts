/**
 * A list that takes items in and out at any place in few steps, however long it is: it is kept in short pieces. Whoever
 * made it changes it; nobody else holds it.
 */
export interface LongList<T> {
  length: number;
  /** The items in their order; no piece is empty or longer than `most`. */
  readonly pieces: T[][];
}

/** The longest piece; one that grows beyond it becomes two. */
const most = 256;

/** A list of some items. */
export function longList<T>(items: readonly T[]): LongList<T> {
  const pieces: T[][] = [];
  for (const [index, item] of items.entries()) {
    if (index % (most / 2) === 0) pieces.push([]);
    pieces.at(-1)?.push(item);
  }
  return { length: items.length, pieces };
}

/** The item at a place. */
export function itemAt<T>(list: LongList<T>, index: number): T | undefined {
  const { piece, at } = placeOf(list, index);
  return list.pieces[piece]?.[at];
}

/** Replaces the item at a place, where there is one. */
export function setItem<T>(list: LongList<T>, index: number, item: T): void {
  const { piece, at } = placeOf(list, index);
  list.pieces[piece]?.splice(at, 1, item);
}

/** Puts an item before the one at a place; at the end where `index` is the length. */
export function insertItem<T>(list: LongList<T>, index: number, item: T): void {
  const { piece, at } = placeOf(list, index);
  const grown = list.pieces[piece];
  list.length++;
  if (grown === undefined) {
    list.pieces.push([item]);
    return;
  }
  grown.splice(at, 0, item);
  if (grown.length > most) list.pieces.splice(piece + 1, 0, grown.splice(most / 2));
}

/** Takes out the item at a place, where there is one. */
export function removeItem<T>(list: LongList<T>, index: number): void {
  const { piece, at } = placeOf(list, index);
  const shrunk = list.pieces[piece];
  if (shrunk === undefined) return;
  list.length--;
  shrunk.splice(at, 1);
  if (shrunk.length === 0) list.pieces.splice(piece, 1);
}

/** The piece that holds a place; the end of the list is in its last piece. */
function placeOf(
  { length, pieces }: LongList<unknown>,
  index: number,
): { readonly piece: number; readonly at: number } {
  const last = pieces.length - 1;
  if (index === length && last >= 0) return { piece: last, at: pieces[last]?.length ?? 0 };
  let at = index;
  for (let piece = 0; piece <= last; piece++) {
    const size = pieces[piece]?.length ?? 0;
    if (at < size) return { piece, at };
    at -= size;
  }
  return { piece: pieces.length, at: 0 };
}
