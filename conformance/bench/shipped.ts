import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Runs `timePipeline` on code that is built as the page's worker is: tsx keeps the names of functions at a price that
 * nobody pays in a browser.
 */
export async function timeShippedPipeline(): Promise<void> {
  // The reader of YAML that `source` has.
  const { parse } = createRequire(new URL('../../packages/source/package.json', import.meta.url))('yaml');
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'pipeline.mjs');
  try {
    const input = fileURLToPath(new URL('pipeline.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'warn' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    const { timePipeline } = await import(pathToFileURL(file).href);
    await timePipeline(parse);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
