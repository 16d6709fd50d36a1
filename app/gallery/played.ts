import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Playback } from '@managed-fields/player';
import { run } from '@managed-fields/player/whole';
import { readScenario, type Scenario, translateScenario } from '@managed-fields/scenario';

/** An example of the gallery, in all languages, and what its steps show. */
export interface PlayedExample {
  readonly name: string;
  /** In English. */
  readonly scenario: Scenario;
  /** By the code of the language; a language without a translation of it has it in English. */
  readonly translated: ReadonlyMap<string, Scenario>;
  /** Returns the playback in which a step is selected. It has no titles and notes, so all languages share it. */
  readonly play: (stepId: string) => Playback;
}

/**
 * Reads the examples of a folder, which holds their YAML and a folder a language with the translations, and plays each step
 * once. Throws where an example or a translation does not hold to its form. The same folder is played once in a process.
 */
export function playedExamples(folder: string): Promise<readonly PlayedExample[]> {
  const known = played.get(folder) ?? read(folder);
  played.set(folder, known);
  return known;
}

const played = new Map<string, Promise<readonly PlayedExample[]>>();

async function read(folder: string): Promise<readonly PlayedExample[]> {
  const catalog = await loadKubernetesTypes();
  const entries = readdirSync(folder);
  const languages = entries.filter((entry) => !entry.includes('.'));
  return entries
    .filter((entry) => entry.endsWith('.yaml'))
    .map((file) => {
      const given = readScenario(readFileSync(join(folder, file), 'utf8'));
      if (given.kind === 'failure') throw new Error(`${file}: ${JSON.stringify(given.problems)}`);
      const { scenario } = given;
      const playbacks = new Map<string, Playback>();
      return {
        name: basename(file, '.yaml'),
        scenario,
        translated: new Map(languages.map((language) => [language, translationOf(scenario, folder, language, file)])),
        play: (selected: string) => {
          const playback = playbacks.get(selected) ?? run(scenario, { catalog, selected });
          playbacks.set(selected, playback);
          return playback;
        },
      };
    });
}

function translationOf(scenario: Scenario, folder: string, language: string, file: string): Scenario {
  const translation = join(folder, language, file);
  // Whoever writes an example sees it before it is translated; a unit test misses the translation.
  if (!existsSync(translation)) return scenario;
  const translated = translateScenario(scenario, readFileSync(translation, 'utf8'));
  if (translated === undefined) throw new Error(`${language}/${file} does not fit the example`);
  return translated;
}
