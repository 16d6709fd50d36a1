/*
 * Hashes of bytes, computed here because a browser's own answer later.
 * FIPS 180-4.
 */

/** The names of hashes. */
export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

/** The hash of bytes. */
export function hash(name: HashName, bytes: Uint8Array): Uint8Array {
  switch (name) {
    case 'SHA-1':
      return sha1(bytes);
    case 'SHA-256':
      return sha2(
        bytes,
        32n,
        starts.slice(0, 8).map((word) => word >> 32n),
        8,
      );
    case 'SHA-384':
      return sha2(bytes, 64n, starts.slice(8), 6);
    case 'SHA-512':
      return sha2(bytes, 64n, starts.slice(0, 8), 8);
  }
}

const primes: readonly bigint[] = Array.from({ length: 410 }, (_, i) => i)
  .filter((number) => number > 1 && isPrime(number))
  .map(BigInt);

function isPrime(number: number): boolean {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return false;
  return true;
}

/** The whole part of a root. */
function root(value: bigint, power: bigint): bigint {
  let [low, high] = [0n, 1n << 80n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The first 64 bits behind the point of the square roots and cube roots of primes. */
const starts = primes.slice(0, 16).map((prime) => BigInt.asUintN(64, root(prime << 128n, 2n)));
const rounds = primes.slice(0, 80).map((prime) => BigInt.asUintN(64, root(prime << 192n, 3n)));

/** How far words are turned (and, last of three, shifted) for words of 32 and of 64 bits. */
const turns = {
  32: { big0: [2n, 13n, 22n], big1: [6n, 11n, 25n], small0: [7n, 18n, 3n], small1: [17n, 19n, 10n] },
  64: { big0: [28n, 34n, 39n], big1: [14n, 18n, 41n], small0: [1n, 8n, 7n], small1: [19n, 61n, 6n] },
} as const;

type Turns = readonly [bigint, bigint, bigint];

function sha2(bytes: Uint8Array, width: bigint, start: readonly bigint[], words: number): Uint8Array {
  const size = Number(width) as 32 | 64;
  const { big0, big1, small0, small1 } = turns[size];
  const cut = (value: bigint) => BigInt.asUintN(size, value);
  const turn = (value: bigint, by: bigint) => (value >> by) | cut(value << (width - by));
  const big = (value: bigint, [a, b, c]: Turns) => turn(value, a) ^ turn(value, b) ^ turn(value, c);
  const small = (value: bigint, [a, b, c]: Turns) => turn(value, a) ^ turn(value, b) ^ (value >> c);
  const count = size === 32 ? 64 : 80;
  const constants = rounds.slice(0, count).map((each) => (size === 32 ? each >> 32n : each));
  let state = [...start];
  for (const block of blocksOf(bytes, size / 8)) {
    const w = [...block];
    const word = (i: number) => w[i] ?? 0n;
    for (let i = 16; i < count; i++) {
      w.push(cut(small(word(i - 2), small1) + word(i - 7) + small(word(i - 15), small0) + word(i - 16)));
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    for (let i = 0; i < count; i++) {
      const first = h + big(e, big1) + ((e & f) ^ (cut(~e) & g)) + (constants[i] ?? 0n) + word(i);
      const second = big(a, big0) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [cut(first + second), a, b, c, cut(d + first), e, f, g];
    }
    const sums = [a, b, c, d, e, f, g, h];
    state = state.map((value, i) => cut(value + (sums[i] ?? 0n)));
  }
  return bytesOf(state.slice(0, words), size / 8);
}

function sha1(bytes: Uint8Array): Uint8Array {
  const cut = (value: bigint) => BigInt.asUintN(32, value);
  const turn = (value: bigint, by: bigint) => cut(value << by) | (value >> (32n - by));
  let state = [0x67452301n, 0xefcdab89n, 0x98badcfen, 0x10325476n, 0xc3d2e1f0n];
  for (const block of blocksOf(bytes, 4)) {
    const w = [...block];
    const word = (i: number) => w[i] ?? 0n;
    for (let i = 16; i < 80; i++) w.push(turn(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1n));
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = state;
    for (let i = 0; i < 80; i++) {
      const [mixed, constant] = sha1Round(i, b, c, d);
      [a, b, c, d, e] = [cut(turn(a, 5n) + mixed + e + constant + word(i)), a, turn(b, 30n), c, d];
    }
    const sums = [a, b, c, d, e];
    state = state.map((value, i) => cut(value + (sums[i] ?? 0n)));
  }
  return bytesOf(state, 4);
}

function sha1Round(i: number, b: bigint, c: bigint, d: bigint): readonly [bigint, bigint] {
  if (i < 20) return [(b & c) | (BigInt.asUintN(32, ~b) & d), 0x5a827999n];
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1n];
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdcn];
  return [b ^ c ^ d, 0xca62c1d6n];
}

/** The padded bytes as blocks of sixteen words. */
function blocksOf(bytes: Uint8Array, wordBytes: number): readonly (readonly bigint[])[] {
  const blockBytes = 16 * wordBytes;
  const padded = new Uint8Array(Math.ceil((bytes.length + 1 + 2 * wordBytes) / blockBytes) * blockBytes);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return Array.from({ length: padded.length / blockBytes }, (_, block) =>
    Array.from({ length: 16 }, (_, i) => {
      const at = block * blockBytes + i * wordBytes;
      return numberOf(padded.subarray(at, at + wordBytes));
    }),
  );
}

function bytesOf(words: readonly bigint[], wordBytes: number): Uint8Array {
  return Uint8Array.from(words.flatMap((word) => [...toBytes(word, wordBytes)]));
}

/** The number that bytes are, the first of them the highest. */
export function numberOf(bytes: Uint8Array): bigint {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  return number;
}

/** A number as so many bytes. */
export function toBytes(number: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Number((number >> BigInt(8 * (length - 1 - i))) & 0xffn));
}
