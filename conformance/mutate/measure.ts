import { atOnce } from './at-once.ts';
import type { Built } from './build.ts';
import { newHelper } from './helper.ts';
import type { TestAt } from './worker.ts';

/** A test as it was measured without any mutant. */
export interface Measured extends TestAt {
  readonly file: string;
  readonly milliseconds: number;
  /** How often it came by the switch of each mutant. */
  readonly hits: ReadonlyMap<string, number>;
}

/** What is known of all tests. */
export interface Measurement {
  readonly tests: readonly Measured[];
  /** Mutants that a module comes by when its tests are collected, before any of them runs. */
  readonly whenCollected: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tests that fail without any mutant, and so say nothing. */
  readonly failing: readonly string[];
}

/** For so many milliseconds one helper measures; the next one begins with nothing remembered. */
const measuredAtOnce = 15_000;
/** Runs all tests without any mutant: how long each takes, and which mutants it comes by. */
export async function measure(built: Built, workers: number): Promise<Measurement> {
  const tests: Measured[] = [];
  const failing: string[] = [];
  const whenCollected = new Map<string, ReadonlySet<string>>();
  /** Measures from one test on; gives the next one to begin with, and how many there are. */
  const part = async (file: string, module: string, from: number): Promise<{ next: number; count: number }> => {
    let count = 0;
    let next = from;
    const helper = newHelper(built.worker);
    const wrong = await helper.ask({ kind: 'measure', module, from, time: measuredAtOnce }, (said) => {
      if (said.kind === 'collected') {
        count = said.count;
        whenCollected.set(module, new Set(Object.keys(said.hits)));
      }
      if (said.kind !== 'measured') return;
      const { index, milliseconds, failed } = said;
      next = index + 1;
      if (failed !== undefined) failing.push(`${file} #${index}: ${failed}`);
      else tests.push({ file, module, index, milliseconds, hits: new Map(Object.entries(said.hits)) });
    });
    helper.end();
    if (wrong === undefined) return { next, count };
    failing.push(`${file}: ${wrong}`);
    return { next: count, count };
  };
  await atOnce(Array(workers).fill(undefined), [...built.tests], async (_, [file, module]) => {
    let { next, count } = await part(file, module, 0);
    while (next < count) ({ next, count } = await part(file, module, next));
  });
  return { tests: tests.sort((a, b) => a.milliseconds - b.milliseconds), whenCollected, failing };
}
