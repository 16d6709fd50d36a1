import translated from 'virtual:example-languages';
import type { Playback } from '@managed-fields/player';
import { checkForm, type Scenario } from '@managed-fields/scenario';
import { fetchCode } from '../code/fetch-code.ts';
import { fetchOwnFile } from '../code/own-file.ts';

/** An example, or why it cannot be loaded. */
export type LoadedExample =
  | { readonly kind: 'loaded'; readonly scenario: Scenario }
  | { readonly kind: 'failed'; readonly reason: 'missing' | 'broken' | 'offline' };

let language = 'en';
const loadList = () => import('./example-list.ts');
let list: ReturnType<typeof loadList> | undefined;

/**
 * Sets the language of the list, and of examples that are loaded from now on. Those without a translation are in
 * English. Resolves when a list that is already loaded is translated.
 */
export async function setExampleLanguage(code: string): Promise<void> {
  language = code;
  if (list !== undefined) await listExamples();
}

/** Fetches the list of all examples in the language that was set. Then `example-list.ts` has it. */
export async function listExamples(): Promise<void> {
  list ??= fetchCode(loadList).catch((error: unknown) => {
    list = undefined;
    throw error;
  });
  const { setListLanguage } = await list;
  await setListLanguage(language);
}

/** The path of a text of that name in the language that was set, where it is translated into it. */
export function inLanguage(name: string): string {
  return translated.includes(language) ? `${language}/${name}` : name;
}

/** Fetches an example from the page's own origin. */
export async function loadExample(name: string): Promise<LoadedExample> {
  if (!isName(name)) return { kind: 'failed', reason: 'missing' };
  const file = await fetchJson(`./examples/${inLanguage(name)}.json`);
  if (file.kind === 'failed') return file;
  const checked = checkForm(file.plain);
  if (checked.kind === 'failure') return { kind: 'failed', reason: 'broken' };
  return { kind: 'loaded', scenario: checked.scenario };
}

/** An example, and the step to select in it. */
export interface ExampleAtStep {
  readonly loaded: LoadedExample;
  /** The id of the step; undefined for the first. */
  readonly selected: string | undefined;
}

/**
 * Fetches an example and the stored view of its step, so that it can be drawn before the engine is loaded. The step is
 * named by its place from 1, or by its id.
 */
export async function loadExampleAt(name: string, step: string | undefined): Promise<ExampleAtStep> {
  const isPlace = step === undefined || /^\d+$/.test(step);
  // Views are stored by the place of the step, as links name it. For an id the engine makes the view.
  const [loaded, view] = await Promise.all([
    loadExample(name),
    isPlace && isName(name) ? fetchJson(`./views/${name}/${step ?? 1}.json`) : undefined,
  ]);
  if (loaded.kind === 'failed') return { loaded, selected: undefined };
  const { scenario } = loaded;
  const selected = (scenario.steps.find(({ id }) => id === step) ?? scenario.steps[Number(step) - 1])?.id;
  // The build made it from this example, so it has this form.
  if (view?.kind === 'file') views.set(scenario, view.plain as Playback);
  return { loaded, selected };
}

const views = new WeakMap<Scenario, Playback>();

/**
 * Returns what the engine would answer for an example as it was loaded, where the build stored that; else undefined.
 */
export function storedView(scenario: Scenario, selected: string | undefined): Playback | undefined {
  const playback = views.get(scenario);
  return playback?.view !== undefined && playback.view.stepId === selected ? playback : undefined;
}

/** Whether a text can be the name of an example or a lesson. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name);
}

/** A JSON file of the page, or why it cannot be had. */
export type FetchedJson =
  | { readonly kind: 'file'; readonly plain: unknown }
  | { readonly kind: 'failed'; readonly reason: 'missing' | 'broken' | 'offline' };

/** Fetches a JSON file that lies beside the page. */
export async function fetchJson(name: `./${string}`): Promise<FetchedJson> {
  try {
    const response = await fetchOwnFile(name);
    if (!response.ok) return { kind: 'failed', reason: 'missing' };
    const text = await response.text();
    return parsed(text);
  } catch {
    return { kind: 'failed', reason: 'offline' };
  }
}

function parsed(text: string): FetchedJson {
  try {
    return { kind: 'file', plain: JSON.parse(text) };
  } catch {
    // Some servers answer every address with a page.
    return { kind: 'failed', reason: 'missing' };
  }
}
