import {
  type AskedTask,
  type CheckedTask,
  type CulpritLesson,
  checkTask,
  type PredictLesson,
  rightChoices,
  rightHistory,
} from '@managed-fields/lessons';
import {
  answerQuestion as answerOfPlayer,
  type Questions as PlayerQuestions,
  type RunOptions,
} from '@managed-fields/player';
import { type PastedTexts, type PastePlace, readPastedTexts } from '@managed-fields/reading';
import type { Scenario } from '@managed-fields/scenario';

// Code that only questions need. It is fetched with the first question, because the first view does without it.

/** The questions that the page asks: those that the player answers, what pasted texts mean, and those of lessons. */
export interface Questions extends PlayerQuestions {
  /**
   * Reads texts that somebody pasted: objects, requests, an error, a scenario. Kinds of the scenario are known; a
   * conflict and its object are joined.
   */
  readonly pasted: {
    readonly asked: Readonly<{ texts: readonly string[] } & PastePlace>;
    readonly answered: PastedTexts;
  };
  /** How far the scenario has done a task. */
  readonly task: { readonly asked: Readonly<AskedTask>; readonly answered: CheckedTask };
  /** Which choice of each question of a lesson is right, and which of the histories of one. */
  readonly 'right-choices': {
    readonly asked: { readonly lesson: PredictLesson };
    readonly answered: readonly (number | undefined)[];
  };
  readonly 'right-history': {
    readonly asked: { readonly lesson: CulpritLesson };
    readonly answered: number | undefined;
  };
}

/** The name of a kind of question. */
export type QuestionKind = keyof Questions;

/** A question: its kind, and what that kind takes. */
export type Question<K extends QuestionKind = QuestionKind> = {
  [Each in K]: { readonly kind: Each } & Questions[Each]['asked'];
}[K];

/** The answer to a kind of question. */
export type Answer<K extends QuestionKind = QuestionKind> = Questions[K]['answered'];

/** Answers a question about a scenario, as `answerQuestion` of the player does. */
export function answerQuestion(scenario: Scenario, question: Question, options: RunOptions): Answer {
  switch (question.kind) {
    case 'pasted': {
      const { kind, texts, ...place } = question;
      return readPastedTexts(texts, place, scenario, options);
    }
    case 'task':
      return checkTask(scenario, question, options);
    case 'right-choices':
      return rightChoices(question.lesson, options);
    case 'right-history':
      return rightHistory(question.lesson, options);
    default:
      return answerOfPlayer(scenario, question, options);
  }
}
