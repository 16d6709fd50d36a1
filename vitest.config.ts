import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import build from './vite.config.ts';

/** Tests that look at what has been loaded so far, or take it away. */
const alone = {
  unit: ['packages/known-definitions/src/known.test.ts'],
  conformance: ['conformance/loading/loading.test.ts'],
};

/** What one runs while working: the tests beside the code, but for those that play recordings. */
const unit = ['packages/*/src/**/*.test.ts', 'app/src/**/*.test.ts'];

/** Tests that play what real servers and programs answered. Some stand beside the code that they hold. */
const recorded = ['packages/*/src/**/*.recorded.test.ts'];

/** Tests of the packages as they are published: built, packed, linted, installed in an empty project. */
const packages = ['conformance/packages/*.test.ts'];

/** The rest of what `test` runs without a browser. */
const conformance = ['conformance/**/*.test.ts', 'tools/**/*.test.ts', ...recorded];

/** The files that take longest, the longest first. */
const longest = [
  'conformance/traces.test.ts',
  'conformance/expressions/slow.test.ts',
  'conformance/loading/loading.test.ts',
  'conformance/hostile/hostile.test.ts',
  'conformance/packages/packages.test.ts',
  'conformance/secrets/secrets.test.ts',
  'kubernetes-types/src/validation/other-versions.recorded.test.ts',
  'conformance/forecast/recorded.test.ts',
  'conformance/figures/figures.test.ts',
  'cli/src/json/strange-inputs.test.ts',
  'cli/src/main.test.ts',
  'share-link/src/link.test.ts',
  'conformance/hostile/survey.test.ts',
  'conformance/growth/growth.test.ts',
  'kubernetes-types/src/validation/validation.recorded.test.ts',
  'conformance/audit/audit.test.ts',
  'conformance/packages/program.test.ts',
  'player/src/ask/resolve.recorded.test.ts',
  'conformance/foreign-text/writers.test.ts',
];

/** Begins with the files that take longest, so that no worker is left alone with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Tests of one worker, which reads each module once for all the files that it runs. */
const shared = (name: string, include: readonly string[], exclude: readonly string[]) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: ['**/node_modules/**', ...exclude], isolate: false },
});

/** Tests that have a worker for each file. */
const isolated = (name: string, include: readonly string[]) => ({
  extends: true as const,
  test: { name, include: [...include] },
});

/**
 * Three tiers: `pnpm unit` runs the projects `unit*`, `pnpm packages` the project of that name, `pnpm conformance` the projects
 * `conformance*`. A worker reads each
 * module once for all the files that it runs, because reading them took a third of the time: no module keeps anything
 * between two calls but what it would make again. Tests of loading itself have a worker for each file.
 */
export default mergeConfig(
  build,
  defineConfig({
    test: {
      root: '.',
      testTimeout: 300_000,
      // By default one core is left to whoever watches; nobody does.
      maxWorkers: '100%',
      sequence: { sequencer: LongestFirst },
      projects: [
        shared('unit', unit, [...alone.unit, ...recorded]),
        isolated('unit alone', alone.unit),
        shared('packages', packages, []),
        shared('conformance', conformance, [...alone.conformance, ...packages]),
        isolated('conformance alone', alone.conformance),
      ],
    },
  }),
);
