import type { Happening, Next, WatchNews } from '@managed-fields/live-cluster';
import { expect, test } from 'vitest';
import type { WatchEvent } from '../state/send.ts';
import { type FollowMeans, followObject } from './follow.ts';

const path = '/api/v1/namespaces/prod/configmaps';
const list: Next = { kind: 'list', request: { kind: 'read', path } };
const watch: Next = { kind: 'watch', request: { kind: 'watch', path } };
const news = (next: Next): WatchNews => ({
  next,
  rows: [],
  leftOut: 0,
  keptFrom: 0,
  fights: undefined,
  unread: undefined,
  exists: true,
});

/** A page whose clock stands still, and that is told what to do by a list. */
function page(nexts: readonly Next[], events: readonly WatchEvent[] = []) {
  const told: Happening[] = [];
  const log: string[] = [];
  const signals: AbortSignal[] = [];
  const abort = new AbortController();
  let pulled = 0;
  const means: FollowMeans = {
    list: async (_, signal) => {
      signals.push(signal);
      log.push('list');
      return { kind: 'answered', code: 200, text: 'objects', warnings: [], bytes: 7 };
    },
    watch: async function* (_, signal) {
      signals.push(signal);
      log.push('open');
      try {
        for (const event of events) {
          pulled++;
          yield event;
        }
        await new Promise((done) => signal.addEventListener('abort', done));
      } finally {
        log.push('closed');
      }
    },
    tell: async (happening) => {
      told.push(happening);
      log.push(`told ${happening.kind}`);
      const next = nexts[told.length - 1];
      if (next === undefined) abort.abort();
      return news(next ?? { kind: 'read' });
    },
    wait: async (milliseconds) => {
      log.push(`wait ${milliseconds}`);
    },
    now: () => 1000,
  };
  return { told, log, signals, abort, means, pulled: () => pulled };
}

const line = (text: string): WatchEvent => ({ kind: 'line', line: text });

test('lists, watches, reads line by line and closes the watch when it is aborted', async () => {
  const { means, told, log, signals, abort } = page([watch, { kind: 'read' }], [line('a'), line('b')]);
  await followObject(list, means, abort.signal);
  expect(log).toEqual(['list', 'told answered', 'open', 'told line', 'told line', 'closed']);
  expect(told.map((each) => ('line' in each ? each.line : each.kind === 'answered' && each.text))).toEqual([
    'objects',
    'a',
    'b',
  ]);
  expect(signals.every((signal) => signal === abort.signal)).toBe(true);
});

test('asks for no line before the one before it is taken in', async () => {
  const own = page([watch, { kind: 'read' }, { kind: 'read' }], [line('a'), line('b'), line('c')]);
  const means: FollowMeans = {
    ...own.means,
    tell: (happening) => {
      if (happening.kind === 'line') expect(own.pulled()).toBe(own.told.length);
      return own.means.tell(happening);
    },
  };
  await followObject(list, means, own.abort.signal);
  expect(own.pulled()).toBe(3);
});

test('waits as long as it is told, and closes a watch before it does anything else', async () => {
  const { means, log, abort } = page(
    [watch, { kind: 'wait', until: 3000, failure: { kind: 'unreached', message: 'x' } }, list],
    [{ kind: 'unreached', message: 'x' }],
  );
  await followObject(list, means, abort.signal);
  expect(log).toEqual([
    'list',
    'told answered',
    'open',
    'told unreached',
    'closed',
    'wait 2000',
    'told waited',
    'list',
    'told answered',
  ]);
});

test('ends where it is told to end', async () => {
  const { means, log, abort } = page([{ kind: 'end', failure: { kind: 'short-watch' } }]);
  await followObject(list, means, abort.signal);
  expect(log).toEqual(['list', 'told answered']);
});

test('tells nothing once it is aborted', async () => {
  const { means, told, abort } = page([watch, { kind: 'read' }, { kind: 'read' }], [line('a')]);
  const running = followObject(list, means, abort.signal);
  await expect.poll(() => told.length).toBe(2);
  abort.abort();
  await running;
  expect(told).toHaveLength(2);
});
