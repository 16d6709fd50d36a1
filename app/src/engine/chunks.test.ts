import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

const text = Array.from({ length: 200_000 }, (_, index) => `line ${index * 7919}\n`).join('');

test.each([
  ['as it is', new Blob([text])],
  ['packed', new Blob([gzipSync(text)])],
])('%s: all bytes come, and those of the source are counted on the way', async (_, content) => {
  const decoder = new TextDecoder();
  let [read, taken] = ['', 0];
  const counts: number[] = [];
  for await (const part of chunksOf(content)) {
    read += decoder.decode(part.chunk, { stream: true });
    taken += part.taken;
    counts.push(taken);
  }
  expect(read).toBe(text);
  expect(taken).toBe(content.size);
  expect(new Set(counts).size).toBeGreaterThan(2);
});
