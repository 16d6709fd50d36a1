import { BitWriter } from '../src/bit-writer.ts';
import { cheapestWay, countSymbols, writeBlock, writeHeader } from '../src/deflate.ts';
import { type CodeLengths, fixedLengths } from '../src/deflate-symbols.ts';
import { findMatches } from '../src/matches.ts';
import { codeLengthsFor } from '../src/prefix-code.ts';
import type { Text } from './segments.ts';

/** How often the codes are made anew from what the texts become with the codes of before. */
const rounds = 8;

/** The longest code: one bit less than allowed, which leaves room to fill up the header. */
const longestCode = 14;

/** The codes with which the texts, by their weights, get shortest after the dictionary; every symbol has one. */
export function trainedCodes(texts: readonly Text[], dictionary: Uint8Array): CodeLengths {
  const prepared = texts.map(({ bytes, weight }) => {
    const matches = findMatches(Buffer.concat([dictionary, bytes]), dictionary.length);
    return { bytes, matches, weight };
  });
  let codes = fixedLengths;
  for (let round = 0; round < rounds; round++) {
    const sums = { literals: new Float64Array(286).fill(0.5), distances: new Float64Array(30).fill(0.5) };
    for (const { bytes, matches, weight } of prepared) {
      const counts = countSymbols(cheapestWay(bytes, matches, codes));
      add(sums.literals, counts.literals, weight);
      add(sums.distances, counts.distances, weight);
    }
    codes = {
      literals: codeLengthsFor(Uint32Array.from(sums.literals, scaled), longestCode),
      distances: codeLengthsFor(Uint32Array.from(sums.distances, scaled), longestCode),
    };
  }
  return codes;
}

function add(sums: Float64Array, counts: Uint32Array, weight: number): void {
  for (const [symbol, count] of counts.entries()) sums[symbol] = (sums[symbol] ?? 0) + count * weight;
}

function scaled(sum: number): number {
  return Math.ceil(sum * 100);
}

/**
 * The beginning of deflate data up to where a block with these codes is open: whole bytes, so that a payload can
 * follow. Empty blocks before it, and lengths of length 0 in its header, move its end to where a byte ends.
 */
export function openBlock(codes: CodeLengths): Uint8Array {
  for (let least = 4; least <= 19; least++) {
    for (let blocks = 0; blocks < 4; blocks++) {
      const bits = new BitWriter();
      for (let block = 0; block < blocks; block++) writeBlock(bits, [], fixedLengths, 0);
      bits.write(0, 1);
      bits.write(2, 2);
      writeHeader(bits, codes, least);
      if (bits.length % 8 === 0) return bits.bytes();
    }
  }
  throw new Error('the header cannot be made to end with a byte');
}
