import type { AnnotatedText, Playback, Scenario, WayOut } from '@managed-fields/scenario';

/** What the page asks of the engine. Plain data, so that it can be posted to a worker. */
export type EngineRequest = PlayRequest | ResolveRequest;

/** Run the scenario and show one step. */
export interface PlayRequest {
  readonly kind: 'play';
  /** Grows with every request; the reply names it. */
  readonly revision: number;
  readonly scenario: Scenario;
  readonly selected: string | undefined;
  /** A pasted live object that stands beside the selected step and wants its ownership too. */
  readonly beside: string | undefined;
}

/** Change the scenario so that a conflict is gone. */
export interface ResolveRequest {
  readonly kind: 'resolve';
  readonly revision: number;
  readonly scenario: Scenario;
  readonly stepId: string;
  readonly way: WayOut;
}

/** What the engine answers; `broke` is a bug of ours, told instead of hidden. */
export type EngineReply =
  | {
      readonly kind: 'played';
      readonly revision: number;
      readonly playback: Playback;
      readonly beside: AnnotatedText | undefined;
    }
  | { readonly kind: 'resolved'; readonly revision: number; readonly scenario: Scenario }
  | { readonly kind: 'broke'; readonly revision: number; readonly message: string };

/** What travels from the worker: `ready` once its code is loaded, then replies. */
export type WorkerMessage = { readonly kind: 'ready' } | EngineReply;
