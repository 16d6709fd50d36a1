import type { Playback } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import type { Answer, Question, QuestionKind } from '../core/engine/answer-question.ts';
import { type EngineClient, engineClient } from '../core/engine/client.ts';
import { browserTimeouts, openInPage, openWorker } from '../core/engine/ports.ts';
import type { AskReply, PlayReply } from '../core/engine/protocol.ts';

/** How a request ended; `failed` where the engine broke, hung, or could not be fetched. */
export type Ended<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'failed' };

/** What a play came to; `checked` is false for a first view without the checks of kinds: play again after it. */
export interface Played {
  readonly playback: Playback;
  readonly checked: boolean;
}

const plays = new Map<number, (ended: Ended<Played>) => void>();
const asks = new Map<number, (reply: AskReply) => void>();
let last = 0;
let client: EngineClient | undefined;

/** Runs a scenario and shows one of its steps. When another play follows before the answer, this one never ends. */
export function play(scenario: Scenario, selected: string | undefined): Promise<Ended<Played>> {
  const withoutChecks = client === undefined;
  const revision = ++last;
  return new Promise((resolve) => {
    plays.set(revision, resolve);
    engine().send({ kind: 'play', revision, scenario, selected, beside: undefined, withoutChecks });
  });
}

/** Asks a question about a scenario. */
export function ask<K extends QuestionKind>(
  scenario: Scenario,
  question: Question & { readonly kind: K },
): Promise<Ended<Answer<K>>> {
  const number = ++last;
  return new Promise((resolve) => {
    asks.set(number, (reply) => {
      // The wire does not know which question a number stands for; here it is known.
      resolve(reply.kind === 'answered' ? { kind: 'done', value: reply.answer as Answer<K> } : { kind: 'failed' });
    });
    engine().send({ kind: 'ask', number, scenario, question });
  });
}

/** No cluster is open in an embed. */
const noKinds = () => undefined;

/** The engine, started with the first request. */
function engine(): EngineClient {
  client ??= engineClient(
    openWorker,
    openInPage(noKinds),
    {
      onReply: (reply) => {
        if (reply.kind === 'played' || reply.kind === 'broke') endPlay(reply);
        else {
          asks.get(reply.number)?.(reply);
          asks.delete(reply.number);
        }
      },
      onHung: (request) => {
        if (request.kind === 'play')
          endPlay({ kind: 'broke', revision: request.revision, message: '', missing: false });
        else {
          asks.get(request.number)?.({ kind: 'unanswered', number: request.number, message: '' });
          asks.delete(request.number);
        }
      },
      onFallback: () => undefined,
    },
    browserTimeouts,
    noKinds,
  );
  return client;
}

function endPlay(reply: PlayReply): void {
  plays.get(reply.revision)?.(reply.kind === 'played' ? { kind: 'done', value: reply } : { kind: 'failed' });
  for (const revision of plays.keys()) if (revision <= reply.revision) plays.delete(revision);
}
