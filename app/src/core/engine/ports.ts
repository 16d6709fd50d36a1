import { fetchTwice } from '../code/fetch-twice.ts';
import { ownScript } from '../code/own-script.ts';
import type { Engine, WaitingScope } from './answer.ts';
import type { EnginePort, KindsNow, OpenPort, Timeouts } from './client.ts';
import { receivePieces, type Travelling } from './pieces.ts';
import type { EngineReply, EngineRequest, ProvidedKinds, WorkerMessage } from './protocol.ts';
import engineWorker from './worker.ts?worker&url';

/** How long an answer may take before the worker is ended, and how long its code may take to load. */
export const browserTimeouts: Timeouts = {
  answerMs: 10_000,
  startMs: 60_000,
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  cancel: (handle) => typeof handle === 'number' && clearTimeout(handle),
};

/** Opens the engine in a worker; throws where workers are blocked, as in a sandbox without an origin. */
export const openWorker: OpenPort = ({ onMessage, onFailure }): EnginePort => {
  const worker = new Worker(ownScript(engineWorker), { type: 'module', name: 'engine' });
  const receive = receivePieces(onMessage);
  worker.addEventListener('message', ({ data }: MessageEvent<Travelling<WorkerMessage>>) => receive(data));
  worker.addEventListener('error', onFailure);
  worker.addEventListener('messageerror', onFailure);
  return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
};

/** Opens the engine in the page itself, which has the kinds of the cluster. */
export function openInPage(kindsNow: KindsNow): OpenPort {
  return ({ onMessage }) => {
    let ended = false;
    return {
      post: async (request) => {
        if (request.kind === 'provide') return;
        const report = (message: WorkerMessage) => {
          if (!ended) onMessage(message);
        };
        report(await answerHere(request, kindsNow(), report));
      },
      end: () => {
        ended = true;
      },
    };
  };
}

async function answerHere(
  request: EngineRequest,
  kinds: ProvidedKinds | undefined,
  report: (message: WorkerMessage) => void,
): Promise<EngineReply> {
  try {
    const { answer, keepKinds } = await engineInPage();
    if (kinds !== undefined) keepKinds(kinds);
    return await answer(request, report);
  } catch {
    // The code could not be fetched: the page is offline, or in a sandbox whose server allows no other origin.
    const message = 'the engine could not be fetched';
    return request.kind === 'play'
      ? { kind: 'broke', revision: request.revision, message, missing: true }
      : { kind: 'unanswered', number: request.number, message };
  }
}

let fetched: Promise<Engine> | undefined;

/**
 * Fetches the engine for a page without workers. It is the code of the worker itself, so that the build has one engine
 * and what the page draws with shares no files with it. What is built for a worker exports nothing, so it is handed over.
 * Rejects where it cannot be fetched; the next call tries again.
 */
export function engineInPage(): Promise<Engine> {
  fetched ??= new Promise<Engine>((resolve, reject) => {
    (globalThis as WaitingScope).engineForPage = resolve;
    fetchTwice(() => import(/* @vite-ignore */ ownScript(engineWorker))).catch(reject);
  });
  fetched.catch(() => {
    fetched = undefined;
  });
  return fetched;
}
