import list, { groups } from 'virtual:examples';
import type { Scenario } from '@managed-fields/scenario';

/** What the menu says of an example; the scenario itself is fetched when it is opened. */
export interface ExampleInfo {
  /** The name in links, `#x/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly steps: number;
  /** The id of its group in the gallery. */
  readonly group: string;
  /** Words that lead to it beside its title and sentences: issues, tools, parts of error texts. */
  readonly search: readonly string[];
  /** What its steps say, where another language than English tells it. */
  readonly notes?: string;
}

/** All examples in the gallery's order, told in the language that was asked for last. Read while drawing. */
export let examples: readonly ExampleInfo[] = list;

let language = 'en';

const texts: Readonly<Record<string, () => Promise<typeof import('virtual:example-texts/*')>>> = {
  uk: () => import('virtual:example-texts/uk'),
  'zh-CN': () => import('virtual:example-texts/zh-CN'),
};

/** Tells the examples in a language from now on; what cannot be fetched in it is told in English. */
export async function tellExamplesIn(code: string): Promise<void> {
  language = code;
  const told = await texts[code]?.().catch(() => undefined);
  if (language === code) examples = list.map((example) => ({ ...example, ...told?.default[example.name] }));
}

/** The ids of the gallery's groups in their order. */
export const exampleGroups: readonly string[] = groups;

/** An example, or why there is none. */
export type LoadedExample =
  | { readonly kind: 'loaded'; readonly scenario: Scenario }
  | { readonly kind: 'failed'; readonly reason: 'missing' | 'broken' | 'offline' };

/** Fetches an example from the page's own origin. */
export async function loadExample(name: string): Promise<LoadedExample> {
  if (!examples.some((example) => example.name === name)) return { kind: 'failed', reason: 'missing' };
  try {
    const response = await fetch(`./examples/${name}.yaml`);
    if (!response.ok) return { kind: 'failed', reason: 'missing' };
    const { readScenarioFile, retold } = await import('./scenario-file.ts');
    const scenario = readScenarioFile(await response.text());
    if (scenario === undefined) return { kind: 'failed', reason: 'broken' };
    if (texts[language] === undefined) return { kind: 'loaded', scenario };
    const told = await fetch(`./examples/${language}/${name}.yaml`);
    return { kind: 'loaded', scenario: told.ok ? retold(scenario, await told.text()) : scenario };
  } catch {
    return { kind: 'failed', reason: 'offline' };
  }
}
