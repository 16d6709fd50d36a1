import type { EngineReply, EngineRequest, WorkerMessage } from './protocol.ts';

/** Where requests go: a worker, or the page itself. */
export interface EnginePort {
  post(request: EngineRequest): void;
  /** Ends whatever runs there. */
  end(): void;
}

/** Opens a port that reports to the handlers; throws where workers are blocked. */
export type OpenPort = (handlers: {
  readonly onMessage: (message: WorkerMessage) => void;
  readonly onFailure: () => void;
}) => EnginePort;

/** What the client tells the page. */
export interface ClientEvents {
  /** A reply to the newest request; older ones never arrive. */
  readonly onReply: (reply: EngineReply) => void;
  /** The engine did not answer in time and was ended; it starts again with the next request. */
  readonly onHung: (revision: number) => void;
  /** Workers are blocked here: from now on the engine runs in the page, without a watchdog. */
  readonly onFallback: () => void;
}

/** How the client waits; times in milliseconds, `later` and `cancel` as setTimeout and clearTimeout. */
export interface Patience {
  readonly answer: number;
  readonly start: number;
  later(run: () => void, milliseconds: number): unknown;
  cancel(handle: unknown): void;
}

/** The page's end of the wire. */
export interface EngineClient {
  /** Asks; a request that was not sent yet is replaced, the answer to one that was sent is dropped. */
  ask(request: EngineRequest): void;
}

/**
 * A client that keeps at most one request under way and one waiting, so the newest text always wins and a slow engine
 * never builds a queue. A watchdog ends a worker that hangs; where workers are blocked the page answers itself.
 */
export function engineClient(
  openWorker: OpenPort,
  openInPage: OpenPort,
  events: ClientEvents,
  patience: Patience,
): EngineClient {
  let port: EnginePort | undefined;
  let ready = false;
  let inPage = false;
  let underWay: EngineRequest | undefined;
  let waiting: EngineRequest | undefined;
  let alarm: unknown;

  const open = (): EnginePort => {
    ready = inPage;
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
    waiting ??= underWay;
    underWay = undefined;
    events.onFallback();
    send();
  };

  const watch = (milliseconds: number, run: () => void) => {
    patience.cancel(alarm);
    alarm = inPage ? undefined : patience.later(run, milliseconds);
  };

  const hung = () => {
    const revision = underWay?.revision ?? 0;
    port?.end();
    port = undefined;
    underWay = undefined;
    events.onHung(revision);
    send();
  };

  const receive = (message: WorkerMessage) => {
    if (message.kind === 'ready') {
      ready = true;
      if (underWay !== undefined) watch(patience.answer, hung);
      return;
    }
    patience.cancel(alarm);
    underWay = undefined;
    if (waiting === undefined || message.kind === 'resolved') events.onReply(message);
    send();
  };

  const send = () => {
    if (underWay !== undefined || waiting === undefined) return;
    if (port === undefined) {
      try {
        port = open();
      } catch {
        fallBack();
        return;
      }
    }
    underWay = waiting;
    waiting = undefined;
    watch(ready ? patience.answer : patience.start, ready ? hung : fallBack);
    port.post(underWay);
  };

  return {
    ask: (request) => {
      waiting = request;
      send();
    },
  };
}
