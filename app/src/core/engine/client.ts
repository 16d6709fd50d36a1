import type {
  AskRequest,
  EngineMessage,
  EngineReply,
  EngineRequest,
  PlayRequest,
  ProvidedKinds,
  WorkerMessage,
} from './protocol.ts';

/** Where requests go: a worker, or the page itself. */
export interface EnginePort {
  post(message: EngineMessage): void;
  /** Ends whatever runs there. */
  end(): void;
}

/** Opens a port that reports to the handlers; throws where workers are blocked. */
export type OpenPort = (handlers: {
  readonly onMessage: (message: WorkerMessage) => void;
  readonly onFailure: () => void;
}) => EnginePort;

/** What the client reports to the page. */
export interface ClientEvents {
  /** A reply to the newest play, older ones never arrive; or to a question. */
  readonly onReply: (reply: EngineReply) => void;
  /** The engine did not answer in time and was ended; it starts again with the next request. */
  readonly onHung: (request: EngineRequest) => void;
  /** Workers are blocked here: from now on the engine runs in the page, without a watchdog. */
  readonly onFallback: () => void;
}

/**
 * How long the client waits for an answer and for code to be loaded; `later` and `cancel` are as setTimeout and
 * clearTimeout.
 */
export interface Timeouts {
  readonly answerMs: number;
  readonly startMs: number;
  later(run: () => void, milliseconds: number): unknown;
  cancel(handle: unknown): void;
}

/** Returns the kinds of the cluster that is open; undefined where none is. */
export type KindsNow = () => ProvidedKinds | undefined;

/** Sends requests of the page to the engine. */
export interface EngineClient {
  /**
   * Sends a request as soon as the engine is free. A play that was not sent yet is replaced by the next, and goes
   * before questions; the answer to a play that was sent is dropped when another waits.
   */
  send(request: EngineRequest): void;
  /** Takes back a question that was not sent yet. */
  forget(number: number): void;
}

/**
 * A client that keeps at most one request under way and one play waiting, so the newest text always wins and a
 * slow engine never falls behind. A watchdog ends a worker that hangs; where workers are blocked the page answers itself.
 * The kinds of a cluster, where `kindsNow` has some, are posted before the next request, once to each engine that is
 * started.
 */
export function engineClient(
  openWorker: OpenPort,
  openInPage: OpenPort,
  events: ClientEvents,
  timeouts: Timeouts,
  kindsNow: KindsNow,
): EngineClient {
  let port: EnginePort | undefined;
  let ready = false;
  let inPage = false;
  let underWay: EngineRequest | undefined;
  let waiting: PlayRequest | undefined;
  let questions: readonly AskRequest[] = [];
  let alarm: unknown;
  /** The key of the kinds that the port has. */
  let posted: string | undefined;

  const open = (): EnginePort => {
    ready = inPage;
    posted = undefined;
    // Messages of a port that was given up must not reach the one after it.
    let mine: EnginePort | undefined;
    const handlers = {
      onMessage: (message: WorkerMessage) => {
        if (mine === port) receive(message);
      },
      onFailure: () => {
        if (mine === port && !inPage) fallBack();
      },
    };
    mine = (inPage ? openInPage : openWorker)(handlers);
    return mine;
  };

  const fallBack = () => {
    port?.end();
    port = undefined;
    inPage = true;
    if (underWay?.kind === 'play') waiting ??= underWay;
    else if (underWay !== undefined) questions = [underWay, ...questions];
    underWay = undefined;
    events.onFallback();
    sendNext();
  };

  const watch = (milliseconds: number, run: () => void) => {
    timeouts.cancel(alarm);
    alarm = inPage ? undefined : timeouts.later(run, milliseconds);
  };

  const hung = () => {
    const hanging = underWay;
    port?.end();
    port = undefined;
    underWay = undefined;
    if (hanging !== undefined) events.onHung(hanging);
    sendNext();
  };

  const receive = (message: WorkerMessage) => {
    // How long the network takes says nothing about the engine.
    if (message.kind === 'fetching') {
      if (ready) watch(timeouts.startMs, hung);
      return;
    }
    if (message.kind === 'ready') {
      ready = true;
      if (underWay !== undefined) watch(timeouts.answerMs, hung);
      return;
    }
    timeouts.cancel(alarm);
    underWay = undefined;
    if (waiting === undefined || message.kind === 'answered' || message.kind === 'unanswered') events.onReply(message);
    sendNext();
  };

  const sendNext = () => {
    const next = waiting ?? questions[0];
    if (underWay !== undefined || next === undefined) return;
    if (port === undefined) {
      try {
        port = open();
      } catch {
        fallBack();
        return;
      }
    }
    if (next === waiting) waiting = undefined;
    else questions = questions.slice(1);
    underWay = next;
    watch(ready ? timeouts.answerMs : timeouts.startMs, ready ? hung : fallBack);
    const kinds = kindsNow();
    if (kinds !== undefined && kinds.key !== posted) {
      port.post(kinds);
      posted = kinds.key;
    }
    port.post(kinds === undefined ? underWay : { ...underWay, kindsKey: kinds.key });
  };

  return {
    send: (request) => {
      if (request.kind === 'play') waiting = request;
      else questions = [...questions, request];
      sendNext();
    },
    forget: (number) => {
      questions = questions.filter((question) => question.number !== number);
    },
  };
}
