import type { Built } from './build.ts';
import { type Helper, newHelper } from './helper.ts';
import type { Measured, Measurement } from './measure.ts';
import type { Mutant } from './mutants.ts';
import type { Job, TestAt } from './worker.ts';

/** The end of a mutant: a test killed it, or it survived. */
export type Outcome = { readonly kind: 'killed'; readonly by: string } | { readonly kind: 'survived' };

/** The milliseconds that a test may take with a mutant, by which a loop that never ends is noticed. */
const limit = (milliseconds: number) => 20_000 + 20 * milliseconds;

/** Reports what becomes of a mutant; one after another. */
export type Trier = (mutant: Mutant) => Promise<Outcome>;

/** Tests that take so long together, in milliseconds, are run by a helper that has run others before. */
const warmUpTo = 600;

/**
 * What tries mutants, one after another. The quickest tests that come by a mutant are run by a helper that has run
 * others before; as it may remember what a mutant made, a failure counts where it goes away with the mutant. If none
 * fails, a new helper runs all tests that come by the mutant, then the others of their files: what one test computes
 * and the next remembers is counted for the first.
 */
export function newTrier(built: Built, { tests, whenCollected }: Measurement, upTo: number): Trier {
  const known = new Map(tests.map((test) => [keyOf(test), test]));
  const nameOf = (test: TestAt) => `${known.get(keyOf(test))?.file} #${test.index}`;
  let warm: Helper | undefined;

  /** What a helper says of a mutant; `unsure` where it has to be asked of a new one. */
  const run = async (helper: Helper, mutant: string, list: readonly Measured[], fresh: boolean) => {
    let found = { kind: 'survived' } as Outcome | { readonly kind: 'unsure' };
    let at = 'before any test';
    let timer: NodeJS.Timeout | undefined;
    const hitLimit = 1000 + 100 * Math.max(0, ...list.map(({ hits }) => hits.get(mutant) ?? 0));
    const job: Job = { kind: 'try', mutant, hitLimit, tests: list.map(({ module, index }) => ({ module, index })) };
    const wrong = await helper.ask(job, (said) => {
      clearTimeout(timer);
      if (said.kind === 'killed') {
        const sure = fresh || said.sure;
        found = sure ? { kind: 'killed', by: `${nameOf(said.test)}: ${said.why}` } : { kind: 'unsure' };
      }
      if (said.kind !== 'begins') return;
      at = nameOf(said.test);
      timer = setTimeout(() => helper.end(), limit(known.get(keyOf(said.test))?.milliseconds ?? 0));
    });
    clearTimeout(timer);
    if (wrong !== undefined) return { kind: 'killed', by: `${at}: ${wrong}`, broken: true } as const;
    return found;
  };

  return async ({ id, file }) => {
    const near = nearestFirst(
      tests.filter(({ hits, module }) => hits.has(id) || whenCollected.get(module)?.has(id) === true),
      file,
    );
    if (near.length === 0) return { kind: 'survived' };
    const quick = within(
      near.filter(({ hits }) => hits.has(id)),
      warmUpTo,
    );
    if (quick.length > 0) {
      warm ??= newHelper(built.worker);
      const found = await run(warm, id, quick, false);
      if (found.kind === 'unsure' || 'broken' in found) {
        warm.end();
        warm = undefined;
      }
      if (found.kind === 'killed') return found;
    }
    const modules = new Set(near.map(({ module }) => module));
    const others = tests.filter(({ module }) => modules.has(module));
    const helper = newHelper(built.worker);
    const found = await run(helper, id, within([...new Set([...near, ...others])], upTo), true);
    helper.end();
    return found.kind === 'killed' ? found : { kind: 'survived' };
  };
}

const keyOf = ({ module, index }: TestAt) => `${module} ${index}`;

/** The first of some tests, as many as take so long together, in milliseconds; one at least. */
function within(tests: readonly Measured[], time: number): readonly Measured[] {
  let rest = time;
  return tests.filter(({ milliseconds }, index) => {
    rest -= milliseconds;
    return index === 0 || rest >= 0;
  });
}

/** Tests that take longer, in milliseconds, come after all others. */
const slow = 300;

/**
 * The tests beside a file, or what kubectl itself answered to what is in its folder; then those of its module (for kubectl,
 * commands), then the others, in the order that they have; slow ones last.
 */
function nearestFirst(tests: readonly Measured[], file: string): readonly Measured[] {
  const beside = file.replace(/\.ts$/, '.test.ts');
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const recorded = folder.replace(/^packages\/kubectl\/src\/(.+)\/$/, 'conformance/commands/$1.test.ts');
  const isCommand = folder.endsWith('/kubectl/src/');
  const distance = (test: Measured) => {
    if (test.file === recorded) return 0;
    if (isCommand && test.file.startsWith('conformance/commands/')) return 1;
    if (test.milliseconds > slow) return 3;
    if (test.file === beside) return 0;
    return test.file.startsWith(folder) ? 1 : 2;
  };
  return [0, 1, 2, 3].flatMap((wanted) => tests.filter((test) => distance(test) === wanted));
}
