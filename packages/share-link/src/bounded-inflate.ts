import { Inflate } from 'fflate';

/** What inflating gives: all bytes, or why not. */
export type Inflated =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/**
 * Deflate makes at most 1032 bytes of one, so a slice of this many bytes overshoots the ceiling by half a megabyte at most.
 */
const sliceLength = 512;

/** Inflates raw deflate data in slices, giving up as soon as more than `ceiling` bytes have come out. */
export function boundedInflate(data: Uint8Array, ceiling: number): Inflated {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  try {
    for (let from = 0; from === 0 || from < data.length; from += sliceLength) {
      // A copy, because fflate may keep what it was given.
      inflate.push(data.slice(from, from + sliceLength), from + sliceLength >= data.length);
      if (length > ceiling) return { kind: 'too-large' };
    }
  } catch {
    return { kind: 'broken' };
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { kind: 'bytes', bytes };
}
