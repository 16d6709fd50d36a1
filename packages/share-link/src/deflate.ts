import { deflateSync, Inflate } from 'fflate';

/**
 * Packs bytes as raw deflate data (RFC 1951), which may refer back to a dictionary. The same bytes always give the same
 * data.
 */
export function deflate(bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, ...(dictionary === undefined ? {} : { dictionary }) });
}

/** All bytes that deflate data holds, or why there are none. */
export type Inflated =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/** How many bytes of data are read at once: they become 260 KB at most before the ceiling is looked at. */
const step = 256;

/**
 * Unpacks raw deflate data that may refer back to a dictionary. Stops once more than `ceiling` bytes have come out; data
 * that breaks a rule or lost its end is broken, what stands behind its end is not read.
 */
export function inflate(data: Uint8Array, ceiling: number, dictionary?: Uint8Array): Inflated {
  if (data.length === 0) return { kind: 'broken' };
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate(dictionary === undefined ? {} : { dictionary }, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  try {
    for (let at = 0; at < data.length; at += step) {
      stream.push(data.subarray(at, at + step), at + step >= data.length);
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
