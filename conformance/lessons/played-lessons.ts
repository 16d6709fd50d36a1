import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Lesson, readLesson, scenarioOf, withSolution } from '@managed-fields/lessons';
import type { Step } from '@managed-fields/scenario';
import type { Example } from '../gallery/examples.ts';

/** The folder of the recordings of lessons, `<name>.json`. */
export const lessonsFolder = fileURLToPath(new URL('../traces/v1.36/lessons/', import.meta.url));

const folder = new URL('../../public/lessons/', import.meta.url);

/**
 * What all lessons claim, as scenarios that a server can be asked: a task with its solution, a prediction with the step that
 * is played, and each history of an object that is found, `NAME-1` and so on. A file that does not read is a fault of ours.
 */
export function playedLessons(): readonly Example[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => {
    const read = readLesson(readFileSync(new URL(file, folder), 'utf8'));
    if (read.kind !== 'lesson') throw new Error(`${file}: ${JSON.stringify(read)}`);
    return playedBy(file.replace(/\.yaml$/, ''), read.lesson);
  });
}

function playedBy(name: string, lesson: Lesson): readonly Example[] {
  const example = (called: string, steps: readonly Step[]): Example => ({
    name: called,
    scenario: scenarioOf(lesson, steps),
    expected: [],
  });
  switch (lesson.form) {
    case 'task':
      return [example(name, withSolution(lesson.start, lesson.solution))];
    case 'predict':
      return [example(name, [...lesson.start, lesson.step])];
    case 'culprit':
      return lesson.histories.map(({ steps }, place) => example(`${name}-${place + 1}`, steps));
  }
}
