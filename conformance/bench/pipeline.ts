import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { run } from '@managed-fields/scenario/whole';
import { overlay, palette, seated } from '@managed-fields/static-view';
import { median } from './measure.ts';
import { configMapTexts, deploymentTexts, type PipelineTexts } from './pipeline-texts.ts';

/**
 * Times everything between a keystroke and what is drawn, as the worker does it, for a live object and one server-side
 * apply: the scenario cloned in, both texts read where they changed, merge, ownership, places, the answer cloned out,
 * and the overlay; against reading the same two texts with `yaml` alone. Both take turns within one run, each turn with
 * a text that was not seen before: `first` is the first of its size in this process, `typed` changes the configuration,
 * `pasted` the live object. Prints a table and `pipeline / parse: 13 KB X, 500 KB Y`.
 */
export async function timePipeline(parse: (text: string) => unknown): Promise<void> {
  const catalog = await loadKubernetesTypes();
  console.log('from keystroke to overlay, against reading the same two texts with `yaml`');
  const small = deploymentTexts(3, catalog);
  const large = [deploymentTexts(150, catalog), configMapTexts(3600, 20, catalog)];
  const ratios = [small, ...large].map((texts) => {
    const size = kilobytes(texts.live) < 100 ? '13 KB' : '500 KB';
    console.log(`${texts.name}: live object ${kilobytes(texts.live)} KB, applied ${kilobytes(texts.applied(0))} KB`);
    const turns = size === '13 KB' ? 150 : 7;
    const first = ratioOf(texts, 'first', 1);
    const typed = ratioOf(texts, 'applied', turns);
    const pasted = ratioOf(texts, 'live', turns);
    for (const [what, { here, parsed, ratio }] of Object.entries({ first, typed, pasted })) {
      console.log(`  ${what.padEnd(12)}${milliseconds(here)}${milliseconds(parsed)}${ratio.toFixed(2).padStart(8)}`);
    }
    return { size, ratio: typed.ratio };
  });
  const worst = (size: string) => Math.max(...ratios.filter((each) => each.size === size).map(({ ratio }) => ratio));
  console.log(`pipeline / parse: 13 KB ${worst('13 KB').toFixed(2)}, 500 KB ${worst('500 KB').toFixed(2)}`);

  function ratioOf(texts: PipelineTexts, changes: 'first' | 'applied' | 'live', turns: number) {
    const figures = Array.from({ length: turns }, (_, turn) => {
      const live = changes === 'live' ? texts.changedLive(turn) : texts.live;
      const applied = texts.applied(changes === 'live' ? 0 : turn + 1);
      const here = clock(() => keystroke(live, applied, texts.manager));
      const parsed = clock(() => [parse(live), parse(applied)]);
      return { here, parsed, ratio: here / parsed };
    });
    return {
      here: median(figures.map(({ here }) => here)),
      parsed: median(figures.map(({ parsed }) => parsed)),
      ratio: median(figures.map(({ ratio }) => ratio)),
    };
  }

  function keystroke(live: string, applied: string, manager: string): void {
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
