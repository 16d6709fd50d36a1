import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newScenario } from './edits.ts';
import { readScenario } from './file.ts';
import { retellScenario } from './retell.ts';

const folder = new URL('../../../public/examples/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const languages = readdirSync(folder).filter((name) => !name.includes('.'));

describe.each(languages)('the gallery in %s', (language) => {
  test('has nothing but the examples', () => {
    const told = readdirSync(new URL(`${language}/`, folder));
    expect(told.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(names)('tells %s, every sentence of it, and nothing in English', (name) => {
    const file = new URL(`${language}/${name}`, folder);
    expect(existsSync(file), 'is told').toBe(true);
    const read = readScenario(readFileSync(new URL(name, folder), 'utf8'));
    if (read.kind !== 'scenario') throw new Error(JSON.stringify(read));
    const told = retellScenario(read.scenario, readFileSync(file, 'utf8'));
    if (told === undefined) throw new Error(`${language}/${name} does not fit ${name}`);
    expect(told.steps.map((step) => ({ ...step, name: '', note: '' }))).toEqual(
      read.scenario.steps.map((step) => ({ ...step, name: '', note: '' })),
    );
    const sentences = [told.title, told.about, ...told.steps.map(({ note }) => note)];
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

test('names and sentences are told anew, and nothing else', () => {
  const told = retellScenario(scenario, 'title: T\nabout: U\nsteps:\n- {name: eins, note: Erstens.}\n- {}\n');
  expect(told).toEqual({
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
])('a telling that does not fit changes nothing: %s', (_, telling) => {
  expect(retellScenario(scenario, telling)).toBeUndefined();
});
