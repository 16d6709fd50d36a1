import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type Lesson, readLesson, startOf, translateLesson } from '@managed-fields/lessons';
import { run } from '@managed-fields/player/whole';
import { plainForm, readScenario, type Scenario, translateScenario } from '@managed-fields/scenario';

/** A JSON file that is served beside the examples. `path` is relative to the folder of the page. */
export interface StoredFile {
  readonly path: string;
  readonly json: string;
}

/**
 * What the page needs to show an example at once, with neither YAML reader nor engine: `examples/<name>.json` and
 * `examples/<language>/<name>.json` hold the scenario in plain form, `views/<name>/<place>.json` the playback in which
 * the step at that place, from 1, is selected. `folder` holds the examples' YAML, and a folder a language with the
 * translations; an example without one stands in English there. Throws where an example or a translation does not
 * hold to its form.
 */
export async function storedExamples(folder: string): Promise<readonly StoredFile[]> {
  const catalog = await loadKubernetesTypes();
  return scenariosIn(folder).flatMap(({ path, name, scenario }): readonly StoredFile[] => {
    const translated = { path: `examples/${path}.json`, json: JSON.stringify(plainForm(scenario)) };
    // A playback has no titles and notes, so all languages share it.
    if (path !== name) return [translated];
    const views = scenario.steps.map(({ id }, index) => ({
      path: `views/${name}/${index + 1}.json`,
      json: JSON.stringify(run(scenario, { catalog, selected: id })),
    }));
    return [translated, ...views];
  });
}

/**
 * What the page needs to open a lesson: `lessons/<name>.json` and `lessons/<language>/<name>.json` hold the lesson as it
 * was read, and the scenario that it opens. `folder` is as that of the examples. Throws where a lesson or a translation
 * does not hold to its form.
 */
export function storedLessons(folder: string): readonly StoredFile[] {
  const entries = readdirSync(folder);
  const languages = entries.filter((entry) => !entry.includes('.'));
  return entries
    .filter((entry) => entry.endsWith('.yaml'))
    .flatMap((file) => {
      const name = basename(file, '.yaml');
      const read = readLesson(readFileSync(join(folder, file), 'utf8'));
      if (read.kind === 'failure') throw new Error(`${file}: ${JSON.stringify(read.problems)}`);
      const stored = (path: string, lesson: Lesson): StoredFile => ({
        path: `lessons/${path}.json`,
        json: JSON.stringify({ lesson, start: plainForm(startOf(name, lesson)) }),
      });
      const translated = languages.map((language) => {
        const translation = join(folder, language, file);
        if (!existsSync(translation)) return stored(`${language}/${name}`, read.lesson);
        const lesson = translateLesson(read.lesson, readFileSync(translation, 'utf8'));
        if (lesson === undefined) throw new Error(`${language}/${file} does not fit the lesson`);
        return stored(`${language}/${name}`, lesson);
      });
      return [stored(name, read.lesson), ...translated];
    });
}

interface NamedScenario {
  /** The path in the folder of the examples, without an ending. */
  readonly path: string;
  readonly name: string;
  readonly scenario: Scenario;
}

/** Returns all examples in English, each followed by its translations. */
function scenariosIn(folder: string): readonly NamedScenario[] {
  const entries = readdirSync(folder);
  const languages = entries.filter((entry) => !entry.includes('.'));
  return entries
    .filter((entry) => entry.endsWith('.yaml'))
    .flatMap((file): readonly NamedScenario[] => {
      const name = basename(file, '.yaml');
      const read = readScenario(readFileSync(join(folder, file), 'utf8'));
      if (read.kind === 'failure') throw new Error(`${file}: ${JSON.stringify(read.problems)}`);
      const translated = languages.flatMap((language) => {
        const translation = join(folder, language, file);
        // Whoever writes an example sees it before it is translated; a unit test misses the translation.
        if (!existsSync(translation)) return { path: `${language}/${name}`, name, scenario: read.scenario };
        const scenario = translateScenario(read.scenario, readFileSync(translation, 'utf8'));
        if (scenario === undefined) throw new Error(`${language}/${file} does not fit the example`);
        return { path: `${language}/${name}`, name, scenario };
      });
      return [{ path: name, name, scenario: read.scenario }, ...translated];
    });
}
