import type { FieldPathText } from '../ownership.ts';
import type { OtherWayView } from '../playback.ts';
import type { RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import { resolveConflict, type WayOut } from '../ways-out.ts';
import { type FieldEventView, fieldHistory } from './history.ts';
import { otherWay } from './other-way.ts';
import { previewWaysOut, type WayPreview } from './ways-out.ts';

/**
 * What can be asked about a scenario beside its playback, on demand and never for each keystroke: what each kind of
 * question takes, and what its answer is. All of it is plain data that a worker can post.
 */
export interface Questions {
  /** What each way out of a step's conflict would come to. */
  readonly 'ways-out': Kind<{ stepId: string; paths?: readonly FieldPathText[] }, readonly WayPreview[]>;
  /** The scenario with a step's conflict taken away. */
  readonly resolve: Kind<{ stepId: string; way: WayOut; paths?: readonly FieldPathText[] }, Scenario>;
  /** Why a field of a step's object is as it is. */
  readonly history: Kind<{ stepId: string; path: FieldPathText }, readonly FieldEventView[]>;
  /** The same apply of kubectl the other way. */
  readonly 'other-way': Kind<{ stepId: string }, OtherWayView | undefined>;
}

interface Kind<Asked, Answered> {
  readonly asked: Readonly<Asked>;
  readonly answered: Answered;
}

/** The name of a kind of question. */
export type QuestionKind = keyof Questions;

/** A question: its kind, and what that kind takes. */
export type Question<K extends QuestionKind = QuestionKind> = {
  [Each in K]: { readonly kind: Each } & Questions[Each]['asked'];
}[K];

/** The answer to a kind of question. */
export type Answer<K extends QuestionKind = QuestionKind> = Questions[K]['answered'];

const answers: {
  readonly [K in QuestionKind]: (scenario: Scenario, asked: Questions[K]['asked'], options: RunOptions) => Answer<K>;
} = {
  'ways-out': (scenario, { stepId, paths }, options) => previewWaysOut(scenario, stepId, options, paths),
  resolve: (scenario, { stepId, way, paths }, options) => resolveConflict(scenario, stepId, way, options, paths),
  history: (scenario, { stepId, path }, options) => fieldHistory(scenario, stepId, path, options),
  'other-way': (scenario, { stepId }, options) => otherWay(scenario, stepId, options),
};

/** Answers a question about a scenario. Pure, as `run` is; a step that the scenario does not have answers nothing. */
export function answerQuestion<K extends QuestionKind>(
  scenario: Scenario,
  question: { readonly kind: K } & Questions[K]['asked'],
  options: RunOptions,
): Answer<K> {
  return answers[question.kind](scenario, question, options);
}
