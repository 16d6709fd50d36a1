import type { Playback } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { fetchOwnFile } from '../core/code/own-file.ts';
import type { Origin } from './content.ts';
import { type Ended, type Played, play } from './engine.ts';

/** Plays a scenario with a step selected: by the view that was stored with an example, else by the engine. */
export async function playStep(scenario: Scenario, origin: Origin, index: number): Promise<Ended<Played>> {
  const stored = origin.kind === 'example' ? await storedView(origin.name, index) : undefined;
  return stored === undefined
    ? play(scenario, scenario.steps[index]?.id)
    : { kind: 'done', value: { playback: stored, checked: true } };
}

/** Fetches the stored view of an example's step, so that it is at hand when the reader goes there. */
export async function storedView(name: string, index: number): Promise<Playback | undefined> {
  try {
    const response = await fetchOwnFile(`./views/${name}/${index + 1}.json`);
    // It was made by the same build as this page, with the same `run`.
    return response.ok ? ((await response.json()) as Playback) : undefined;
  } catch {
    return undefined;
  }
}
