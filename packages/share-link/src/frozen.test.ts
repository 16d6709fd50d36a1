import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expanded } from './compact.ts';
import { windowLength } from './deflate-symbols.ts';
import { dictionary, head } from './frozen.ts';
import { openCodes } from './inflate.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

// Links of codec `d` are written against these for ever. Whoever wants others takes a new letter and leaves these alone.
test.each([
  ['the dictionary', dictionary, '85feb00b36233d0a8001c3abc9c47a944797eb289be8034fe29ebf59bccb78bb'],
  ['the head', head, '0ad5eda75cd8790daceee948b5e895bc62dbc798c2eab0f987333eb23c46ab12'],
  [
    'what control characters stand for',
    expanded(String.fromCharCode(...Array(32).keys()), 10_000) ?? '',
    '7be8623c9dfe98d7038e6e0575ec970a32a4feb03992d16ba7245acb8da6589b',
  ],
])('%s never changes', (_, data, hash) => {
  expect(sha256(data)).toBe(hash);
});

test('the dictionary fits into the window of deflate', () => {
  expect(dictionary.length).toBeLessThan(windowLength);
});

test('the head is whole bytes of deflate data that say nothing yet, and leave a block open with a code for every symbol', () => {
  const { literals, distances } = openCodes(head);
  expect([literals.length, literals.every(Boolean)]).toEqual([286, true]);
  expect([distances.length, distances.every(Boolean)]).toEqual([30, true]);
  // The end of the open block and an empty last one, in the codes of today.
  const finish = 'd30100';
  expect(inflateRawSync(Buffer.concat([head, Buffer.from(finish, 'hex')])).length).toBe(0);
});
