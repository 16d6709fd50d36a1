import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { layerOf } from './layers.ts';
import { isPlainLayer } from './shapes.ts';

const text = 'server:\n  port: 8080\n  greeting: hello world\n';
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

test.each([
  ['base64', base64(text)],
  ['base64 of URLs, without padding', Buffer.from(text).toString('base64url')],
  ['base64 in lines', base64(text).replace(/.{20}/g, '$&\n')],
  ['hexadecimal digits', Buffer.from(text).toString('hex')],
  ['percent signs', encodeURIComponent(text)],
  ['gzip', base64(gzipSync(text))],
  [
    'gzip with a name',
    base64(Buffer.concat([Buffer.from('1f8b08080000000000036100', 'hex'), gzipSync(text).subarray(10)])),
  ],
  ['zlib', base64(deflateSync(text))],
  ['gzip of gzip', base64(gzipSync(gzipSync(text)))],
])('%s is opened', (_, written) => {
  expect(layerOf(written)).toEqual({ kind: 'text', text });
  expect(isPlainLayer(written)).toBe(true);
});

test.each([
  ['a word', 'configuration'],
  ['a path', 'usr/local/share/configuration/name'],
  ['words', 'these are words that stand in a line'],
  ['a name', 'kube-system-configuration-of-nodes'],
])('%s is no layer', (_, written) => expect(layerOf(written)).toBeUndefined());

test('a bomb is not unpacked', () => {
  expect(layerOf(base64(gzipSync(Buffer.alloc(200_000_000))))).toEqual({ kind: 'unreadable' });
});

test.each([
  ['a sign-in', base64('admin:correct-horse')],
  ['a word', base64('tulip-harbour-tulip')],
  ['a Secret', base64('kind: Secret\nstringData: {a: b}\n')],
  ['a token in gzip', base64(gzipSync(`key = ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`))],
  ['broken gzip', base64(Buffer.concat([gzipSync(text).subarray(0, 12), Buffer.alloc(30, 255)]))],
])('%s inside is not known to be plain', (_, written) => expect(isPlainLayer(written)).toBe(false));
