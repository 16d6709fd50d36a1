import { deflateSync, Inflate } from 'fflate';

/**
 * Compresses bytes to raw deflate data (RFC 1951), which may refer back to a dictionary. The same bytes always give the
 * same data.
 */
export function deflate(bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, ...(dictionary === undefined ? {} : { dictionary }) });
}

/** The bytes of deflate data, or the reason why there are none. */
export type Inflated =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/** The number of bytes that are read at once. They become 260 KB at most before the size is checked. */
const step = 256;

/**
 * Decompresses raw deflate data that may refer back to a dictionary. Stops once there are more than `ceiling` bytes.
 * Data that breaks a rule or lost its end is `broken`; bytes behind its end are not read.
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
