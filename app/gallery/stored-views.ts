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
