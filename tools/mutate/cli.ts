import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needPaths, readArguments, stop } from '../arguments.ts';
import { type Area, areas, root, sourceFiles, testFiles, testsOf } from './areas.ts';
import { build } from './build.ts';
import { type Equivalent, keyOf, readEquivalent } from './equivalent.ts';
import { atOnce } from './helper.ts';
import { measure } from './measure.ts';
import { chosen, type Mutant, mutantsOf, onlySwitchesOf } from './mutants.ts';
import { newTrier, type Trier } from './try.ts';
import { refusedByTypes } from './types.ts';

const { values, words: positionals } = readArguments({
  name: 'pnpm mutate',
  about: `Changes the code in small ways, one at a time, and runs the tests that come by the change. What none of them
notices is shown to the type checker, and survives where that takes it. The last line is
"N mutants, K killed, S survived". It ends with 1 where a survivor is not named in equivalent.json, where the only mutant
that a row names was killed, or where fewer were killed than an area asks for.`,
  options: {
    count: { type: 'number', value: 'N', default: 300, about: 'how many mutants of each area are tried' },
    seed: { type: 'number', value: 'S', default: 1, about: 'which they are' },
    time: {
      type: 'number',
      value: 'T',
      default: 30,
      about:
        'how many seconds of tests a mutant has, quick ones first; three times as many where it is made as a module is loaded',
    },
    test: { type: 'string', value: 'FILE', multiple: true, about: 'runs the tests of this file only' },
    workers: { type: 'number', value: 'W', default: 2, about: 'how many threads try mutants' },
    again: { type: 'boolean', about: 'tries what survived last time' },
  },
  words: {
    name: 'AREA|PATH…',
    about: 'names of areas, or files and folders whose mutants are one area; by default all areas',
  },
});
const { workers } = values;
const paths = positionals.filter((each) => !areas.some(({ name }) => name === each));
const unknown = paths.find((path) => !existsSync(join(root, path)));
if (unknown !== undefined) {
  const names = areas.map(({ name }) => `'${name}'`).join(', ');
  stop(`pnpm mutate: ${unknown} is no file or folder of this repository, and no area; these are ${names}.`);
}
needPaths('pnpm mutate', values.test);
const place = join(root, 'node_modules/.mutate');
const lastFile = join(place, 'survivors.json');
mkdirSync(place, { recursive: true });

const equivalent = new Map(
  readEquivalent(new URL('equivalent.json', import.meta.url)).map((row) => [keyOf(row), row.reason]),
);
const last = values.again ? new Set(readEquivalent(lastFile).map(keyOf)) : undefined;

const wanted: readonly Area[] =
  positionals.length === 0
    ? areas
    : [
        ...areas.filter(({ name }) => positionals.includes(name)),
        ...(paths.length === 0 ? [] : [{ name: paths.join(', '), paths, required: 0 }]),
      ];
const { mutants, code } = await mutantsOf([...new Set(wanted.flatMap(({ paths }) => sourceFiles(paths)))]);
const lots = wanted.map((area) => {
  const own = new Set(sourceFiles(area.paths));
  const all = mutants.filter(({ file }) => own.has(file));
  const lot = chosen(all, values.count, values.seed);
  console.log(`${area.name}: ${lot.length} of ${all.length} mutants, seed ${values.seed}`);
  return { area, mutants: last === undefined ? lot : lot.filter((mutant) => last.has(keyOf(mutant))) };
});

/** Keys that several mutants share, so that no row of equivalent.json names one of them alone. */
const alike = new Set<string>();
const seen = new Set<string>();
for (const key of mutants.map(keyOf)) (seen.has(key) ? alike : seen).add(key);

const ids = new Set(lots.flatMap((lot) => lot.mutants.map(({ id }) => id)));
const named = [...new Set(positionals.map(testsOf))];
const tests = named.length === 1 ? named[0] : undefined;
// Read by conformance/traces.test.ts.
process.env['TRACES'] ??= tests?.traces ?? '';
const built = await build(
  values.test.length === 0 ? testFiles(tests) : values.test,
  new Map([...code].map(([file, text]) => [file, onlySwitchesOf(text, ids)])),
);
const measured = await measure(built, workers);
for (const line of measured.failing) console.log(`fails without any mutant: ${line}`);
console.log(`${measured.tests.length} tests`);

/** The outcomes of the mutants of an area. */
interface Tally {
  readonly area: Area;
  killed: number;
  /** How many of the killed the type checker alone refuses. */
  refused: number;
  readonly survivors: Mutant[];
  named: number;
}
const tallies = lots.map(({ area }): Tally => ({ area, killed: 0, refused: 0, survivors: [], named: 0 }));
const said = (killed: number, survived: number) =>
  `${killed + survived} mutants, ${killed} killed, ${survived} survived`;
const shareOf = (killed: number, all: number) => ((100 * killed) / Math.max(1, all)).toFixed(1);
let right = measured.failing.length === 0;

async function tryOne(trier: Trier, tally: Tally, mutant: Mutant): Promise<void> {
  const outcome = await trier(mutant);
  if (outcome.kind === 'survived') tally.survivors.push(mutant);
  else kill(tally, mutant, outcome.by);
}

function kill(tally: Tally, mutant: Mutant, by: string): void {
  tally.killed++;
  if (!equivalent.has(keyOf(mutant)) || alike.has(keyOf(mutant))) return;
  right = false;
  const { file, line, from, to } = mutant;
  console.log(`${file}:${line} ${from} -> ${to} is named as equivalent, but was killed by ${by}`);
}

// One of each area after another, so that all go on at the same pace.
const turns = lots
  .flatMap(({ mutants }, lot) => mutants.map((mutant, turn) => ({ mutant, lot, turn })))
  .sort((a, b) => a.turn - b.turn);
const triers = Array.from({ length: workers }, () => newTrier(built, measured, 1000 * values.time));
await atOnce(triers, turns, async (trier, { mutant, lot }) => {
  const tally = tallies[lot];
  if (tally !== undefined) await tryOne(trier, tally, mutant);
});
rmSync(built.folder, { recursive: true });

const refused = await refusedByTypes(tallies.flatMap(({ survivors }) => survivors));
for (const tally of tallies) {
  for (const mutant of tally.survivors.splice(0)) {
    if (!refused.has(mutant.id)) tally.survivors.push(mutant);
    else {
      tally.refused++;
      kill(tally, mutant, 'the type checker');
    }
  }
}
const rows: Equivalent[] = [];
for (const tally of tallies) {
  for (const mutant of tally.survivors) {
    const { file, line, code, from, to } = mutant;
    const reason = equivalent.get(keyOf(mutant)) ?? '';
    rows.push({ file, code, from, to, reason });
    if (reason !== '') tally.named++;
    else {
      right = false;
      console.log(`survived: ${file}:${line} ${JSON.stringify({ file, code, from, to, reason })}`);
    }
  }
}
for (const { area, killed, refused: byTypes, survivors, named } of tallies) {
  const all = killed + survivors.length;
  if (last === undefined && (100 * killed) / Math.max(1, all) < area.required) right = false;
  console.log(
    `${area.name}: ${said(killed, survivors.length)}, ${byTypes} of the killed by the type checker alone, ${named} of the survivors equivalent; killed are ${shareOf(killed, all)} % of all, by tests ${shareOf(killed - byTypes, all)} %, ${shareOf(killed, all - named)} % of those that are not equivalent`,
  );
}
writeFileSync(lastFile, JSON.stringify(rows, null, 1));
const sum = (of: (tally: Tally) => number) => tallies.reduce((all, tally) => all + of(tally), 0);
const killed = sum((tally) => tally.killed);
console.log(said(killed, rows.length));
process.exit(right ? 0 : 1);
