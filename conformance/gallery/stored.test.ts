import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { run } from '@managed-fields/player/whole';
import { checkForm, readScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { storedExamples } from '../../app/gallery/stored-views.ts';

const folder = fileURLToPath(new URL('../../public/examples/', import.meta.url));
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.yaml') ? file.replace('.yaml', '') : []));
const files = new Map((await storedExamples(folder)).map(({ path, json }) => [path, json]));
const catalog = await loadKubernetesTypes();

/** Reads a stored file as a page does. */
function stored(path: string): unknown {
  return JSON.parse(files.get(path) ?? 'null');
}

test.each(names)('the stored views of %s are what the engine answers', (name) => {
  const read = readScenario(readFileSync(`${folder}${name}.yaml`, 'utf8'));
  if (read.kind === 'failure') throw new Error(JSON.stringify(read));
  const { scenario } = read;
  expect(checkForm(stored(`examples/${name}.json`))).toMatchObject({ kind: 'scenario', scenario });
  for (const [index, { id }] of scenario.steps.entries()) {
    expect(stored(`views/${name}/${index + 1}.json`), id).toEqual(run(scenario, { catalog, selected: id }));
  }
});

const translated = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test.each(translated)('every example is stored as $name has it', ({ name: language }) => {
  for (const name of names) {
    const told = checkForm(stored(`examples/${language}/${name}.json`));
    const english = checkForm(stored(`examples/${name}.json`));
    if (told.kind === 'failure' || english.kind === 'failure') throw new Error(name);
    expect(told.scenario.title).not.toBe(english.scenario.title);
    expect(told.scenario.steps.map(({ text }) => text)).toEqual(english.scenario.steps.map(({ text }) => text));
  }
});
