import { longestMatch, shortestMatch, windowLength } from './deflate-symbols.ts';

/**
 * What each place of a text repeats: for place `i` the entries from `starts[i]` to `starts[i + 1]` of `lengths` and
 * `distances`, ever longer ones, each with the shortest distance at which it is found.
 */
export interface Matches {
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  readonly distances: Uint16Array;
}

/** How many comparisons a text may cost altogether, so that packing a large one does not take long. */
const comparisons = 3_000_000;

/** Finds the repetitions of all places of `bytes` from `from` on; what stands before is only referred to. */
export function findMatches(bytes: Uint8Array, from: number): Matches {
  const places = bytes.length - from;
  const tries = Math.max(12, Math.min(1024, Math.floor(comparisons / (places + 1))));
  const starts = new Uint32Array(places + 1);
  const heads = new Int32Array(1 << hashBits).fill(-1);
  const previous = new Int32Array(bytes.length);
  const found = { lengths: new Uint16Array(places * 2 + 64), distances: new Uint16Array(places * 2 + 64) };
  let count = 0;
  /** The longest repetition of the place before: at its distance the next place repeats all of it but the first byte. */
  let before = { length: 0, distance: 0 };
  for (let at = 0; at < bytes.length; at++) {
    if (at >= from) starts[at - from] = count;
    const key = hash(bytes, at);
    const most = Math.min(longestMatch, bytes.length - at);
    let candidate = heads[key] ?? -1;
    previous[at] = candidate;
    heads[key] = at;
    if (at < from) continue;
    let longest = shortestMatch - 1;
    let distance = 0;
    for (let left = tries; left > 0 && candidate >= 0 && at - candidate <= windowLength; left--) {
      const length =
        bytes[candidate + longest] === bytes[at + longest]
          ? matched(bytes, candidate, at, most, at - candidate === before.distance ? before.length - 1 : 0)
          : 0;
      if (length > longest) {
        if (count === found.lengths.length) {
          found.lengths = doubled(found.lengths);
          found.distances = doubled(found.distances);
        }
        found.lengths[count] = length;
        distance = at - candidate;
        found.distances[count++] = distance;
        longest = length;
        if (longest === most) break;
      }
      candidate = previous[candidate] ?? -1;
    }
    before = distance === 0 ? { length: 0, distance: 0 } : { length: longest, distance };
  }
  starts[places] = count;
  return { starts, ...found };
}

const hashBits = 15;

function hash(bytes: Uint8Array, at: number): number {
  const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return Math.imul(three, 0x9e3779b1) >>> (32 - hashBits);
}

/** How far two places have the same bytes; of the first `known` that is known already. */
function matched(bytes: Uint8Array, earlier: number, at: number, most: number, known: number): number {
  let length = Math.max(0, known);
  while (length < most && bytes[earlier + length] === bytes[at + length]) length++;
  return length;
}

function doubled(entries: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(entries.length * 2);
  larger.set(entries);
  return larger;
}
