import { playScenario, type RunOptions } from '@managed-fields/player';
import { type PredictLesson, type Question, scenarioOf } from './lesson.ts';
import { fieldValue, isValue, objectIn, objectOf, ownersOf, type Played } from './played-object.ts';

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
