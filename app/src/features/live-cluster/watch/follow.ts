import type { Happening, Next, ReadRequest, WatchNews, WatchRequest } from '@managed-fields/live-cluster';
import type { ClusterAnswer, WatchEvent } from '../state/send.ts';

/** What following an object needs of the page: to send, to wait, and to take in what happened. */
export interface FollowMeans {
  list(request: ReadRequest, signal: AbortSignal): Promise<ClusterAnswer>;
  watch(request: WatchRequest, signal: AbortSignal): AsyncIterable<WatchEvent>;
  /** Takes in what happened, and says what changed and what is to be done next. */
  tell(happening: Happening): Promise<WatchNews>;
  /** Resolves after some milliseconds, or at once where `signal` aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Does what is to be done next, again and again, until `signal` aborts or the server would answer the same again. One
 * line is taken in after the other, so that a server which is faster than the page waits, and nothing piles up here.
 */
export async function followObject(next: Next, means: FollowMeans, signal: AbortSignal): Promise<void> {
  let doing = next;
  let lines: AsyncIterator<WatchEvent> | undefined;
  try {
    while (!signal.aborted) {
      if (doing.kind === 'end') return;
      if (doing.kind !== 'read') await lines?.return?.();
      if (doing.kind === 'watch') lines = means.watch(doing.request, signal)[Symbol.asyncIterator]();
      const happening = await outcomeOf(doing, lines, means, signal);
      if (happening === undefined || signal.aborted) return;
      ({ next: doing } = await means.tell(happening));
    }
  } finally {
    await lines?.return?.();
  }
}

async function outcomeOf(
  doing: Exclude<Next, { readonly kind: 'end' }>,
  lines: AsyncIterator<WatchEvent> | undefined,
  means: FollowMeans,
  signal: AbortSignal,
): Promise<Happening | undefined> {
  switch (doing.kind) {
    case 'list':
      return happeningOf(await means.list(doing.request, signal), means.now());
    case 'wait':
      await means.wait(doing.until - means.now(), signal);
      return { kind: 'waited', now: means.now() };
    case 'watch':
    case 'read': {
      const event = await lines?.next();
      // A watch that says nothing of its end was aborted.
      return event === undefined || event.done === true ? undefined : happeningOf(event.value, means.now());
    }
  }
}

function happeningOf(event: WatchEvent | ClusterAnswer, now: number): Happening {
  switch (event.kind) {
    case 'line':
      return { kind: 'line', line: event.line, now };
    case 'answered':
      return { kind: 'answered', code: event.code, text: event.text, now };
    case 'front':
      return { ...event, now };
    case 'unreached':
      return { kind: 'unreached', message: event.message, now };
    case 'too-large':
      return { kind: 'answered', code: 413, text: `${event.bytes} bytes`, now };
    case 'refused':
      // What the page itself does not send is refused again the next time.
      return { kind: 'answered', code: 400, text: `${event.reason}: ${event.found}`, now };
  }
}
