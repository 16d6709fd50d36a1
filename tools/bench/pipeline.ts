import type { TypeCatalog } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Playback } from '@managed-fields/player';
import { run } from '@managed-fields/player/whole';
import { assignColours, overlay, palette } from '@managed-fields/rendering';
import type { Scenario } from '@managed-fields/scenario';
import { definitionText } from '../../conformance/growth/definition-text.ts';
import {
  configMapTexts,
  customTexts,
  deploymentTexts,
  type PipelineTexts,
} from '../../conformance/growth/pipeline-texts.ts';
import { median } from '../../conformance/median.ts';

type Parse = (text: string) => unknown;

/** The texts in the page at a keystroke. */
export interface TypedTexts {
  readonly live: string;
  readonly applied: string;
  readonly manager: string;
  readonly definition?: string;
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
 * thing that a new process does. A large definition is timed as well, which is only pasted. Prints a table,
 * `definition / parse: pasted W`, and `pipeline / parse: 13 KB X, 500 KB Y, custom Z`: what typing costs, and for custom
 * resources pasting too.
 */
export async function timePipeline(parse: Parse, cold: (texts: TypedTexts) => ColdTimes): Promise<void> {
  const catalog = await loadKubernetesTypes();
  const timings: Timings = { parse, cold, catalog };
  console.log('from keystroke to overlay, against reading the same two texts with `yaml`');
  const small = timeTexts(deploymentTexts(3, catalog), 200, timings);
  const large = [deploymentTexts(150, catalog), configMapTexts(3600, 20, catalog)].map((texts) =>
    timeTexts(texts, 7, timings),
  );
  const custom = customTexts(1060, catalog).map((texts) => timeTexts(texts, 7, timings));
  const definition = timeDefinition(definitionText(772_000, 11), timings);
  const worst = (ratios: readonly number[]) => Math.max(...ratios).toFixed(2);
  const figures = [
    `13 KB ${worst([small.typed])}`,
    `500 KB ${worst(large.map(({ typed }) => typed))}`,
    `custom ${worst(custom.flatMap(({ typed, pasted }) => [typed, pasted]))}`,
  ];
  console.log(`definition / parse: pasted ${definition.toFixed(2)}`);
  console.log(`pipeline / parse: ${figures.join(', ')}`);
}

interface Timings {
  readonly parse: Parse;
  readonly cold: (texts: TypedTexts) => ColdTimes;
  readonly catalog: TypeCatalog;
}

/** Prints what keystrokes in some texts cost, and gives the ratios. */
function timeTexts(
  texts: PipelineTexts,
  turns: number,
  { parse, cold, catalog }: Timings,
): { typed: number; pasted: number } {
  console.log(`${texts.name}: live object ${kilobytes(texts.live)} KB, applied ${kilobytes(texts.applied(0))} KB`);
  const { live, manager, definition } = texts;
  const at = (live: string, applied: string): TypedTexts => ({
    live,
    applied,
    manager,
    ...(definition === undefined ? {} : { definition }),
  });
  const turnsOf = (changes: 'applied' | 'live', turns: number) =>
    medians(
      Array.from({ length: turns }, (_, turn) => {
        const text = changes === 'live' ? texts.changedLive(turn) : live;
        const applied = texts.applied(changes === 'live' ? 0 : turn + 1);
        const here = clock(() => keystroke(at(text, applied), catalog));
        return { here, parsed: clock(() => [parse(text), parse(applied)]) };
      }),
    );
  // The first turns of a new shape of object compile; they are not counted.
  turnsOf('applied', turns > 100 ? 50 : 1);
  const typed = turnsOf('applied', turns);
  const pasted = turnsOf('live', turns);
  print({ typed, pasted, cold: medians([1, 2, 3].map(() => cold(at(live, texts.applied(1))))) });
  return { typed: typed.ratio, pasted: pasted.ratio };
}

/** Prints what it costs to paste a definition, each time another one, against reading it, and gives the ratio. */
function timeDefinition(text: string, { parse, catalog }: Timings): number {
  console.log(`definition: ${kilobytes(text)} KB`);
  const turns = [0, 1, 2, 3, 4].map((turn) => {
    const changed = text.replace('minimum: 0\n', `minimum: ${turn + 1}\n`);
    return { here: clock(() => define(changed, catalog)), parsed: clock(() => parse(changed)) };
  });
  const pasted = medians(turns);
  print({ pasted });
  return pasted.ratio;
}

function print(rows: Readonly<Record<string, ReturnType<typeof medians>>>): void {
  for (const [what, { here, parsed, ratio }] of Object.entries(rows)) {
    console.log(`  ${what.padEnd(12)}${milliseconds(here)}${milliseconds(parsed)}${ratio.toFixed(2).padStart(8)}`);
  }
}

/** Nanoseconds of one keystroke, or of one reading, in a process that did nothing yet but load code and facts. */
export async function timeOnce(texts: TypedTexts, parse: Parse | undefined): Promise<number> {
  if (parse !== undefined)
    return clock(() => [texts.definition ?? '', texts.live, texts.applied].map((text) => parse(text)));
  const catalog = await loadKubernetesTypes();
  return clock(() => keystroke(texts, catalog));
}

function keystroke({ live, applied, manager, definition }: TypedTexts, catalog: TypeCatalog): void {
  const scenario: Scenario = {
    title: '',
    steps: [
      ...(definition === undefined ? [] : [{ id: 's0', kind: 'crd', text: definition } as const]),
      { id: 's1', kind: 'live', text: live },
      { id: 's2', kind: 'apply', manager, text: applied },
    ],
  };
  const { view } = play(scenario, 's2', catalog);
  const result = view?.result;
  if (result === undefined) throw new Error('the apply of the bench gave no object');
  const names = result.managers.map((each) => each.manager);
  overlay(result, palette(assignColours(names), result.managers));
}

function define(text: string, catalog: TypeCatalog): void {
  const { outcomes } = play({ title: '', steps: [{ id: 's1', kind: 'crd', text }] }, 's1', catalog);
  if (outcomes[0]?.status !== 'installed') throw new Error(`the definition of the bench: ${outcomes[0]?.message}`);
}

function play(scenario: Scenario, selected: string, catalog: TypeCatalog): Playback {
  return structuredClone(run(structuredClone(scenario), { catalog, selected }));
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
