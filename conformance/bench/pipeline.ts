import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { TypeCatalog } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import { run } from '@managed-fields/scenario/whole';
import { overlay, palette, seated } from '@managed-fields/static-view';
import { median } from './measure.ts';
import { configMapTexts, deploymentTexts, type PipelineTexts } from './pipeline-texts.ts';

type Parse = (text: string) => unknown;

/** What stands in the page at a keystroke. */
export interface TypedTexts {
  readonly live: string;
  readonly applied: string;
  readonly manager: string;
}

/** Nanoseconds that the first keystroke of a process takes, and the first reading of another. */
export interface ColdTimes {
  readonly here: number;
  readonly parsed: number;
}

/**
 * Times everything between a keystroke and what is drawn, as the worker does it, for a live object and one server-side
 * apply: the scenario cloned in, both texts read where they changed, merge, ownership, places, the answer cloned out,
 * and the overlay; against reading the same two texts with `yaml` alone. Both take turns within one run, each turn with
 * a text that was not seen before: `typed` changes the configuration, `pasted` the live object, `cold` is the first
 * thing that a new process does. Prints a table and `pipeline / parse: 13 KB X, 500 KB Y`, which is what typing costs.
 */
export async function timePipeline(parse: Parse, cold: (texts: TypedTexts) => ColdTimes): Promise<void> {
  const catalog = await loadKubernetesTypes();
  console.log('from keystroke to overlay, against reading the same two texts with `yaml`');
  const small = deploymentTexts(3, catalog);
  const large = [deploymentTexts(150, catalog), configMapTexts(3600, 20, catalog)];
  const ratios = [small, ...large].map((texts) => {
    const size = kilobytes(texts.live) < 100 ? '13 KB' : '500 KB';
    console.log(`${texts.name}: live object ${kilobytes(texts.live)} KB, applied ${kilobytes(texts.applied(0))} KB`);
    const turns = size === '13 KB' ? 200 : 7;
    // The first turns of a new shape of object compile; they are not counted.
    ratioOf(texts, 'applied', size === '13 KB' ? 50 : 1);
    const typed = ratioOf(texts, 'applied', turns);
    const pasted = ratioOf(texts, 'live', turns);
    const { live, manager } = texts;
    const started = [1, 2, 3].map(() => cold({ live, applied: texts.applied(1), manager }));
    for (const [what, { here, parsed, ratio }] of Object.entries({ typed, pasted, cold: medians(started) })) {
      console.log(`  ${what.padEnd(12)}${milliseconds(here)}${milliseconds(parsed)}${ratio.toFixed(2).padStart(8)}`);
    }
    return { size, ratio: typed.ratio };
  });
  const worst = (size: string) => Math.max(...ratios.filter((each) => each.size === size).map(({ ratio }) => ratio));
  console.log(`pipeline / parse: 13 KB ${worst('13 KB').toFixed(2)}, 500 KB ${worst('500 KB').toFixed(2)}`);

  function ratioOf(texts: PipelineTexts, changes: 'applied' | 'live', turns: number) {
    return medians(
      Array.from({ length: turns }, (_, turn) => {
        const live = changes === 'live' ? texts.changedLive(turn) : texts.live;
        const applied = texts.applied(changes === 'live' ? 0 : turn + 1);
        const here = clock(() => keystroke({ live, applied, manager: texts.manager }, catalog));
        return { here, parsed: clock(() => [parse(live), parse(applied)]) };
      }),
    );
  }
}

/** Nanoseconds of one keystroke, or of one reading, in a process that did nothing yet but load code and facts. */
export async function timeOnce(texts: TypedTexts, parse: Parse | undefined): Promise<number> {
  if (parse !== undefined) return clock(() => [parse(texts.live), parse(texts.applied)]);
  const catalog = await loadKubernetesTypes();
  return clock(() => keystroke(texts, catalog));
}

function keystroke({ live, applied, manager }: TypedTexts, catalog: TypeCatalog): void {
  const scenario: Scenario = {
    title: '',
    steps: [
      { id: 's1', kind: 'live', text: live },
      { id: 's2', kind: 'apply', manager, text: applied },
    ],
  };
  const { view } = structuredClone(run(structuredClone(scenario), { catalog, selected: 's2' }));
  const result = view?.result;
  if (result === undefined) throw new Error('the apply of the bench gave no object');
  const names = result.managers.map((each) => each.manager);
  overlay(result, palette(seated(new Map(), names, names), result.managers));
}

function medians(figures: readonly ColdTimes[]) {
  return {
    here: median(figures.map(({ here }) => here)),
    parsed: median(figures.map(({ parsed }) => parsed)),
    ratio: median(figures.map(({ here, parsed }) => here / parsed)),
  };
}

function clock(work: () => unknown): number {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started);
}

function kilobytes(text: string): number {
  return Math.round(text.length / 100) / 10;
}

function milliseconds(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`.padStart(12);
}
