import { readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, listAt, stringAt } from '@managed-fields/merge-engine';
import { run } from '@managed-fields/player/whole';
import type { Expectation, Step } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { describe, expect, test } from 'vitest';
import { checkTask } from './check-task.ts';
import { type Lesson, scenarioOf, startOf, withSolution } from './lesson.ts';
import { readLesson } from './read-lesson.ts';
import { rightChoices, rightHistory } from './right-answers.ts';
import { translateLesson } from './translate-lesson.ts';

const folder = new URL('../../../public/lessons/', import.meta.url);
const entries = readdirSync(folder);
const names = entries.filter((file) => file.endsWith('.yaml')).map((file) => file.replace(/\.yaml$/, ''));
const languages = entries.filter((entry) => !entry.includes('.'));
const catalog = await loadKubernetesTypes();

function read(name: string) {
  const found = readLesson(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'));
  if (found.kind !== 'lesson') throw new Error(`${name}: ${JSON.stringify(found)}`);
  return found;
}

/** How the steps end, and with which words. */
function endsOf(lesson: Lesson, steps: readonly Step[]) {
  return run(scenarioOf(lesson, steps), { catalog }).outcomes.map(({ stepId, status, message, problems }) => ({
    stepId,
    status,
    message,
    problems: problems.filter(({ severity }) => severity === 'error').map((each) => each.message),
  }));
}

function statuses(lesson: Lesson, steps: readonly Step[]): readonly Expectation[] {
  return endsOf(lesson, steps).map(({ status }) => status);
}

test('every lesson stands in one chapter, and there are six of them', () => {
  const value = readDocuments(readFileSync(new URL('../lessons.yaml', folder), 'utf8'))[0]?.value;
  const chapters = (isMap(value) ? (listAt(value, 'chapters') ?? []) : []).filter(isMap);
  expect(chapters.map((chapter) => stringAt(chapter, 'id'))).toEqual([
    'reading',
    'apply',
    'schema',
    'client-side',
    'controllers',
    'tools',
  ]);
  expect(chapters.flatMap((chapter) => listAt(chapter, 'lessons') ?? []).toSorted()).toEqual(names.toSorted());
  expect(names.length).toBeGreaterThanOrEqual(30);
});

test('a lesson is in each language, and no language has more', () => {
  expect(languages).toEqual(['uk', 'zh-CN']);
  for (const language of languages) {
    const files = readdirSync(new URL(`${language}/`, folder));
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.yaml`).toSorted());
  }
});

describe.each(names)('%s', (name) => {
  const { lesson, expected } = read(name);

  test('starts as it says, and at most its last step is refused', () => {
    const ends = endsOf(lesson, lesson.start);
    expect(
      ends.map(({ status }) => status),
      JSON.stringify(ends),
    ).toEqual(expected.start);
    expect(expected.start.slice(0, -1)).not.toContain('conflict');
    expect(expected.start).not.toContain('error');
  });

  test('has a task in at most two sentences', () => {
    expect(lesson.task.match(/[.?!](?= |$)/g)?.length).toBeLessThanOrEqual(2);
    expect(lesson.shows).toMatch(/\.$/);
  });

  test.each(languages)('is translated into %s, every sentence of it', (language) => {
    const text = readFileSync(new URL(`${language}/${name}.yaml`, folder), 'utf8');
    const translated = translateLesson(lesson, text);
    if (translated === undefined) throw new Error(`${language}/${name}.yaml does not fit`);
    const [theirs, ours] = [sentencesOf(translated), sentencesOf(lesson)];
    expect(theirs.length).toBe(ours.length);
    for (const [index, sentence] of theirs.entries())
      expect(isCommand(sentence) || sentence !== ours[index]).toBe(true);
  });

  if (lesson.form === 'task') {
    const { task } = startOf(name, lesson);
    if (task === undefined) throw new Error('a lesson opens with its task');
    const check = (steps: readonly Step[]) =>
      checkTask({ ...scenarioOf(lesson, steps), task }, { task, start: lesson.start }, { catalog });

    test('is not done at its start, nor by a part of its solution', () => {
      expect(check(lesson.start).done).toBe(false);
      for (let length = 1; length < lesson.solution.length; length++) {
        const part = withSolution(lesson.start, lesson.solution.slice(0, length));
        expect(check(part).done, `with ${length} steps`).toBe(false);
      }
    });

    test('is done by its solution, whose steps end as they say', () => {
      const steps = withSolution(lesson.start, lesson.solution);
      const { goals, broken, done } = check(steps);
      const unmet = lesson.goals.filter((_, index) => goals[index] !== true);
      const ends = JSON.stringify(endsOf(lesson, steps), null, 1);
      expect({ unmet, broken, done }, ends).toEqual({ unmet: [], broken: [], done: true });
      expect(statuses(lesson, steps).slice(-lesson.solution.length), ends).toEqual(expected.after);
      for (const { note } of lesson.solution) expect(note ?? '').toMatch(/\.$/);
      expect(lesson.hints.length).toBeGreaterThan(0);
    });
  }

  if (lesson.form === 'predict') {
    test('each question has one right choice, and each wrong one its sentence', () => {
      const ends = endsOf(lesson, [...lesson.start, lesson.step]);
      const right = rightChoices(lesson, { catalog });
      expect(right, JSON.stringify(ends.at(-1))).not.toContain(undefined);
      for (const [index, { choices }] of lesson.questions.entries()) {
        expect(choices.length).toBeGreaterThan(1);
        const said = choices.map(({ why }) => why !== undefined);
        expect(said, `question ${index + 1}`).toEqual(choices.map((_, place) => place !== right[index]));
      }
    });
  }

  if (lesson.form === 'culprit') {
    test('one history leads to the object, and each wrong one has its sentence', () => {
      const right = rightHistory(lesson, { catalog });
      expect(right).not.toBe(undefined);
      const said = lesson.histories.map(({ why }) => why !== undefined);
      expect(said).toEqual(lesson.histories.map((_, place) => place !== right));
    });
  }
});

function sentencesOf(lesson: Lesson): readonly string[] {
  const said = [lesson.title, lesson.task, lesson.shows];
  switch (lesson.form) {
    case 'task':
      return [...said, ...lesson.hints, ...lesson.solution.flatMap(({ note }) => note ?? [])];
    case 'predict':
      return [...said, ...lesson.questions.flatMap(({ choices }) => choices.flatMap(({ why }) => why ?? []))];
    case 'culprit':
      return [...said, ...lesson.histories.flatMap(({ title, why }) => [title, ...(why === undefined ? [] : [why])])];
  }
}

/** Commands are the same in all languages. */
function isCommand(text: string): boolean {
  return /^kubectl [a-z ]+$/.test(text);
}
