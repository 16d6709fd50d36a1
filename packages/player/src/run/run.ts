import { attempt, type ModuleName, NotLoaded, type TypeCatalog } from '@managed-fields/api-server';
import { serverRelease } from '@managed-fields/kubernetes-types';
import { listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Scenario, type Step, serverOf, versionOf } from '@managed-fields/scenario';
import type { AnnotatedText, Playback } from '../playback.ts';
import { definitionsOf } from './named-kinds.ts';
import { firstState, type PlayState } from './play-state.ts';
import { playNextStep } from './play-step.ts';
import type { PlayedStep } from './played-step.ts';
import { firstProblems } from './problems.ts';
import { readTexts } from './step-text.ts';
import { ownText, viewOf } from './view.ts';

/** What `run` takes beside the scenario. */
export interface RunOptions {
  /** The kinds that the server has at the start: those of the scenario's version (`versionOf`). */
  readonly catalog: TypeCatalog;
  /** The id of the step to show. Without one only outcomes are computed. */
  readonly selected?: string | undefined;
}

/**
 * Plays all steps of a scenario in order and shows the selected one. The result is plain data that a worker can post.
 * The same scenario always gives the same playback: the clock starts at the newest time of a pasted object, else at
 * 2026-01-01, and moves on by one second a step. The steps of the last run are cached for each catalog, so that only
 * the steps from the first changed one on are played again.
 *
 * @example
 * ```js
 * import { defaultVersion, loadKubernetesTypes, newScenario, run } from '@managed-fields/analysis';
 *
 * const text = '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {color: green}}';
 * const scenario = newScenario('Two want one color', [
 *   { kind: 'apply', manager: 'alice', text },
 *   { kind: 'apply', manager: 'bob', text: text.replace('green', 'blue') },
 * ]);
 * const { outcomes } = run(scenario, { catalog: await loadKubernetesTypes(defaultVersion) });
 * for (const { status, message } of outcomes) console.log(message === undefined ? status : `${status}: ${message}`);
 * ```
 * ```text
 * created
 * conflict: Apply failed with 1 conflict: conflict with "alice": .data.color
 * ```
 */
export function run(scenario: Scenario, options: RunOptions): Playback {
  const played = playScenario(scenario, options.catalog);
  const selected = played.find(({ step }) => step.id === options.selected);
  return {
    outcomes: played.map(({ outcome }) => ({ ...outcome, problems: firstProblems(outcome.problems) })),
    managers: managersOf(played),
    view: selected === undefined ? undefined : viewOf(selected),
  };
}

/**
 * Plays all steps in order. The steps at the start that the last run played and that did not change come from the
 * cache. Where modules are not loaded the computation is left (`attempt`), and what was played before is kept for the
 * next try; the steps after it are played all the same, so that what they lack is asked for at once.
 */
export function playScenario(scenario: Scenario, catalog: TypeCatalog): readonly PlayedStep[] {
  const last = lastPlayed.get(catalog) ?? [];
  const steps = scenario.steps.map(wellFormed);
  const texts = readTexts(steps);
  const played: Played[] = [];
  const missing: ModuleName[] = [];
  let state = firstOf(definitionsOf(steps, texts), last, catalog, scenario);
  for (const [index, step] of steps.entries()) {
    const known = last[index];
    const same = known !== undefined && known.found === state && sameStep(known.played.step, step);
    const found = state;
    const next = attempt(() => (same ? known.played : playNextStep(step, found, texts)));
    if (next.kind === 'not-loaded') {
      missing.push(...next.modules);
      continue;
    }
    if (missing.length === 0) played.push({ found, played: next.value });
    state = next.value.after;
  }
  lastPlayed.set(catalog, played);
  if (missing.length > 0) throw new NotLoaded(missing);
  return played.map((each) => each.played);
}

/** A step that was played, and the state before it. */
interface Played {
  readonly found: PlayState;
  readonly played: PlayedStep;
}

/** The state before the first step: that of the last run, unless the definitions in the scenario changed. */
function firstOf(
  own: ReadonlySet<string>,
  last: readonly Played[],
  catalog: TypeCatalog,
  scenario: Scenario,
): PlayState {
  const [before, server] = [last[0]?.found, serverOf(scenario)];
  const isSame = before?.ownDefinitions.size === own.size && [...own].every((name) => before.ownDefinitions.has(name));
  if (before !== undefined && isSame && before.cluster.admission?.plugins === server) return before;
  return firstState(catalog, serverRelease(versionOf(scenario)), own, server);
}

/** The steps of the last run of each catalog. */
const lastPlayed = new WeakMap<TypeCatalog, readonly Played[]>();

/**
 * A step with the halves of surrogate pairs replaced, since UTF-8, in which requests travel, has none. A replacement is
 * as long as what it replaces, so offsets stay the same. The step itself where it has none.
 */
export function wellFormed(step: Step): Step {
  const clean = <T>(value: T): T => {
    if (typeof value === 'string') return value.replace(/[\ud800-\udfff]/gu, '\ufffd') as T & string;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [clean(key), clean(child)])) as T & object;
  };
  return hasHalves(step) ? clean(step) : step;
}

function hasHalves(value: unknown): boolean {
  if (typeof value === 'string') return /[\ud800-\udfff]/.test(value) && /[\ud800-\udfff]/u.test(value);
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasHalves);
}

/** Whether two steps have the same content. Steps arrive as clones, so the same step is rarely the same object. */
function sameStep(a: Step, b: Step): boolean {
  if (a === b) return true;
  const { text: aText, ...aRest } = a;
  const { text: bText, ...bRest } = b;
  return aText === bText && JSON.stringify(aRest) === JSON.stringify(bRest);
}

/** The owners of the fields of a pasted live object in its own text, to be shown beside another step. */
export function annotateLive(scenario: Scenario, stepId: string, options: RunOptions): AnnotatedText | undefined {
  const played = playScenario(scenario, options.catalog).find(({ step }) => step.id === stepId);
  return played === undefined ? undefined : ownText(played);
}

/**
 * The names of all managers of a scenario, each once: step by step who writes it, then whom the objects name that it
 * shows or wrote. A step that is added at the end leaves the places of all others as they are.
 */
export function managersOf(played: readonly PlayedStep[]): readonly string[] {
  return [...new Set(played.flatMap((step) => [...writerOf(step), ...objectsOf(step).flatMap(namesIn)]))];
}

function writerOf({ step, outcome }: PlayedStep): readonly string[] {
  const name = outcome.manager ?? ('manager' in step ? step.manager : undefined);
  return name === undefined || name === '' || step.kind === 'delete' ? [] : [name];
}

function objectsOf({ shown, sent = [] }: PlayedStep): readonly ValueMap[] {
  const written = sent.flatMap(({ trace }) => [trace?.before, trace?.after]);
  return [shown, ...written].filter((object) => object !== undefined);
}

function namesIn(object: ValueMap): readonly string[] {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return entries.flatMap((entry) => (entry instanceof Map ? (stringAt(entry, 'manager') ?? []) : []));
}
