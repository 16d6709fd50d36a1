import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { dictionary, expanded } from './compact.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

// Links of codec `d` are written against these for ever. Whoever wants others takes a new letter and leaves these alone.
test.each([
  ['the dictionary', dictionary, '85feb00b36233d0a8001c3abc9c47a944797eb289be8034fe29ebf59bccb78bb'],
  [
    'what control characters stand for',
    expanded(String.fromCharCode(...Array(32).keys()), 10_000) ?? '',
    '7be8623c9dfe98d7038e6e0575ec970a32a4feb03992d16ba7245acb8da6589b',
  ],
])('%s never changes', (_, data, hash) => {
  expect(sha256(data)).toBe(hash);
});

test('the dictionary fits into the window of deflate', () => {
  expect(dictionary.length).toBeLessThan(32_768);
});
