import { readFileSync, writeFileSync } from 'node:fs';
import { withClosingLines } from '../../conformance/figures/closing-lines.ts';
import { readArguments, stop } from '../arguments.ts';
import { timeAssistants } from './assistants.ts';
import { timeEngine } from './engine.ts';
import { timeForecast, timeTools } from './forecast.ts';
import { measureLinks } from './links.ts';
import { timeRehearsal } from './rehearse.ts';
import { countSecrets } from './secrets.ts';
import { timeShippedAdmission, timeShippedPipeline } from './shipped.ts';
import { timePage, timeStarts } from './start.ts';
import { timeAdmittedSurvey, timeSurveys } from './survey.ts';

/**
 * The benches that `pnpm bench` runs, in this order; `pnpm bench NAME…` runs only those that are named. With `--write` the
 * figures that they end with are written into docs/performance.md.
 */
const benches: Readonly<Record<string, () => void | Promise<void>>> = {
  engine: timeEngine,
  admission: timeShippedAdmission,
  pipeline: timeShippedPipeline,
  links: measureLinks,
  secrets: countSecrets,
  survey: async () => {
    await timeSurveys();
    await timeAdmittedSurvey();
    await timeForecast();
    await timeTools();
  },
  rehearse: timeRehearsal,
  assistants: timeAssistants,
  page: timePage,
};

/** Benches that take the built page and minutes, and run where they are named. */
const onlyNamed: typeof benches = { start: timeStarts };
const all = { ...benches, ...onlyNamed };

const names = Object.keys(all).join(', ');
const { values, words: named } = readArguments({
  name: 'pnpm bench',
  about: 'Times this engine against upstream’s own code, and counts what has a length.',
  options: { write: { type: 'boolean', about: 'writes the closing lines into docs/performance.md' } },
  words: { name: 'NAME…', about: `${names}; by default all but start, one after another` },
});
const unknown = named.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) stop(`No bench is called ${unknown.join(', ')}; there are ${names}.`);
const printed: string[] = [];
const print = console.log;
console.log = (line: string) => {
  printed.push(line);
  print(line);
};
for (const [name, bench] of Object.entries(named.length === 0 ? benches : all)) {
  if (named.length === 0 || named.includes(name)) await bench();
}
if (values.write) {
  const page = new URL('../../docs/performance.md', import.meta.url);
  writeFileSync(page, withClosingLines(readFileSync(page, 'utf8'), printed));
}
