import { utf8 } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

/** Texts, and the digests that FIPS 180-4 gives them. */
const digests: readonly (readonly [text: string, digest: string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
];

it.each(digests)('sha256 of %j', (text, digest) => {
  expect([...sha256(utf8(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(digest);
});
