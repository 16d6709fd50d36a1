import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dictionary } from './compact.ts';
import { deflate, inflate } from './deflate.ts';

const ceiling = 1_500_000;

/** Bytes with repetitions near and far, as texts have them. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.nat(255), fc.integer({ min: 1, max: 700 }))
        .map(([byte, length]) => new Uint8Array(length).fill(byte)),
      fc.integer({ min: 0, max: dictionary.length - 1 }).map((from) => dictionary.slice(from, from + 300)),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => Buffer.concat([...pieces, ...pieces.slice(0, 2)]));

describe('deflate', () => {
  test('writes what zlib reads', () => {
    fc.assert(
      fc.property(bytes, (made) => {
        expect(inflateRawSync(deflate(made)).equals(made)).toBe(true);
        expect(inflateRawSync(deflate(made, dictionary), { dictionary }).equals(made)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['nothing', ''],
    ['one byte', 'a'],
    ['a long run', 'a'.repeat(100_000)],
    ['no repetition', Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')],
    ['more than a window', Array.from({ length: 9000 }, (_, at) => `${(at * 7919) % 10_007} `).join('')],
  ])('writes and reads %s', (_, text) => {
    const made = Buffer.from(text);
    for (const data of [deflate(made), deflateRawSync(made)]) {
      expect(inflateRawSync(data).equals(made)).toBe(true);
      expect(inflate(data, ceiling)).toEqual({ kind: 'bytes', bytes: new Uint8Array(made) });
    }
  });

  test('is shorter where texts say what the dictionary says', () => {
    const made = dictionary.slice(-1000);
    expect(deflate(made, dictionary).length).toBeLessThan(60);
  });
});

describe('inflate', () => {
  const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE];

  test('reads whatever zlib writes', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(...strategies), fc.nat(9), (made, strategy, level) => {
        const plain = deflateRawSync(made, { strategy, level });
        expect(inflate(plain, ceiling)).toEqual({ kind: 'bytes', bytes: new Uint8Array(made) });
        const referring = deflateRawSync(made, { strategy, level, dictionary });
        expect(inflate(referring, ceiling, dictionary)).toEqual({ kind: 'bytes', bytes: new Uint8Array(made) });
      }),
      { numRuns: 50 },
    );
  });

  test('never throws, stays below the ceiling, and reads what zlib reads of anything else', () => {
    const read = (data: Uint8Array) => {
      try {
        return { kind: 'bytes', bytes: new Uint8Array(inflateRawSync(data)) };
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        const made = inflate(data, 1000);
        if (made.kind === 'bytes') expect(made.bytes.length).toBeLessThanOrEqual(1000);
        const theirs = read(data);
        if (theirs !== undefined) expect(inflate(data, ceiling)).toEqual(theirs);
      }),
      { numRuns: 2000 },
    );
  });

  test('refuses data that lost its end', () => {
    const data = deflateRawSync('some text, some text');
    for (let length = 0; length < data.length; length++) {
      expect(inflate(data.subarray(0, length), ceiling).kind).toBe('broken');
    }
  });

  test.each([0, 1, 100, 16_384, 16_385, 1_000_000])('stops at %i bytes, not one later', (length) => {
    const data = deflateRawSync(new Uint8Array(length));
    expect(inflate(data, length).kind).toBe('bytes');
    expect(inflate(data, length, dictionary).kind).toBe('bytes');
    const more = deflateRawSync(new Uint8Array(length + 1));
    expect(inflate(more, length).kind).toBe('too-large');
    expect(inflate(more, length, dictionary).kind).toBe('too-large');
  });

  test('cannot reach before the dictionary', () => {
    // A fixed block that repeats three bytes at distance one, of which there are none.
    const data = Buffer.from('03021000', 'hex');
    expect(inflate(data, ceiling).kind).toBe('broken');
  });
});
