import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

const text = Array.from({ length: 200_000 }, (_, index) => `line ${index * 7919}\n`).join('');

/** A file in parts, as a browser reads one. */
function fileOf(bytes: Uint8Array): Blob {
  const parts = Array.from({ length: 10 }, (_, part) => {
    const [from, to] = [part, part + 1].map((tenths) => Math.floor((bytes.length * tenths) / 10));
    return new Uint8Array(bytes.subarray(from, to));
  });
  return new Blob(parts);
}

test.each([
  ['as it is', fileOf(Buffer.from(text))],
  ['packed', fileOf(gzipSync(text))],
])('%s: all bytes come, and those of the source are counted with them', async (_, content) => {
  const decoder = new TextDecoder();
  let [read, taken] = ['', 0];
  for await (const part of chunksOf(content)) {
    read += decoder.decode(part.chunk, { stream: true });
    taken += part.taken;
  }
  expect(read).toBe(text);
  expect(taken).toBe(content.size);
});
