/** A range of lengths or distances that share a symbol: where it begins, and how many bits say where in it. */
export interface SymbolRange {
  readonly first: number;
  readonly bits: number;
}

/** The symbol that ends a block. */
export const endOfBlock = 256;

/** How far back a match may reach, in bytes. */
export const windowLength = 32_768;

/** The shortest and the longest match, in bytes. */
export const shortestMatch = 3;
export const longestMatch = 258;

/** How many literal and length symbols, and how many distance symbols, a block may use. */
export const literalSymbols = 286;
export const distanceSymbols = 30;

/** The ranges of lengths, by symbol from 257. Upstream: RFC 1951 section 3.2.5. */
export const lengthRanges: readonly SymbolRange[] = [...ranges(28, shortestMatch, 4), { first: longestMatch, bits: 0 }];

/** The ranges of distances, by symbol. Upstream: RFC 1951 section 3.2.5. */
export const distanceRanges: readonly SymbolRange[] = ranges(distanceSymbols, 1, 2);

/** The order in which a block's header gives the lengths of the code that its lengths are written in. */
export const headerOrder: readonly number[] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The lengths of the codes of a block without a header. Upstream: RFC 1951 section 3.2.6. */
export const fixedLengths: CodeLengths = {
  literals: Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
  distances: new Uint8Array(distanceSymbols).fill(5),
};

/** How many bits each symbol's code has, 0 for symbols without one. */
export interface CodeLengths {
  readonly literals: Uint8Array;
  readonly distances: Uint8Array;
}

/** Ranges of one value twice over, then of ever longer ones, `each` symbols for a number of bits. */
function ranges(count: number, from: number, each: 2 | 4): SymbolRange[] {
  let first = from;
  return Array.from({ length: count }, (_, symbol) => {
    const range = { first, bits: Math.max(0, Math.floor(symbol / each) - 1) };
    first += 1 << range.bits;
    return range;
  });
}
