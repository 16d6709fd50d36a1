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
  for (let at = 0; at < items.length; at += most / 2) pieces.push(items.slice(at, at + most / 2));
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
function placeOf({ pieces }: LongList<unknown>, index: number): { readonly piece: number; readonly at: number } {
  let [piece, at] = [0, index];
  for (const { length } of pieces.slice(0, -1)) {
    if (at < length) break;
    at -= length;
    piece++;
  }
  return { piece, at };
}
