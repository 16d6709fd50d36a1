import { Worker } from 'node:worker_threads';
import type { Job, Said } from './worker.ts';

/** A thread of its own that does jobs, one after another. */
export interface Helper {
  /** Hears what is said until the job is done; gives what went wrong outside of a test, after which it is of no use. */
  ask(job: Job, hear: (said: Said) => void): Promise<string | undefined>;
  end(): void;
}

/** A thread that has loaded nothing yet. */
export function newHelper(worker: string): Helper {
  // What tests print is not shown.
  const thread = new Worker(worker, {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 3000 },
  });
  let hear: (said: Said) => void = () => undefined;
  let finish: (wrong: string | undefined) => void = () => undefined;
  thread.on('message', (said: Said) => (said.kind === 'done' ? finish(undefined) : hear(said)));
  thread.on('error', (error) => finish(error.message));
  thread.on('exit', () => finish('it does not end'));
  return {
    ask: (job, listener) =>
      new Promise((resolve) => {
        hear = listener;
        finish = resolve;
        thread.postMessage(job);
      }),
    end: () => void thread.terminate(),
  };
}

/** Shares things among doers, each of which takes the next one when it is done with one. */
export async function atOnce<Doer, T>(
  doers: readonly Doer[],
  all: readonly T[],
  act: (doer: Doer, one: T) => Promise<void>,
): Promise<void> {
  const rest = all.values();
  await Promise.all(
    doers.map(async (doer) => {
      for (const one of rest) await act(doer, one);
    }),
  );
}
