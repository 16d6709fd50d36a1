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
} from './deflate-symbols.ts';

/** What inflating gives: all bytes, or why not. */
export type Inflated =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/**
 * Inflates raw deflate data (RFC 1951) that may refer back to a dictionary. Stops as soon as more than `ceiling` bytes
 * come out and never holds more than twice that; data that breaks a rule, or has bytes after its end, is broken.
 */
export function inflate(data: Uint8Array, ceiling: number, dictionary: Uint8Array = new Uint8Array()): Inflated {
  const bits = new BitReader(data);
  const output = new Output(dictionary, ceiling);
  try {
    for (let last = false; !last; ) {
      last = bits.read(1) === 1;
      const type = bits.read(2);
      if (type === 0) readStored(bits, output);
      else readBlock(bits, output, type === 1 ? fixedLengths : type === 2 ? readHeader(bits) : broken());
    }
    return bits.atEnd() ? { kind: 'bytes', bytes: output.bytes() } : { kind: 'broken' };
  } catch (reason) {
    if (reason instanceof Stop) return { kind: reason.kind };
    throw reason;
  }
}

/** The codes of the block that is open where data of ours ends; before it stand only empty blocks with fixed codes. */
export function openCodes(data: Uint8Array): CodeLengths {
  const bits = new BitReader(data);
  while (bits.read(3) !== 4) bits.read(7);
  return readHeader(bits);
}

/** Leaves the loops below; the only thing that is thrown in this file, and caught in it. */
class Stop {
  readonly kind: 'too-large' | 'broken';
  constructor(kind: 'too-large' | 'broken') {
    this.kind = kind;
  }
}

function broken(): never {
  throw new Stop('broken');
}

class BitReader {
  readonly #data: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** The next bits as a number, the first bit the lowest; at most 16. */
  read(count: number): number {
    while (this.#count < count) {
      this.#held |= (this.#data[this.#at++] ?? broken()) << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  skipToByte(): void {
    this.#held = 0;
    this.#count = 0;
  }

  /** Whether all bytes were read, and what is left of the last is zero. */
  atEnd(): boolean {
    return this.#at === this.#data.length && this.#held === 0;
  }
}

/** What has come out so far, after the dictionary. */
class Output {
  readonly #from: number;
  readonly #end: number;
  #buffer: Uint8Array;
  #length: number;

  constructor(dictionary: Uint8Array, ceiling: number) {
    this.#from = dictionary.length;
    this.#end = this.#from + ceiling;
    this.#length = this.#from;
    this.#buffer = new Uint8Array(Math.min(this.#end, this.#from + 16_384));
    this.#buffer.set(dictionary);
  }

  add(byte: number): void {
    if (this.#length === this.#buffer.length) this.#grow();
    this.#buffer[this.#length++] = byte;
  }

  repeat(distance: number, length: number): void {
    if (distance > this.#length) broken();
    for (let i = 0; i < length; i++) this.add(this.#buffer[this.#length - distance] ?? 0);
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(this.#from, this.#length);
  }

  #grow(): void {
    if (this.#length === this.#end) throw new Stop('too-large');
    const larger = new Uint8Array(Math.min(this.#end, this.#length * 2 + longestMatch));
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}

function readStored(bits: BitReader, output: Output): void {
  bits.skipToByte();
  const length = bits.read(16);
  if (bits.read(16) !== (length ^ 0xffff)) broken();
  for (let i = 0; i < length; i++) output.add(bits.read(8));
}

function readHeader(bits: BitReader): CodeLengths {
  const literals = bits.read(5) + endOfBlock + 1;
  const distances = bits.read(5) + 1;
  if (literals > literalSymbols || distances > distanceSymbols) broken();
  const ofLengths = new Uint8Array(headerOrder.length);
  const given = bits.read(4) + 4;
  for (const symbol of headerOrder.slice(0, given)) ofLengths[symbol] = bits.read(3);
  const code = new Code(ofLengths);
  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length; ) {
    const symbol = code.read(bits);
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) broken();
    const value = symbol === 16 ? (lengths[i - 1] ?? 0) : 0;
    const until = i + (symbol === 16 ? 3 + bits.read(2) : symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7));
    if (until > lengths.length) broken();
    lengths.fill(value, i, until);
    i = until;
  }
  return { literals: lengths.slice(0, literals), distances: lengths.slice(literals) };
}

function readBlock(bits: BitReader, output: Output, lengths: CodeLengths): void {
  const literals = new Code(lengths.literals);
  const distances = new Code(lengths.distances);
  for (;;) {
    const symbol = literals.read(bits);
    if (symbol === endOfBlock) return;
    if (symbol < endOfBlock) {
      output.add(symbol);
      continue;
    }
    const length = lengthRanges[symbol - endOfBlock - 1] ?? broken();
    const count = length.first + bits.read(length.bits);
    const distance = distanceRanges[distances.read(bits)] ?? broken();
    output.repeat(distance.first + bits.read(distance.bits), count);
  }
}

/** A canonical prefix code: reads the symbols that its codes stand for. */
class Code {
  /** How many codes there are of each length. */
  readonly #counts: Uint16Array;
  /** The symbols in the order of their codes. */
  readonly #symbols: Uint16Array;

  constructor(lengths: Uint8Array) {
    const counts = new Uint16Array(16);
    for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
    counts[0] = 0;
    const starts = new Uint16Array(16);
    let free = 1;
    for (let length = 1; length < 16; length++) {
      free = free * 2 - (counts[length] ?? 0);
      // More codes than there are free: they could not be told apart.
      if (free < 0) broken();
      starts[length] = (starts[length - 1] ?? 0) + (counts[length - 1] ?? 0);
    }
    const symbols = new Uint16Array(lengths.length);
    lengths.forEach((length, symbol) => {
      if (length === 0) return;
      const at = starts[length] ?? 0;
      symbols[at] = symbol;
      starts[length] = at + 1;
    });
    this.#counts = counts;
    this.#symbols = symbols;
  }

  read(bits: BitReader): number {
    let code = 0;
    let first = 0;
    let before = 0;
    for (let length = 1; length < 16; length++) {
      code |= bits.read(1);
      const count = this.#counts[length] ?? 0;
      if (code - first < count) return this.#symbols[before + code - first] ?? broken();
      before += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return broken();
  }
}
