import { equals, isMap, listAt, mapAt, type Value, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { playScenario, type RunOptions } from '@managed-fields/player';
import type { Step } from '@managed-fields/scenario';
import { type CulpritLesson, type PredictLesson, type Question, scenarioOf } from './lesson.ts';
import { fieldValue, isValue, meantObject, objectIn, objectOf, ownersOf, type Played } from './played-object.ts';

/**
 * Plays the step of a lesson and says which choice of each of its questions is right, by its place; undefined where none
 * is. No file holds these answers.
 */
export function rightChoices(lesson: PredictLesson, { catalog }: RunOptions): readonly (number | undefined)[] {
  const played = playScenario(scenarioOf(lesson, [...lesson.start, lesson.step]), catalog);
  return lesson.questions.map((question) => {
    const at = placesOfRight(question, played);
    return at.length === 1 ? at[0] : undefined;
  });
}

function placesOfRight(question: Question, played: Played): readonly number[] {
  const last = played.at(-1);
  const then = objectIn(last?.after.cluster, objectOf(last));
  switch (question.kind) {
    case 'answer':
      return places(question.choices, ({ status }) => status === last?.outcome.status);
    case 'owners': {
      const owners = new Set(ownersOf(then, question.path).map(({ manager }) => manager));
      return places(question.choices, (choice) => isSameSet(owners, new Set(choice.owners)));
    }
    case 'value':
      return places(question.choices, ({ value }) => isValue(fieldValue(then, question.path), value));
  }
}

function places<T>(choices: readonly T[], isRight: (choice: T) => boolean): readonly number[] {
  return choices.flatMap((choice, place) => (isRight(choice) ? [place] : []));
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

/**
 * Plays each history of a lesson and says which of them leads to the object of its start, by its place; undefined where
 * none or several do. What only the time decides is not compared: uid, resourceVersion, generation and times.
 */
export function rightHistory(lesson: CulpritLesson, { catalog }: RunOptions): number | undefined {
  const endOf = (steps: readonly Step[]) => {
    const played = playScenario(scenarioOf(lesson, steps), catalog);
    const end = objectIn(played.at(-1)?.after.cluster, meantObject(played))?.object;
    return end === undefined ? undefined : withoutTimes(end);
  };
  const found = endOf(lesson.start);
  const right = lesson.histories.flatMap(({ steps }, place) => {
    const end = endOf(steps);
    return found !== undefined && end !== undefined && equals(found, end) ? [place] : [];
  });
  return right.length === 1 ? right[0] : undefined;
}

const byTime = ['uid', 'resourceVersion', 'generation', 'creationTimestamp'] as const;

function withoutTimes(object: ValueMap): ValueMap {
  const bare = byTime.reduce((left, key) => withMetadata(left, key, undefined), object);
  const entries = listAt(mapAt(bare, 'metadata'), 'managedFields') ?? [];
  return withMetadata(bare, 'managedFields', entries.map(withoutTime));
}

function withoutTime(entry: Value): Value {
  return isMap(entry) ? new Map([...entry].filter(([key]) => key !== 'time')) : entry;
}
