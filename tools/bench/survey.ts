import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { median } from '../../conformance/median.ts';

import { dumpJson, dumpYaml } from './survey-texts.ts';

// The library that the figures are measured against.
const require = createRequire(new URL('../../packages/source/package.json', import.meta.url));

const megabyte = 1_000_000;

/** What a process says that timed surveys. */
type Timed = ReturnType<typeof import('./survey-run.ts').timeSurvey>;

/** The program of a process that does one thing and ends. */
const once = `
const [, module, what, path, rounds, beside] = process.argv;
const { timeSurvey, timeParse, memoryOfSurvey } = await import(module);
const run = {
  survey: () => timeSurvey(path, Number(rounds)),
  json: () => timeParse(path, Number(rounds), JSON.parse),
  yaml: async () => timeParse(path, Number(rounds), (await import(beside)).parse),
  memory: () => memoryOfSurvey(path, beside),
};
console.log(JSON.stringify(await run[what]()));`;

/**
 * Times the survey of dumps of 5 and 50 MB, all rules included, against parsing the same text: YAML by `yaml`, JSON by
 * JSON.parse. Both take turns, in processes of their own, by code that is built as the page's worker is; the least of three
 * medians counts. Then the most memory that a survey holds, by the length of the text.
 */
export async function timeSurveys(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'survey.mjs');
    const input = fileURLToPath(new URL('survey-run.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    const ask = (what: 'survey' | 'json' | 'yaml' | 'memory', path: string, rounds: number, beside: string): string => {
      // The library takes several gigabytes for the large text.
      const options = ['--max-old-space-size=16000', '--expose-gc', '--input-type=module', '-e', once];
      const given = [pathToFileURL(file).href, what, path, String(rounds), beside];
      return execFileSync(process.execPath, [...options, ...given], { encoding: 'utf8' });
    };
    const yaml = pathToFileURL(require.resolve('yaml')).href;
    const warmUp = join(folder, 'warm-up');
    for (const form of ['json', 'yaml'] as const) {
      const dump = form === 'json' ? dumpJson : dumpYaml;
      writeFileSync(warmUp, dump(megabyte / 2));
      const figures = [5, 50].map((size) => {
        const path = join(folder, `${size}.${form}`);
        writeFileSync(path, dump(size * megabyte));
        const [own, other, objects] = [1, 2, 3].reduce<readonly [number, number, number]>(
          (least) => {
            const rounds = size === 5 ? 25 : 5;
            const { times, objects }: Timed = JSON.parse(ask('survey', path, rounds, ''));
            const parsed: number[] = JSON.parse(ask(form, path, form === 'json' ? rounds : 1, yaml));
            return [Math.min(least[0], median(times)), Math.min(least[1], median(parsed)), objects];
          },
          [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0],
        );
        const memory = Number(ask('memory', path, 1, warmUp)) / statSync(path).size;
        return {
          memory,
          text: `${size} MB ${(own / other).toFixed(2)}`,
          detail: `  ${size} MB, ${objects} objects: ${own.toFixed(0)} ms, parsing ${other.toFixed(0)} ms; memory ${memory.toFixed(1)} times the text`,
        };
      });
      const most = Math.max(...figures.map(({ memory }) => memory)).toFixed(1);
      const times = figures.map(({ text }) => text).join(', ');
      console.log(`survey / parse, ${form.toUpperCase()}: ${times}; memory ${most} times the text`);
      for (const { detail } of figures) console.log(detail);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
