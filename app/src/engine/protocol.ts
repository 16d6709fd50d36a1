import type { AnnotatedText, Answer, Playback, Question, Scenario } from '@managed-fields/scenario';

/** What the page asks of the engine. Plain data, so that it can be posted to a worker. */
export type EngineRequest = PlayRequest | AskRequest;

/** Run the scenario and show one step. */
export interface PlayRequest {
  readonly kind: 'play';
  /** Grows with every change of the scenario; the reply names it. */
  readonly revision: number;
  readonly scenario: Scenario;
  readonly selected: string | undefined;
  /** A pasted live object that stands beside the selected step and wants its ownership too. */
  readonly beside: string | undefined;
  /** Nothing is on screen yet: answer without the checks of kinds now; the same is asked again after it. */
  readonly withoutChecks?: boolean;
}

/** Answer a question about a scenario. */
export interface AskRequest {
  readonly kind: 'ask';
  /** Another one each time; the reply names it. */
  readonly number: number;
  readonly scenario: Scenario;
  readonly question: Question;
}

/** What the engine answers to a play; `broke` is a bug of ours, told instead of hidden, or code of it is `missing`. */
export type PlayReply =
  | {
      readonly kind: 'played';
      readonly revision: number;
      readonly playback: Playback;
      readonly beside: AnnotatedText | undefined;
      /** False for a play `withoutChecks`: it was made without the checks of kinds, and without the steps that follow. */
      readonly checked: boolean;
    }
  | { readonly kind: 'broke'; readonly revision: number; readonly message: string; readonly missing: boolean };

/** What the engine answers to a question; `unanswered` is a bug of ours, or a question that took too long. */
export type AskReply =
  | { readonly kind: 'answered'; readonly number: number; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly number: number; readonly message: string };

/** What the engine answers. */
export type EngineReply = PlayReply | AskReply;

/**
 * What travels from the worker: `fetching` while code comes over the network, `ready` once it is here, then replies.
 */
export type WorkerMessage = { readonly kind: 'ready' } | { readonly kind: 'fetching' } | EngineReply;
