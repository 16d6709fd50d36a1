import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Lesson, readLesson, startOf, translateLesson } from '@managed-fields/lessons';
import { plainForm } from '@managed-fields/scenario';
import { playedExamples } from './played.ts';

/** A JSON file that is served beside the examples. `path` is relative to the folder of the page. */
export interface StoredFile {
  readonly path: string;
  readonly json: string;
}

/**
 * What the page needs to show an example at once, with neither YAML reader nor engine: `examples/<name>.json` and
 * `examples/<language>/<name>.json` hold the scenario in plain form, `views/<name>/<place>.json` the playback in which
 * the step at that place, from 1, is selected. `folder` is that of `playedExamples`.
 */
export async function storedExamples(folder: string): Promise<readonly StoredFile[]> {
  const examples = await playedExamples(folder);
  return examples.flatMap(({ name, scenario, translated, play }): readonly StoredFile[] => [
    { path: `examples/${name}.json`, json: JSON.stringify(plainForm(scenario)) },
    ...[...translated].map(([language, each]) => ({
      path: `examples/${language}/${name}.json`,
      json: JSON.stringify(plainForm(each)),
    })),
    ...scenario.steps.map(({ id }, index) => ({
      path: `views/${name}/${index + 1}.json`,
      json: JSON.stringify(play(id)),
    })),
  ]);
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
