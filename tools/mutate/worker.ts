import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import fc from 'fast-check';
import { type Collected, collect } from './harness.ts';

/** A test: the module of its file, and which one of those that the file collects. */
export interface TestAt {
  readonly module: string;
  readonly index: number;
}

/** A job of a worker, which does one after another. */
export type Job =
  /** Runs tests of one module, from one up to another, and counts which switches each comes by. */
  | { readonly kind: 'measure'; readonly module: string; readonly from: number; readonly to: number }
  /** Runs tests with one mutant switched on, until one fails. */
  | { readonly kind: 'try'; readonly mutant: string; readonly hitLimit: number; readonly tests: readonly TestAt[] };

/** The number of times that each switch was passed. */
export type Hits = Readonly<Record<string, number>>;

/** A message of a worker. */
export type Said =
  | { readonly kind: 'collected'; readonly count: number; readonly hits: Hits }
  | { readonly kind: 'begins'; readonly test: TestAt }
  | {
      readonly kind: 'measured';
      readonly index: number;
      readonly milliseconds: number;
      readonly hits: Hits;
      readonly failed?: string;
    }
  /** A test fails. It is `sure` where the same test passes as soon as the mutant is switched off. */
  | { readonly kind: 'killed'; readonly test: TestAt; readonly why: string; readonly sure: boolean }
  | { readonly kind: 'done' };

/** The names by which StrykerJS's switches ask which mutant is on, and count. */
interface Switches {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const switches: Switches = {};
Object.assign(globalThis, { __stryker__: switches });

// That a law fails is enough; the smallest example of it is of no interest.
fc.configureGlobal({ endOnFailure: true });

const say = (said: Said) => parentPort?.postMessage(said);
const load = (module: string) => collect(() => import(pathToFileURL(module).href));
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function measure({ module, from, to }: Extract<Job, { kind: 'measure' }>): Promise<void> {
  switches.mutantCoverage = { static: {}, perTest: {} };
  const tests = await load(module);
  say({ kind: 'collected', count: tests.length, hits: switches.mutantCoverage.static });
  for (const [index, test] of tests.entries()) {
    if (index < from || index >= to) continue;
    const id = String(index);
    switches.currentTestId = id;
    const begun = performance.now();
    const failed = await test.run().then(() => undefined, textOf);
    const milliseconds = performance.now() - begun;
    const hits = switches.mutantCoverage.perTest[id] ?? {};
    say({ kind: 'measured', index, milliseconds, hits, ...(failed === undefined ? {} : { failed }) });
  }
}

/** Why a test fails; undefined where it passes. Tests that are no longer collected fail. */
async function failure(tests: readonly Collected[], index: number): Promise<string | undefined> {
  const test = tests[index];
  if (test === undefined) return 'it is not there';
  return test.run().then(() => undefined, textOf);
}

const loaded = new Map<string, readonly Collected[]>();

async function collected(module: string): Promise<readonly Collected[]> {
  const tests = loaded.get(module) ?? (await load(module));
  loaded.set(module, tests);
  return tests;
}

async function tryMutant({ mutant, hitLimit, tests }: Extract<Job, { kind: 'try' }>): Promise<void> {
  switches.activeMutant = mutant;
  switches.hitLimit = hitLimit;
  for (const test of tests) {
    say({ kind: 'begins', test });
    switches.hitCount = 0;
    const why = await collected(test.module).then((all) => failure(all, test.index), textOf);
    if (why === undefined) continue;
    switches.activeMutant = '';
    const sure = (await collected(test.module).then((all) => failure(all, test.index), textOf)) === undefined;
    return say({ kind: 'killed', test, why, sure });
  }
}

parentPort?.on('message', async (job: Job) => {
  await (job.kind === 'measure' ? measure(job) : tryMutant(job));
  say({ kind: 'done' });
});
