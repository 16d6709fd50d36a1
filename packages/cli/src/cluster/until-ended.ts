import type { Ended, Io, Started } from '../io.ts';

/** How a program ended, and whether it was because somebody interrupted this one. */
export interface Waited {
  readonly ended: Ended;
  readonly interrupted: boolean;
}

/** Waits for a program to end, and asks it to at a signal. */
export async function untilEnded(io: Io, started: Started): Promise<Waited> {
  let interrupted = false;
  const stop = io.onSignal(() => {
    interrupted = true;
    started.end();
  });
  const ended = await started.ended;
  stop();
  // Ctrl-C reaches both programs, and the other may end before this one hears of it.
  return { ended, interrupted: interrupted || (ended.kind === 'ended' && ended.signal === 'SIGINT') };
}
