import { BitWriter } from './bit-writer.ts';
import {
  type CodeLengths,
  distanceRanges,
  distanceSymbols,
  endOfBlock,
  fixedLengths,
  headerOrder,
  lengthRanges,
  literalSymbols,
  longestMatch,
  shortestMatch,
} from './deflate-symbols.ts';
import { findMatches, type Matches } from './matches.ts';
import { codeLengthsFor, codesOf } from './prefix-code.ts';

/** What a text may refer back to, and the codes of a block that is already open where it begins. */
export interface Frozen {
  readonly dictionary: Uint8Array;
  readonly codes: CodeLengths;
}

/** How often the way through the matches is looked for anew; less often where there is much to look through. */
const rounds = (length: number) => (length < 20_000 ? 5 : length < 100_000 ? 2 : 1);

/** Beyond so many bytes the fixed codes are never the best. */
const shortest = 1000;

/**
 * Raw deflate data (RFC 1951) for some bytes, nearly as short as it gets: the cheapest way through all matches, found
 * again for the codes that the last way led to. The same bytes always give the same data.
 * With `frozen`, what continues deflate data whose block is still open with those codes.
 */
export function deflate(bytes: Uint8Array, frozen?: Frozen): Uint8Array {
  const before = frozen?.dictionary.length ?? 0;
  const whole = new Uint8Array(before + bytes.length);
  whole.set(frozen?.dictionary ?? []);
  whole.set(bytes, before);
  const matches = findMatches(whole, before);

  let best: BitWriter | undefined;
  const attempt = (codes: CodeLengths, items: readonly Item[], inOpenBlock: readonly Item[] = []) => {
    const bits = new BitWriter();
    if (frozen !== undefined) writeItems(bits, inOpenBlock, frozen.codes);
    writeBlock(bits, items, codes);
    if (best === undefined || bits.length < best.length) best = bits;
  };
  if (frozen !== undefined) attempt(fixedLengths, [], cheapestWay(bytes, matches, frozen.codes));
  if (bytes.length < shortest) attempt(fixedLengths, cheapestWay(bytes, matches, fixedLengths));
  let codes = frozen?.codes ?? fixedLengths;
  for (let round = rounds(bytes.length); round > 0; round--) {
    const items = cheapestWay(bytes, matches, codes);
    codes = bestCodes(items);
    attempt(codes, items);
  }
  return best?.bytes() ?? bytes;
}

/** A byte as it is, or that `length` bytes stand `distance` bytes before. */
export type Item = number | { readonly length: number; readonly distance: number };

const lengthSymbols = new Uint8Array(longestMatch + 1);
lengthRanges.forEach(({ first }, symbol) => {
  lengthSymbols.fill(symbol, first);
});

function lengthSymbol(length: number): number {
  return lengthSymbols[length] ?? 0;
}

function distanceSymbol(distance: number): number {
  if (distance < 3) return distance - 1;
  const bits = 30 - Math.clz32(distance - 1);
  return 2 * bits + 2 + (((distance - 1) >> bits) & 1);
}

/** What a symbol costs that the codes do not have yet: more than any other, so that it may still enter. */
const strange = 16;

/** The way through some bytes, by single ones and by matches, that takes the fewest bits with given codes. */
export function cheapestWay(bytes: Uint8Array, { starts, lengths, distances }: Matches, codes: CodeLengths): Item[] {
  const byteCosts = Array.from({ length: 256 }, (_, byte) => codes.literals[byte] || strange);
  const lengthCosts = Array.from(lengthSymbols, (symbol) => {
    return (codes.literals[endOfBlock + 1 + symbol] || strange) + (lengthRanges[symbol]?.bits ?? 0);
  });
  const distanceCosts = distanceRanges.map(({ bits }, symbol) => (codes.distances[symbol] || strange) + bits);

  const costs = new Uint32Array(bytes.length + 1).fill(0xffffffff);
  costs[0] = 0;
  const reachedBy = new Uint16Array(bytes.length + 1);
  const reachedFrom = new Uint16Array(bytes.length + 1);
  for (let at = 0; at < bytes.length; at++) {
    const here = costs[at] ?? 0;
    const asByte = here + (byteCosts[bytes[at] ?? 0] ?? 0);
    if (asByte < (costs[at + 1] ?? 0)) {
      costs[at + 1] = asByte;
      reachedBy[at + 1] = 1;
    }
    let length = shortestMatch;
    for (let match = starts[at] ?? 0; match < (starts[at + 1] ?? 0); match++) {
      const distance = distances[match] ?? 0;
      const longest = lengths[match] ?? 0;
      const withDistance = here + (distanceCosts[distanceSymbol(distance)] ?? 0);
      // Of the very longest no shorter part is worth a thought.
      if (longest === longestMatch) length = longest;
      for (; length <= longest; length++) {
        const cost = withDistance + (lengthCosts[length] ?? 0);
        if (cost >= (costs[at + length] ?? 0)) continue;
        costs[at + length] = cost;
        reachedBy[at + length] = length;
        reachedFrom[at + length] = distance;
      }
    }
  }

  const way: Item[] = [];
  for (let at = bytes.length; at > 0; ) {
    const length = reachedBy[at] ?? 1;
    way.push(length === 1 ? (bytes[at - 1] ?? 0) : { length, distance: reachedFrom[at] ?? 0 });
    at -= length;
  }
  return way.reverse();
}

function bestCodes(items: readonly Item[]): CodeLengths {
  const { literals, distances } = countSymbols(items);
  // Some readers refuse a code that no second symbol completes.
  for (let symbol = 0; distances.filter((count) => count > 0).length < 2; symbol++) distances[symbol] ||= 1;
  return { literals: codeLengthsFor(literals, 15), distances: codeLengthsFor(distances, 15) };
}

/** How often a block needs each symbol. */
export function countSymbols(items: readonly Item[]): { literals: Uint32Array; distances: Uint32Array } {
  const literals = new Uint32Array(literalSymbols);
  const distances = new Uint32Array(distanceSymbols);
  count(literals, endOfBlock);
  for (const item of items) {
    if (typeof item === 'number') count(literals, item);
    else {
      count(literals, endOfBlock + 1 + lengthSymbol(item.length));
      count(distances, distanceSymbol(item.distance));
    }
  }
  return { literals, distances };
}

function count(counts: Uint32Array, symbol: number): void {
  counts[symbol] = (counts[symbol] ?? 0) + 1;
}

/** Writes a block, the last one if not said otherwise: with the fixed codes, or with its own announced before it. */
export function writeBlock(bits: BitWriter, items: readonly Item[], codes: CodeLengths, last = 1): void {
  const announced = codes !== fixedLengths;
  bits.write(last, 1);
  bits.write(announced ? 2 : 1, 2);
  if (announced) writeHeader(bits, codes);
  writeItems(bits, items, codes);
}

function writeItems(bits: BitWriter, items: readonly Item[], { literals, distances }: CodeLengths): void {
  const writeLiteral = symbolWriter(bits, literals);
  const writeDistance = symbolWriter(bits, distances);
  for (const item of items) {
    if (typeof item === 'number') {
      writeLiteral(item);
      continue;
    }
    const length = lengthSymbol(item.length);
    writeLiteral(endOfBlock + 1 + length);
    writeWithin(bits, item.length, lengthRanges[length]);
    const distance = distanceSymbol(item.distance);
    writeDistance(distance);
    writeWithin(bits, item.distance, distanceRanges[distance]);
  }
  writeLiteral(endOfBlock);
}

function symbolWriter(bits: BitWriter, lengths: Uint8Array): (symbol: number) => void {
  const codes = codesOf(lengths);
  return (symbol) => bits.write(codes[symbol] ?? 0, lengths[symbol] ?? 0);
}

function writeWithin(bits: BitWriter, value: number, range = { first: 0, bits: 0 }): void {
  bits.write(value - range.first, range.bits);
}

/**
 * Writes the lengths of a block's codes, as short as runs of the same length allow; the code of lengths itself with
 * at least so many lengths.
 */
export function writeHeader(bits: BitWriter, codes: CodeLengths, least = 4): void {
  const literals = codes.literals.slice(0, codes.literals.findLastIndex(Boolean) + 1);
  const distances = codes.distances.slice(0, codes.distances.findLastIndex(Boolean) + 1);
  const runs = runsOf([...literals, ...distances]);
  const counts = new Uint32Array(headerOrder.length);
  for (const { symbol } of runs) count(counts, symbol);
  const lengths = codeLengthsFor(counts, 7);
  const given = Math.max(least, headerOrder.findLastIndex((symbol) => lengths[symbol]) + 1);
  bits.write(literals.length - endOfBlock - 1, 5);
  bits.write(distances.length - 1, 5);
  bits.write(given - 4, 4);
  for (const symbol of headerOrder.slice(0, given)) bits.write(lengths[symbol] ?? 0, 3);
  const writeSymbol = symbolWriter(bits, lengths);
  for (const { symbol, more, moreBits } of runs) {
    writeSymbol(symbol);
    bits.write(more, moreBits);
  }
}

interface Run {
  readonly symbol: number;
  readonly more: number;
  readonly moreBits: number;
}

/** Lengths as the symbols of a header: one for each, and others for that the last, or none, comes several times more. */
function runsOf(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] ?? 0;
    let times = 1;
    while (times < 138 && lengths[at + times] === length) times++;
    const repeats = length > 0 && lengths[at - 1] === length;
    if (times < 3 || (length > 0 && !repeats)) {
      runs.push({ symbol: length, more: 0, moreBits: 0 });
      at++;
      continue;
    }
    if (repeats) times = Math.min(times, 6);
    if (repeats) runs.push({ symbol: 16, more: times - 3, moreBits: 2 });
    else if (times < 11) runs.push({ symbol: 17, more: times - 3, moreBits: 3 });
    else runs.push({ symbol: 18, more: times - 11, moreBits: 7 });
    at += times;
  }
  return runs;
}
