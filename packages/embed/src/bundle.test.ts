import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleLoader, type LoaderFile } from '../bundle.ts';

/** In bytes, of each built file, gzipped: the 4 KB of `pnpm size`. */
const limit = 4 * 1024;

let built: LoaderFile[];
let folder: string;

beforeAll(async () => {
  built = await bundleLoader();
  folder = mkdtempSync(join(tmpdir(), 'loader-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['embed.js', 'embed.mjs'] as const)('%s', (name) => {
  const code = () => built.find((file) => file.name === name)?.code ?? '';

  test(`is at most ${limit} bytes, gzipped`, () => {
    expect(gzipSync(code(), { level: 9 }).length).toBeLessThanOrEqual(limit);
  });

  test('asks for no other file, and writes no markup', () => {
    expect(code()).not.toMatch(/\bimport\s*[('"{]|\bfrom\s*["']|innerHTML|\beval\b|new Function/);
  });

  test('does nothing where there is no screen', async () => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, code());
    const module: object = await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(Object.keys(module).sort()).toEqual(
      name === 'embed.mjs' ? ['ManagedFieldsPlayground', 'definePlayground'] : [],
    );
  });
});
