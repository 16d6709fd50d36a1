import list from 'virtual:examples';
import type { Scenario } from '@managed-fields/scenario';

/** What the menu says of an example; the scenario itself is fetched when it is opened. */
export interface ExampleInfo {
  /** The name in links, `#x/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly steps: number;
}

/** All examples of the gallery, by name. */
export const examples: readonly ExampleInfo[] = list;

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
