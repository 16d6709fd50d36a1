import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import build from './vite.config.ts';

/** Tests that look at what has been loaded so far, or take it away. */
const alone = ['conformance/loading/loading.test.ts', 'packages/known-definitions/src/known.test.ts'];

/** The files that take longest, the longest first. */
const longest = [
  'conformance/traces.test.ts',
  'conformance/loading/loading.test.ts',
  'kubernetes-types/src/validation/other-versions.test.ts',
  'conformance/hostile/hostile.test.ts',
  'conformance/packages/packages.test.ts',
  'conformance/packages/program.test.ts',
  'conformance/secrets/secrets.test.ts',
  'conformance/foreign-text/writers.test.ts',
  'conformance/growth/growth.test.ts',
  'player/src/ask/resolve.test.ts',
  'conformance/expressions/slow.test.ts',
  'kubernetes-types/src/validation/validation.test.ts',
  'share-link/src/link.test.ts',
  'conformance/gallery/versions.test.ts',
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

/**
 * Unit tests. A worker reads each module once for all the files that it runs, because reading them took a third of the
 * time: no module keeps anything between two calls but what it would make again. Tests of loading itself have a worker
 * for each file.
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
        {
          extends: true,
          test: {
            name: 'shared',
            include: ['packages/*/src/**/*.test.ts', 'app/src/**/*.test.ts', 'conformance/**/*.test.ts'],
            exclude: ['**/node_modules/**', ...alone],
            isolate: false,
          },
        },
        { extends: true, test: { name: 'alone', include: alone } },
      ],
    },
  }),
);
