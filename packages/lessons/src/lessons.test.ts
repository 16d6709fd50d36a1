import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { run } from '@managed-fields/player/whole';
import type { Expectation, Step } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { checkTask } from './check-task.ts';
import { rightHistory } from './culprit.ts';
import { type Lesson, scenarioOf, startOf, withSolution } from './lesson.ts';
import { rightChoices } from './predict.ts';
import { readLesson } from './read-lesson.ts';

const folder = new URL('../../../public/lessons/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace(/\.yaml$/, ''));
const catalog = await loadKubernetesTypes();

function read(name: string): Lesson {
  const found = readLesson(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'));
  if (found.kind !== 'lesson') throw new Error(`${name}: ${JSON.stringify(found)}`);
  return found.lesson;
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

const unplayed: readonly (Expectation | undefined)[] = ['skipped', 'not-played'];

describe.each(names)('%s', (name) => {
  const lesson = read(name);

  test('starts with steps that are played, of which at most the last is refused', () => {
    const ends = endsOf(lesson, lesson.start);
    for (const [index, { status, ...why }] of ends.entries()) {
      expect(unplayed, JSON.stringify(why)).not.toContain(status);
      if (status === 'error') throw new Error(JSON.stringify(why));
      if (status === 'conflict') expect(index, JSON.stringify(why)).toBe(ends.length - 1);
    }
  });

  test('has a task in at most two sentences', () => {
    expect(lesson.task.match(/[.?!](?= |$)/g)?.length).toBeLessThanOrEqual(2);
    expect(lesson.shows).toMatch(/\.$/);
  });

  if (lesson.form === 'task') {
    const { task } = startOf(name, lesson);
    if (task === undefined) throw new Error('a lesson opens with its task');
    const check = (steps: readonly Step[]) =>
      checkTask({ ...scenarioOf(lesson, steps), task }, { task, start: lesson.start }, { catalog });

    test('is not done at its start', () => {
      expect(check(lesson.start).done).toBe(false);
    });

    test('is done by its solution', () => {
      const steps = withSolution(lesson.start, lesson.solution);
      const { goals, broken, done } = check(steps);
      const unmet = lesson.goals.filter((_, index) => goals[index] !== true);
      expect({ unmet, broken, done }, JSON.stringify(endsOf(lesson, steps), null, 1)).toEqual({
        unmet: [],
        broken: [],
        done: true,
      });
      for (const { note } of lesson.solution) expect(note ?? '').toMatch(/\.$/);
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

test('the files of lessons are there', () => {
  expect(existsSync(folder)).toBe(true);
  expect(names.length).toBeGreaterThan(0);
});
