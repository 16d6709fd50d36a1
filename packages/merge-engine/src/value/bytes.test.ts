import { describe, expect, it } from 'vitest';
import { base64, base64url, binaryOfBase64, utf8 } from './bytes.ts';

it('utf8 takes one to four bytes, and no half of a pair', () => {
  expect([...utf8('aé€😀\ud800')]).toEqual([
    0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbf, 0xbd,
  ]);
});

describe('bytes', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a', 'YQ=='],
    ['é', 'w6k='],
    ['€', '4oKs'],
    ['😀', '8J+YgA=='],
    ['\ud800', '77+9'],
  ];
  it.each(cases)('%j is %s', (text, encoded) => {
    expect(base64(utf8(text))).toBe(encoded);
    expect(binaryOfBase64(encoded)).toBe(String.fromCharCode(...utf8(text)));
  });
});

it('what is no base64 stands for nothing', () => {
  expect(['foo!', 'abc', 'a==='].map(binaryOfBase64)).toEqual(['', '', '']);
});

it('base64url is written without padding and for addresses', () => {
  expect(base64url(Uint8Array.from([0xfb, 0xff]))).toBe('-_8');
});
