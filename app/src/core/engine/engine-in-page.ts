import { fetchTwice } from '../code/fetch-twice.ts';
import { ownScript } from '../code/own-script.ts';
import type { Engine, WaitingScope } from './answer.ts';
import engineWorker from './worker.ts?worker&url';

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
