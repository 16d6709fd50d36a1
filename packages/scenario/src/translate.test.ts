import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newScenario } from './edits.ts';
import { readScenario } from './file.ts';
import { translateScenario } from './translate.ts';

const folder = new URL('../../../public/examples/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const languages = readdirSync(folder).filter((name) => !name.includes('.'));

describe.each(languages)('the gallery in %s', (language) => {
  test('has nothing but the examples', () => {
    const translated = readdirSync(new URL(`${language}/`, folder));
    expect(translated.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(names)('translates %s, every sentence of it, and leaves nothing in English', (name) => {
    const file = new URL(`${language}/${name}`, folder);
    expect(existsSync(file), `public/examples/${language}/${name} is there`).toBe(true);
    const read = readScenario(readFileSync(new URL(name, folder), 'utf8'));
    if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
    const translated = translateScenario(read.scenario, readFileSync(file, 'utf8'));
    if (translated === undefined) throw new Error(`${language}/${name} does not fit ${name}`);
    expect(translated.steps.map((step) => ({ ...step, name: '', note: '' }))).toEqual(
      read.scenario.steps.map((step) => ({ ...step, name: '', note: '' })),
    );
    const sentences = [translated.title, translated.about, ...translated.steps.map(({ note }) => note)];
    const english = [read.scenario.title, read.scenario.about, ...read.scenario.steps.map(({ note }) => note)];
    for (const [index, sentence] of sentences.entries()) {
      expect(sentence ?? '').toMatch(/\S/);
      expect(sentence).not.toBe(english[index]);
    }
  });
});

const scenario = newScenario('A title', [
  { kind: 'apply', manager: 'a', name: 'one', note: 'First.', text: 'x: 1\n' },
  { kind: 'delete', text: '' },
]);

test('names and sentences are translated, and nothing else', () => {
  const translated = translateScenario(scenario, 'title: T\nabout: U\nsteps:\n- {name: eins, note: Erstens.}\n- {}\n');
  expect(translated).toEqual({
    title: 'T',
    about: 'U',
    steps: [{ ...scenario.steps[0], name: 'eins', note: 'Erstens.' }, scenario.steps[1]],
  });
});

test.each([
  ['no YAML', '{'],
  ['no map', '- a'],
  ['no title', 'about: U\nsteps:\n- {name: eins, note: E}\n- {}\n'],
  ['a step too few', 'title: T\nabout: U\nsteps:\n- {name: eins, note: E}\n'],
  ['a step without its name', 'title: T\nabout: U\nsteps:\n- {note: E}\n- {}\n'],
  ['a name for a step without one', 'title: T\nabout: U\nsteps:\n- {name: eins, note: E}\n- {name: zwei}\n'],
])('a translation that does not fit changes nothing: %s', (_, translation) => {
  expect(translateScenario(scenario, translation)).toBeUndefined();
});
