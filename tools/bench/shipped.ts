import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { TypedTexts } from './pipeline.ts';

// The reader of YAML that `source` has.
const require = createRequire(new URL('../../packages/source/package.json', import.meta.url));

/** The program of a process that times one thing and ends. */
const once = `
const { timeOnce } = await import(process.argv[1]);
const { parse } = process.argv[3] === 'parse' ? await import(process.argv[4]) : {};
const { readFileSync } = await import('node:fs');
console.log(await timeOnce(JSON.parse(readFileSync(process.argv[2], 'utf8')), parse));`;

/**
 * Runs `timePipeline` on code that is built as the page's worker is: tsx keeps the names of functions at a price that
 * nobody pays in a browser.
 */
export async function timeShippedPipeline(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [file, asked] = [join(folder, 'pipeline.mjs'), join(folder, 'texts.json')];
  try {
    const input = fileURLToPath(new URL('pipeline.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    const module = pathToFileURL(file).href;
    const yaml = pathToFileURL(require.resolve('yaml')).href;
    const cold = (texts: TypedTexts) => {
      writeFileSync(asked, JSON.stringify(texts));
      const time = (what: 'all' | 'parse') =>
        Number(
          execFileSync(process.execPath, ['--input-type=module', '-e', once, module, asked, what, yaml], {
            encoding: 'utf8',
          }),
        );
      return { here: time('all'), parsed: time('parse') };
    };
    const { timePipeline } = await import(module);
    await timePipeline(require('yaml').parse, cold);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
