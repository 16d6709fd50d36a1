import { fetchTwice } from '../code/fetch-twice.ts';
import { ownScript } from '../code/own-script.ts';
import type { answer, answerTask, keepKinds } from './answer.ts';
import engineWorker from './worker.ts?worker&url';

/** What the worker does, for a page that does it itself. */
export interface Engine {
  readonly answer: typeof answer;
  readonly answerTask: typeof answerTask;
  readonly keepKinds: typeof keepKinds;
}

/** The scope of a page that waits for the engine; the code of the worker hands it over and listens to nothing. */
export interface WaitingScope {
  engineForPage?: (engine: Engine) => void;
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
