import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Bytes of an entry point of packages/share-link, bundled with all that it needs (dictionary and form check too). */
export interface LinkSize {
  /** The entry point's file below packages/share-link/src. */
  readonly entryPoint: 'index.ts' | 'decode.ts';
  readonly minified: number;
  readonly gzipped: number;
}

/** Measures the code that reads and writes links, and the code that reads them, each in a bundle of its own. */
export async function linkSizes(): Promise<readonly LinkSize[]> {
  return Promise.all([sizeOf('index.ts'), sizeOf('decode.ts')]);
}

async function sizeOf(entryPoint: LinkSize['entryPoint']): Promise<LinkSize> {
  const input = fileURLToPath(new URL(`../../packages/share-link/src/${entryPoint}`, import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  const [entry] = output;
  // What it imports would be fetched with it; parts loaded on demand are not imported, and nothing asks for them here.
  const wanted = new Set([entry.fileName, ...entry.imports]);
  const code = output.map((chunk) => (chunk.type === 'chunk' && wanted.has(chunk.fileName) ? chunk.code : '')).join('');
  return { entryPoint, minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
}
