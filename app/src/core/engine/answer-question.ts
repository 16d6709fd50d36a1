import {
  answerQuestion as answerOfPlayer,
  type Questions as PlayerQuestions,
  type RunOptions,
} from '@managed-fields/player';
import { type PastedTexts, type PastePlace, readPastedTexts } from '@managed-fields/reading';
import type { Scenario } from '@managed-fields/scenario';

// Code that only questions need. It is fetched with the first question, because the first view does without it.

/** The questions that the page asks: those that the player answers, and what pasted texts mean. */
export interface Questions extends PlayerQuestions {
  /**
   * Reads texts that somebody pasted: objects, requests, an error, a scenario. Kinds of the scenario are known; a
   * conflict and its object are joined.
   */
  readonly pasted: {
    readonly asked: Readonly<{ texts: readonly string[] } & PastePlace>;
    readonly answered: PastedTexts;
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
  if (question.kind !== 'pasted') return answerOfPlayer(scenario, question, options);
  const { kind, texts, ...place } = question;
  return readPastedTexts(texts, place, scenario, options);
}
