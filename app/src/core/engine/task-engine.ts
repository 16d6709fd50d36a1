import { ownScript } from '../code/own-script.ts';
import { kindsNow } from './cluster-kinds.ts';
import { receivePieces, type Travelling } from './pieces.ts';
import { engineInPage } from './ports.ts';
import type { NewsOf, TaskMessage, TaskName, TaskReply, TaskRequest, Tasks } from './protocol.ts';
import engineWorker from './worker.ts?worker&url';

/**
 * How long a worker may say nothing while it is asked, in milliseconds, and how often: it reads, plays and writes in
 * pieces. After a machine has slept, the first of these is over at once.
 */
const silence = { ms: 30_000, times: 2 };

/** Where a task is done, and what it was given is kept. */
export interface TaskEngine<Name extends TaskName> {
  /**
   * Asks; rejects where there is no answer, because of a bug of ours or because `end` was called. `hear` gets what is told
   * before the answer.
   */
  ask<K extends keyof Tasks[Name]['answers']>(
    asked: Tasks[Name]['question'] & { readonly kind: K },
    hear?: (news: NewsOf<Name, K>) => void,
  ): Promise<Tasks[Name]['answers'][K]>;
  /** Ends it, and lets go of all that it holds. */
  end(): void;
}

/**
 * Opens an engine for a task in a worker of its own, so that it holds up neither the page nor what is played. Where workers
 * are blocked it is the page itself.
 */
export function openTaskEngine<Name extends TaskName>(task: Name): TaskEngine<Name> {
  const kinds = kindsNow();
  try {
    const worker = new Worker(ownScript(engineWorker), { type: 'module', name: task });
    // A worker that the browser has ended tells nobody.
    let alarm: ReturnType<typeof setTimeout> | undefined;
    const listen = (times = silence.times) => {
      clearTimeout(alarm);
      alarm = setTimeout(() => {
        if (!engine.isWaiting()) return;
        if (times > 1) return listen(times - 1);
        worker.terminate();
        engine.fail('the worker does not answer any more');
      }, silence.ms);
    };
    const engine = taskEngine(
      task,
      (request) => {
        worker.postMessage(request);
        listen();
      },
      () => worker.terminate(),
      kinds?.key,
    );
    if (kinds !== undefined) worker.postMessage(kinds);
    const receive = receivePieces(engine.receive);
    worker.addEventListener('message', ({ data }: MessageEvent<Travelling<TaskMessage>>) => {
      listen();
      receive(data);
    });
    worker.addEventListener('error', () => engine.fail('the worker could not be started'));
    return engine;
  } catch {
    const engine = taskEngine(
      task,
      async (request) => {
        const { answerTask, keepKinds } = await engineInPage();
        if (kinds !== undefined) keepKinds(kinds);
        engine.receive(await answerTask(request, engine.receive));
      },
      () => undefined,
      kinds?.key,
    );
    return engine;
  }
}

interface OpenEngine<Name extends TaskName> extends TaskEngine<Name> {
  receive(message: TaskMessage): void;
  fail(message: string): void;
  /** Whether an answer is still to come. */
  isWaiting(): boolean;
}

/** An engine behind functions that post a request and end it. `kindsKey` names the kinds of a cluster that it has. */
export function taskEngine<Name extends TaskName>(
  task: Name,
  post: (request: TaskRequest) => void,
  close: () => void,
  kindsKey?: string,
): OpenEngine<Name> {
  type Answers = Tasks[Name]['answers'];
  interface Waiting {
    end(reply: TaskReply): void;
    hear(news: unknown): void;
  }
  const waiting = new Map<number, Waiting>();
  let number = 0;
  let failure: string | undefined;
  const fail = (message: string) => {
    failure ??= message;
    for (const [each, { end }] of waiting) end({ kind: 'failed', number: each, message });
    waiting.clear();
  };
  return {
    ask: <K extends keyof Answers>(
      asked: Tasks[Name]['question'] & { readonly kind: K },
      hear: (news: NewsOf<Name, K>) => void = () => undefined,
    ) =>
      new Promise<Answers[K]>((resolve, reject) => {
        if (failure !== undefined) return reject(new Error(failure));
        waiting.set(++number, {
          end: (reply) => {
            // A reply does not say which kind of question its number stands for; here it is known. So with news.
            if (reply.kind === 'done') resolve(reply.answer as Answers[K]);
            else reject(new Error(reply.message));
          },
          hear: (news) => hear(news as NewsOf<Name, K>),
        });
        const request = { kind: 'task', task, number, asked, ...(kindsKey === undefined ? {} : { kindsKey }) };
        // The question is one of this task; the compiler does not follow that through a union.
        post(request as TaskRequest);
      }),
    end: () => {
      close();
      fail('ended');
    },
    receive: (message) => {
      if (message.kind === 'told') waiting.get(message.number)?.hear(message.news);
      if (message.kind !== 'done' && message.kind !== 'failed') return;
      waiting.get(message.number)?.end(message);
      waiting.delete(message.number);
    },
    fail,
    isWaiting: () => waiting.size > 0,
  };
}
