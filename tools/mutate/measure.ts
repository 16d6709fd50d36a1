import type { Built } from './build.ts';
import { atOnce, newHelper } from './helper.ts';
import type { TestAt } from './worker.ts';

/** A test as it was measured without any mutant. */
export interface Measured extends TestAt {
  readonly file: string;
  readonly milliseconds: number;
  /** The number of times that the test passed the switch of each mutant. */
  readonly hits: ReadonlyMap<string, number>;
}

/** The measured facts of all tests. */
export interface Measurement {
  readonly tests: readonly Measured[];
  /** Mutants that a module comes by when its tests are collected, before any of them runs. */
  readonly whenCollected: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tests that fail without any mutant, and so say nothing. */
  readonly failing: readonly string[];
}

/** So many tests of one file are measured by one helper; for the next ones nothing is remembered. */
const atATime = 170;

/** Runs all tests without any mutant: how long each takes, and which mutants it comes by. */
export async function measure(built: Built, workers: number): Promise<Measurement> {
  const tests: Measured[] = [];
  const failing: string[] = [];
  const whenCollected = new Map<string, ReadonlySet<string>>();
  // The traces, which take longest, come last in the list of files.
  const parts = [...built.tests].reverse().map(([file, module]) => ({ file, module, from: 0 }));
  await atOnce(Array(workers).fill(undefined), parts, async (_, { file, module, from }) => {
    const helper = newHelper(built.worker);
    const wrong = await helper.ask({ kind: 'measure', module, from, to: from + atATime }, (said) => {
      if (said.kind === 'collected') {
        whenCollected.set(module, new Set(Object.keys(said.hits)));
        for (let next = atATime; from === 0 && next < said.count; next += atATime)
          parts.push({ file, module, from: next });
      }
      if (said.kind !== 'measured') return;
      const { index, milliseconds, failed } = said;
      if (failed !== undefined) failing.push(`${file} #${index}: ${failed}`);
      else tests.push({ file, module, index, milliseconds, hits: new Map(Object.entries(said.hits)) });
    });
    helper.end();
    if (wrong !== undefined) failing.push(`${file}: ${wrong}`);
  });
  return { tests: tests.sort((a, b) => a.milliseconds - b.milliseconds), whenCollected, failing };
}
