import type { Happening, HistoryScenario, RowRange, WatchNews, WatchStart } from '@managed-fields/cluster';
import type { ClusterKinds } from '@managed-fields/kubernetes-types';
import type {
  AnnotatedText,
  Answer,
  ChangesView,
  NewStep,
  Playback,
  Question,
  Scenario,
} from '@managed-fields/scenario';

/** What the page asks the engine. Plain data, so that it can be posted to a worker. */
export type EngineRequest = PlayRequest | AskRequest;

/**
 * The kinds of a cluster, once for all requests that name their key. Only the newest are kept. They get no answer.
 */
export interface ProvidedKinds {
  readonly kind: 'provide';
  /** Another one for other contents. */
  readonly key: string;
  readonly kinds: ClusterKinds;
}

/** Anything that is posted to the engine. */
export type EngineMessage = EngineRequest | ProvidedKinds;

/** What both requests have. */
interface AboutKinds {
  /**
   * The key of the kinds of a cluster by which scenarios of its version are read; they were posted before. The client
   * writes it.
   */
  readonly kindsKey?: string;
}

/** Asks to run the scenario and to show one step. */
export interface PlayRequest extends AboutKinds {
  readonly kind: 'play';
  /** Grows with every change of the scenario; the reply names it. */
  readonly revision: number;
  readonly scenario: Scenario;
  readonly selected: string | undefined;
  /** The id of a pasted live object that stands beside the selected step, and whose owners are shown too. */
  readonly beside: string | undefined;
  /**
   * Nothing is on screen yet, so the answer is to come without the checks of kinds. The page asks the same again after
   * it.
   */
  readonly withoutChecks?: boolean;
}

/** Asks a question about a scenario. */
export interface AskRequest extends AboutKinds {
  readonly kind: 'ask';
  /** Another one each time; the reply names it. */
  readonly number: number;
  readonly scenario: Scenario;
  readonly question: Question;
}

/** Asks about an object that is followed. It goes to a worker of its own, which holds the versions of one object. */
export interface FollowRequest extends AboutKinds {
  readonly kind: 'follow';
  /** Another one each time; the reply names it. */
  readonly number: number;
  readonly asked: FollowQuestion;
}

/** What is asked about an object that is followed, by its kind. */
export type FollowQuestion =
  | ({ readonly kind: 'start' } & WatchStart)
  | { readonly kind: 'told'; readonly happening: Happening }
  /** The changes of a row against the one before. */
  | { readonly kind: 'changes'; readonly row: number }
  | { readonly kind: 'step'; readonly row: number }
  | { readonly kind: 'scenario'; readonly range: RowRange; readonly title: string };

/** What is answered to each kind of `FollowQuestion`; undefined for a row whose object is no longer kept. */
export interface FollowAnswers {
  readonly start: WatchNews;
  readonly told: WatchNews;
  readonly changes: ChangesView | undefined;
  readonly step: NewStep | undefined;
  readonly scenario: HistoryScenario | undefined;
}

/** The answer to a `FollowRequest`. `unfollowed` is a bug of ours, or code that could not be fetched. */
export type FollowReply =
  | { readonly kind: 'followed'; readonly number: number; readonly answer: FollowAnswers[keyof FollowAnswers] }
  | { readonly kind: 'unfollowed'; readonly number: number; readonly message: string };

/**
 * The answer to a play. `broke` is a bug of ours, which is shown and not hidden; with `missing`, code of the engine
 * could not be fetched.
 */
export type PlayReply =
  | {
      readonly kind: 'played';
      readonly revision: number;
      readonly playback: Playback;
      readonly beside: AnnotatedText | undefined;
      /**
       * False for the answer to a play `withoutChecks`, which has neither the checks of kinds nor the steps after the
       * selected one.
       */
      readonly checked: boolean;
    }
  | { readonly kind: 'broke'; readonly revision: number; readonly message: string; readonly missing: boolean };

/** The answer to a question. `unanswered` is a bug of ours, or a question that took too long. */
export type AskReply =
  | { readonly kind: 'answered'; readonly number: number; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly number: number; readonly message: string };

/** Any answer of the engine. */
export type EngineReply = PlayReply | AskReply;

/** A message from the worker: `fetching` while code is being fetched, `ready` once it is there, and the replies. */
export type WorkerMessage = { readonly kind: 'ready' } | { readonly kind: 'fetching' } | EngineReply;

/** A message from the worker that follows an object. */
export type FollowMessage = Exclude<WorkerMessage, EngineReply> | FollowReply;
