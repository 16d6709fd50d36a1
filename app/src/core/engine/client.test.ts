import { expect, test } from 'vitest';
import { type EnginePort, engineClient, type OpenPort } from './client.ts';
import type { EngineMessage, EngineReply, EngineRequest, ProvidedKinds, WorkerMessage } from './protocol.ts';

const scenario = { title: '', steps: [] };
const play = (revision: number): EngineRequest => ({
  kind: 'play',
  revision,
  scenario,
  selected: undefined,
  beside: undefined,
});
const played = (revision: number): EngineReply => ({
  kind: 'played',
  revision,
  playback: { outcomes: [], managers: [], view: undefined },
  beside: undefined,
  checked: true,
});

const asks = (number: number): EngineRequest => ({
  kind: 'ask',
  number,
  scenario,
  question: { kind: 'other-way', stepId: 's1' },
});
const answered = (number: number): EngineReply => ({ kind: 'answered', number, answer: undefined });
const kinds = (key: string): ProvidedKinds => ({
  kind: 'provide',
  key,
  kinds: { release: 'v1.36.3', documents: [], resources: [] },
});
const nameOf = (message: EngineMessage | EngineReply) => {
  if (message.kind === 'provide') return `kinds ${message.key}`;
  const name = 'number' in message ? `question ${message.number}` : message.revision;
  return 'kindsKey' in message ? `${name} by ${message.kindsKey}` : name;
};

/** A client with ports that answer only when told to, and a clock that goes only when told to. */
function bench({ workersBlocked = false } = {}) {
  const log: string[] = [];
  const ports: { send: (message: WorkerMessage) => void; fail: () => void; ended: boolean }[] = [];
  const timers = new Map<number, { run: () => void; milliseconds: number }>();
  let lastTimer = 0;
  const opener =
    (place: string): OpenPort =>
    ({ onMessage, onFailure }) => {
      if (place === 'worker' && workersBlocked) throw new Error('blocked');
      const number = ports.length;
      const state = { send: onMessage, fail: onFailure, ended: false };
      ports.push(state);
      log.push(`open ${place}${number}`);
      const port: EnginePort = {
        post: (request) => log.push(`post ${nameOf(request)} to ${number}`),
        end: () => {
          state.ended = true;
          log.push(`end ${number}`);
        },
      };
      return port;
    };
  let given: ProvidedKinds | undefined;
  const client = engineClient(
    opener('worker'),
    opener('page'),
    {
      onReply: (reply) => log.push(`reply ${nameOf(reply)}`),
      onHung: (request) => log.push(`hung ${nameOf(request)}`),
      onFallback: () => log.push('fallback'),
    },
    {
      answerMs: 10,
      startMs: 60,
      later: (run, milliseconds) => {
        timers.set(++lastTimer, { run, milliseconds });
        return lastTimer;
      },
      cancel: (handle) => typeof handle === 'number' && timers.delete(handle),
    },
    () => given,
  );
  const ring = () => {
    const [handle, timer] = [...timers].at(-1) ?? [];
    if (handle === undefined || timer === undefined) throw new Error('no alarm is set');
    timers.delete(handle);
    timer.run();
    return timer.milliseconds;
  };
  return {
    client,
    provide: (kinds: ProvidedKinds | undefined) => {
      given = kinds;
    },
    log,
    ports,
    timers,
    ring,
    sendFrom: (port: number, message: WorkerMessage) => ports[port]?.send(message),
  };
}

test('asks, and hands over the answer', () => {
  const { client, log, sendFrom, timers } = bench();
  client.send(play(1));
  sendFrom(0, { kind: 'ready' });
  sendFrom(0, played(1));
  expect(log).toEqual(['open worker0', 'post 1 to 0', 'reply 1']);
  expect(timers.size).toBe(0);
});

test('code that is fetched may take as long as the first', () => {
  const { client, sendFrom, timers } = bench();
  const timeouts = () => [...timers.values()].map(({ milliseconds }) => milliseconds);
  client.send(play(1));
  sendFrom(0, { kind: 'ready' });
  expect(timeouts()).toEqual([10]);
  sendFrom(0, { kind: 'fetching' });
  expect(timeouts()).toEqual([60]);
  sendFrom(0, { kind: 'ready' });
  expect(timeouts()).toEqual([10]);
});

test('the newest revision wins: what waits is replaced, what comes late is dropped', () => {
  const { client, log, sendFrom } = bench();
  for (const revision of [1, 2, 3]) client.send(play(revision));
  sendFrom(0, { kind: 'ready' });
  sendFrom(0, played(1));
  sendFrom(0, played(3));
  expect(log).toEqual(['open worker0', 'post 1 to 0', 'post 3 to 0', 'reply 3']);
});

test('a worker that hangs is ended, said so, and started again for what came after', () => {
  const { client, log, sendFrom, ring } = bench();
  client.send(play(1));
  sendFrom(0, { kind: 'ready' });
  client.send(play(2));
  expect(ring()).toBe(10);
  expect(log).toEqual(['open worker0', 'post 1 to 0', 'end 0', 'hung 1', 'open worker1', 'post 2 to 1']);
});

test('an answer of a worker that was ended is not heard', () => {
  const { client, log, sendFrom, ring } = bench();
  client.send(play(1));
  sendFrom(0, { kind: 'ready' });
  ring();
  sendFrom(0, played(1));
  expect(log.at(-1)).toBe('hung 1');
});

test('the request that hung is not tried again by itself', () => {
  const { client, log, sendFrom, ring } = bench();
  client.send(play(1));
  sendFrom(0, { kind: 'ready' });
  ring();
  expect(log.filter((line) => line.startsWith('open'))).toEqual(['open worker0']);
  client.send(play(2));
  expect(log.at(-1)).toBe('post 2 to 1');
});

test('loading the code has a longer timeout, and ends in the page', () => {
  const { client, log, ring } = bench();
  client.send(play(1));
  expect(ring()).toBe(60);
  expect(log).toEqual(['open worker0', 'post 1 to 0', 'end 0', 'fallback', 'open page1', 'post 1 to 1']);
});

test('where workers are blocked the page answers, without a watchdog', () => {
  const { client, log, sendFrom, timers } = bench({ workersBlocked: true });
  client.send(play(1));
  expect(timers.size).toBe(0);
  sendFrom(0, played(1));
  expect(log).toEqual(['fallback', 'open page0', 'post 1 to 0', 'reply 1']);
});

test('a worker that fails to load gives way to the page', () => {
  const { client, log, ports, sendFrom } = bench();
  client.send(play(1));
  ports[0]?.fail();
  sendFrom(1, played(1));
  expect(log).toEqual(['open worker0', 'post 1 to 0', 'end 0', 'fallback', 'open page1', 'post 1 to 1', 'reply 1']);
});

test('questions wait their turn behind the newest play, and all are answered', () => {
  const { client, log, sendFrom } = bench();
  client.send(play(1));
  client.send(asks(1));
  client.send(asks(2));
  client.send(asks(3));
  client.send(play(2));
  client.forget(2);
  sendFrom(0, { kind: 'ready' });
  sendFrom(0, played(1));
  sendFrom(0, played(2));
  sendFrom(0, answered(1));
  sendFrom(0, answered(3));
  expect(log).toEqual([
    'open worker0',
    'post 1 to 0',
    'post 2 to 0',
    'reply 2',
    'post question 1 to 0',
    'reply question 1',
    'post question 3 to 0',
    'reply question 3',
  ]);
});

test('a question that hangs is told, and the next play goes to another worker', () => {
  const { client, log, sendFrom, ring } = bench();
  client.send(asks(1));
  sendFrom(0, { kind: 'ready' });
  client.send(play(1));
  ring();
  expect(log).toEqual([
    'open worker0',
    'post question 1 to 0',
    'end 0',
    'hung question 1',
    'open worker1',
    'post 1 to 1',
  ]);
});

test('a question under way moves to the page where the worker does not start', () => {
  const { client, log, ports } = bench();
  client.send(asks(1));
  ports[0]?.fail();
  expect(log.at(-1)).toBe('post question 1 to 1');
});

test('the kinds of a cluster go before the next request, once to each engine', () => {
  const { client, provide, log, sendFrom, ring } = bench();
  client.send(play(1));
  sendFrom(0, { kind: 'ready' });
  provide(kinds('A'));
  client.send(play(2));
  sendFrom(0, played(1));
  sendFrom(0, played(2));
  client.send(asks(1));
  client.send(play(3));
  ring();
  provide(undefined);
  client.send(play(4));
  expect(log).toEqual([
    'open worker0',
    'post 1 to 0',
    'post kinds A to 0',
    'post 2 by A to 0',
    'reply 2',
    'post question 1 by A to 0',
    'end 0',
    'hung question 1',
    'open worker1',
    'post kinds A to 1',
    'post 3 by A to 1',
  ]);
  sendFrom(1, { kind: 'ready' });
  sendFrom(1, played(3));
  expect(log.at(-1)).toBe('post 4 to 1');
});

test('the page gets the kinds of a cluster where workers are blocked', () => {
  const { client, provide, log } = bench({ workersBlocked: true });
  provide(kinds('A'));
  client.send(play(1));
  expect(log).toEqual(['fallback', 'open page0', 'post kinds A to 0', 'post 1 by A to 0']);
});
