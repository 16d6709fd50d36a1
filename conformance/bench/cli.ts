import { timeEngine } from './engine.ts';
import { timeForecast } from './forecast.ts';
import { measureLinks } from './links.ts';
import { countSecrets } from './secrets.ts';
import { timeShippedPipeline } from './shipped.ts';
import { timeStarts } from './start.ts';
import { timeSurveys } from './survey.ts';

/** The benches that `pnpm bench` runs, in this order; `pnpm bench NAME…` runs only those that are named. */
const benches: Readonly<Record<string, () => void | Promise<void>>> = {
  engine: timeEngine,
  pipeline: timeShippedPipeline,
  links: measureLinks,
  secrets: countSecrets,
  survey: async () => {
    await timeSurveys();
    await timeForecast();
  },
};

/** Benches that take the built page and minutes, and run where they are named. */
const onlyNamed: typeof benches = { start: timeStarts };

const named = process.argv.slice(2);
const all = { ...benches, ...onlyNamed };
const unknown = named.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0)
  throw new Error(`no bench is called ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}`);
for (const [name, bench] of Object.entries(named.length === 0 ? benches : all)) {
  if (named.length === 0 || named.includes(name)) await bench();
}
