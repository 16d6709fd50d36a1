import { fetchTwice } from '../code/fetch-twice.ts';
import { ownScript } from '../code/own-script.ts';
import { kindsNow } from '../engine/kinds-now.ts';
import { receivePieces, type Travelling } from '../engine/pieces.ts';
import type { FollowAnswers, FollowMessage, FollowQuestion, FollowReply, FollowRequest } from '../engine/protocol.ts';
import engineWorker from '../engine/worker.ts?worker&url';

/** Where the versions of an object that is followed are read, compared and kept. */
export interface WatchEngine {
  /** Asks; rejects where there is no answer, because of a bug of ours or because `end` was called. */
  ask<K extends FollowQuestion['kind']>(asked: FollowQuestion & { readonly kind: K }): Promise<FollowAnswers[K]>;
  /** Ends it, and lets go of all that it holds. */
  end(): void;
}

type Post = (request: FollowRequest) => void;

/**
 * Opens an engine in a worker of its own, so that large objects that change often hold up neither the page nor what is
 * played. Where workers are blocked it is the page itself.
 */
export function openWatchEngine(): WatchEngine {
  const kinds = kindsNow();
  try {
    const worker = new Worker(ownScript(engineWorker), { type: 'module', name: 'watch' });
    const engine = watchEngine(
      (request) => worker.postMessage(request),
      () => worker.terminate(),
      kinds?.key,
    );
    if (kinds !== undefined) worker.postMessage(kinds);
    const receive = receivePieces(engine.receive);
    worker.addEventListener('message', ({ data }: MessageEvent<Travelling<FollowMessage>>) => receive(data));
    worker.addEventListener('error', () => engine.fail('the worker could not be started'));
    return engine;
  } catch {
    const engine = watchEngine(
      async (request) => {
        const { answerFollow, keepKinds } = await fetchTwice(() => import('../engine/answer.ts'));
        if (kinds !== undefined) keepKinds(kinds);
        engine.receive(await answerFollow(request));
      },
      () => undefined,
      kinds?.key,
    );
    return engine;
  }
}

interface OpenEngine extends WatchEngine {
  receive(message: FollowMessage): void;
  fail(message: string): void;
}

/** An engine behind functions that post a request and end it. `kindsKey` names the kinds of a cluster that it has. */
export function watchEngine(post: Post, close: () => void, kindsKey?: string): OpenEngine {
  const waiting = new Map<number, (reply: FollowReply) => void>();
  let number = 0;
  let failure: string | undefined;
  const fail = (message: string) => {
    failure ??= message;
    for (const [each, end] of waiting) end({ kind: 'unfollowed', number: each, message });
    waiting.clear();
  };
  return {
    ask: <K extends FollowQuestion['kind']>(asked: FollowQuestion & { readonly kind: K }) =>
      new Promise<FollowAnswers[K]>((resolve, reject) => {
        if (failure !== undefined) return reject(new Error(failure));
        waiting.set(++number, (reply) => {
          // A reply does not say which kind of question its number stands for; here it is known.
          if (reply.kind === 'followed') resolve(reply.answer as FollowAnswers[K]);
          else reject(new Error(reply.message));
        });
        post({ kind: 'follow', number, asked, ...(kindsKey === undefined ? {} : { kindsKey }) });
      }),
    end: () => {
      close();
      fail('ended');
    },
    receive: (message) => {
      if (message.kind !== 'followed' && message.kind !== 'unfollowed') return;
      waiting.get(message.number)?.(message);
      waiting.delete(message.number);
    },
    fail,
  };
}
