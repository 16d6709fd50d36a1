import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { median } from './measure.ts';
import { dumpJson, dumpYaml } from './survey-texts.ts';

// The library that the figures are measured against.
const require = createRequire(new URL('../../packages/source/package.json', import.meta.url));

const megabyte = 1_000_000;

/** The program of a process that does one thing and ends. */
const once = `
const [, module, what, path, rounds, yaml] = process.argv;
const { timeSurvey, memoryOfSurvey } = await import(module);
const { parse } = await import(yaml);
const answer = what === 'memory' ? memoryOfSurvey(path)
  : timeSurvey(path, what === 'json' ? JSON.parse : parse, Number(rounds));
console.log(JSON.stringify(answer));`;

/**
 * Times the survey of dumps of 5 and 50 MB, all rules included, against parsing the same text: YAML by `yaml`, JSON by
 * JSON.parse. Each file is read and judged and then parsed in turn, in a process of its own, by code that is built as the
 * page's worker is. Then the memory that a survey takes at most, by the length of the text.
 */
export async function timeSurveys(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'survey.mjs');
    const input = fileURLToPath(new URL('survey-run.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    const ask = (what: 'json' | 'yaml' | 'memory', path: string, rounds: number): unknown => {
      // The library takes several gigabytes for the large text.
      const options = ['--max-old-space-size=16000', '--input-type=module', '-e', once];
      const given = [pathToFileURL(file).href, what, path, String(rounds), pathToFileURL(require.resolve('yaml')).href];
      return JSON.parse(execFileSync(process.execPath, [...options, ...given], { encoding: 'utf8' }));
    };
    for (const form of ['json', 'yaml'] as const) {
      const figures = [5, 50].map((size) => {
        const path = join(folder, `${size}.${form}`);
        writeFileSync(path, form === 'json' ? dumpJson(size * megabyte) : dumpYaml(size * megabyte));
        const rounds = form === 'json' ? 9 : size === 5 ? 3 : 1;
        const { here, parsed, objects } = ask(form, path, rounds) as ReturnType<
          typeof import('./survey-run.ts').timeSurvey
        >;
        const memory = Number(ask('memory', path, 1)) / statSync(path).size;
        const [own, other] = [median(here), median(parsed)];
        return {
          text: `${size} MB ${(own / other).toFixed(2)}`,
          detail: `  ${size} MB, ${objects} objects: ${own.toFixed(0)} ms, parsing ${other.toFixed(0)} ms; memory ${memory.toFixed(1)} times the text`,
        };
      });
      console.log(`survey / parse, ${form.toUpperCase()}: ${figures.map(({ text }) => text).join(', ')}`);
      for (const { detail } of figures) console.log(detail);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
