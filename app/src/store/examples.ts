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
}

/** All examples in the gallery's order. */
export const examples: readonly ExampleInfo[] = list;

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
    const { readScenarioFile } = await import('./scenario-file.ts');
    const scenario = readScenarioFile(await response.text());
    return scenario === undefined ? { kind: 'failed', reason: 'broken' } : { kind: 'loaded', scenario };
  } catch {
    return { kind: 'failed', reason: 'offline' };
  }
}
