import type { Scenario } from '@managed-fields/scenario';
import type { Answer, Question, QuestionKind } from './answer-question.ts';
import type { EngineClient } from './client.ts';
import type { AskReply, AskRequest } from './protocol.ts';

/** How a question ended. */
export type Ended<K extends QuestionKind> =
  | { readonly kind: 'answered'; readonly answer: Answer<K> }
  | { readonly kind: 'unanswered'; readonly message: string };

/** The questions that were asked, and who waits for their answers. */
export interface QuestionQueue {
  /** Asks a question about a scenario; the returned function takes it back, and `onEnd` is then never called. */
  ask<K extends QuestionKind>(
    scenario: Scenario,
    question: Question & { readonly kind: K },
    onEnd: (ended: Ended<K>) => void,
  ): () => void;
  /** Passes a reply on to who asked; one to a question that was taken back is dropped. */
  receive(reply: AskReply): void;
  /** Sends the questions that were held back, and from now on each at once. */
  release(): void;
  /** Resolves when `release` was called first. */
  readonly released: Promise<void>;
}

/** Makes a queue that holds questions back until it is released: the first view of the page does not need them. */
export function questionQueue(client: EngineClient): QuestionQueue {
  const waiting = new Map<number, (reply: AskReply) => void>();
  const held = new Map<number, AskRequest>();
  let holds = true;
  let lastNumber = 0;
  let resolve = () => {};
  const released = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    released,
    ask: <K extends QuestionKind>(
      scenario: Scenario,
      question: Question & { readonly kind: K },
      onEnd: (ended: Ended<K>) => void,
    ) => {
      const number = ++lastNumber;
      waiting.set(number, (reply) => {
        // A reply does not say which kind of question its number stands for; here it is known.
        onEnd(reply.kind === 'answered' ? { kind: 'answered', answer: reply.answer as Answer<K> } : reply);
      });
      const request: AskRequest = { kind: 'ask', number, scenario, question };
      if (holds) held.set(number, request);
      else client.send(request);
      return () => {
        waiting.delete(number);
        held.delete(number);
        client.forget(number);
      };
    },
    receive: (reply) => {
      waiting.get(reply.number)?.(reply);
      waiting.delete(reply.number);
    },
    release: () => {
      holds = false;
      for (const request of held.values()) client.send(request);
      held.clear();
      resolve();
    },
  };
}
