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
 * Runs a bench on code that is built as the page's worker is: tsx keeps the names of functions at a price that nobody
 * pays in a browser. `use` is given the file that was built; the folder is there until it ends.
 */
async function withShipped(bench: string, use: (folder: string, file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, bench.replace('.ts', '.mjs'));
  try {
    const input = fileURLToPath(new URL(bench, import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    await use(folder, pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs `timeAdmission` on code as it is shipped. */
export async function timeShippedAdmission(): Promise<void> {
  await withShipped('admission.ts', async (_, module) => {
    const { timeAdmission } = await import(module);
    await timeAdmission();
  });
}

/** Runs `timePipeline` on code as it is shipped. */
export async function timeShippedPipeline(): Promise<void> {
  await withShipped('pipeline.ts', async (folder, module) => {
    const asked = join(folder, 'texts.json');
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
  });
}
