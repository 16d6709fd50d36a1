import { describe, expect, it } from 'vitest';
import { base64, base64url, byteLength, bytesOfBase64, lossyText, textOfUtf8, utf8, wellFormed } from './bytes.ts';

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
    expect(bytesOfBase64(encoded)).toEqual(utf8(text));
  });
});

describe('textOfUtf8', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['', ''],
    ['61 c3 a9 e2 82 ac f0 9f 98 80', 'aé€😀'],
    ['7f', '\u007f'],
    ['c2 80', '\u0080'],
    ['df bf', '\u07ff'],
    ['e0 a0 80', '\u0800'],
    ['ed 9f bf', '\ud7ff'],
    ['ee 80 80', '\ue000'],
    ['ef bf bf', '\uffff'],
    ['f0 90 80 80', '\u{10000}'],
    ['f4 8f bf bf', '\u{10ffff}'],
  ];
  const bytesOf = (hexadecimal: string) =>
    Uint8Array.from(
      hexadecimal.split(' ').filter((each) => each !== ''),
      (each) => Number.parseInt(each, 16),
    );
  it.each(texts)('%s is %j', (bytes, text) => expect(textOfUtf8(bytesOf(bytes))).toBe(text));

  it.each([
    'ed a0 80',
    'ed bf bf',
    'c0 80',
    'c1 bf',
    'e0 80 80',
    'f0 80 80 80',
    'f4 90 80 80',
    'f8 88 80 80 80',
    '80',
    'c3',
    'e2 82',
    'c3 61',
    'e2 61 ac',
  ])('%s is no text', (bytes) => expect(textOfUtf8(bytesOf(bytes))).toBeUndefined());

  it('takes each byte that is no part of a character for U+FFFD where it has to', () => {
    expect(lossyText(bytesOf('61 c3 61 e2 82 c3 a9'))).toBe('a\ufffda\ufffd\ufffdé');
  });
});

it.each(['foo!', 'abc', 'a===', 'Y=E=', 'YWE=YWE=', '===='])('%s is no base64', (text) => {
  expect(bytesOfBase64(text)).toBeUndefined();
});

it.each([
  ['', []],
  ['YWI=', [97, 98]],
  ['\nY\r\nW\nI=\n', [97, 98]],
  ['YX==', [97]],
  ['AP8Q', [0, 255, 16]],
])('%j is base64 of %j', (text, bytes) => {
  expect([...(bytesOfBase64(text) ?? [])]).toEqual(bytes);
});

it('base64url is written without padding and for addresses', () => {
  expect(base64url(Uint8Array.from([0xfb, 0xff]))).toBe('-_8');
});

it.each([0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff])(
  'the character %i has its bytes',
  (code) => {
    const text = String.fromCodePoint(code);
    const bytes = new TextEncoder().encode(text);
    expect(utf8(text)).toEqual(bytes);
    expect(byteLength(`a${text}b`)).toBe(bytes.length + 2);
    expect(textOfUtf8(bytes)).toBe(text);
    expect(textOfUtf8(bytes.subarray(0, -1))).toBe(bytes.length === 1 ? '' : undefined);
  },
);

it('halves of pairs become the character that stands for none', () => {
  expect(wellFormed('a\ud83db\ude00\ud83d\ude00')).toBe('a\ufffdb\ufffd\ud83d\ude00');
});
