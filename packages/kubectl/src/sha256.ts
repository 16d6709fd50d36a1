const rounds = Array.from({ length: 64 }, (_, index) => fractionBits(Math.cbrt(prime(index))));
const start = Array.from({ length: 8 }, (_, index) => fractionBits(Math.sqrt(prime(index))));

/** Returns the first 32 bits of a number's fraction. */
function fractionBits(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function prime(index: number): number {
  let found = 1;
  for (let left = index; left >= 0; left--) {
    do found++;
    while (Array.from({ length: Math.floor(Math.sqrt(found)) - 1 }, (_, i) => i + 2).some((by) => found % by === 0));
  }
  return found;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns the SHA-256 digest of some bytes, 32 bytes long. FIPS 180-4. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks.length - 4, (bytes.length * 8) >>> 0);
  let hash = start;
  for (let at = 0; at < blocks.length; at += 64) hash = digestBlock(hash, schedule(view, at));
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => void digest.setInt32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

function schedule(view: DataView, at: number): readonly number[] {
  const words: number[] = [];
  for (let index = 0; index < 16; index++) words.push(view.getInt32(at + index * 4));
  for (let index = 16; index < 64; index++) {
    const [w15 = 0, w2 = 0, w16 = 0, w7 = 0] = [
      words[index - 15],
      words[index - 2],
      words[index - 16],
      words[index - 7],
    ];
    const low = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const high = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    words.push((w16 + low + w7 + high) | 0);
  }
  return words;
}

function digestBlock(before: readonly number[], words: readonly number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before;
  for (const [index, word] of words.entries()) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (rounds[index] ?? 0) + word) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (before[index] ?? 0)) | 0);
}
