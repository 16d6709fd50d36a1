import { followedAt, type Happening, mostRows, type WatchRow } from '@managed-fields/live-cluster';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTask } from '../../../core/engine/answer.ts';
import { taskEngine } from '../../../core/engine/task-engine.ts';
import { useCluster } from '../state/cluster-mode.ts';
import type { ClusterAnswer, WatchEvent } from '../state/send.ts';
import {
  askWatch,
  forgetWatch,
  goOnWatching,
  startWatching,
  stopWatching,
  useWatch,
  type WatchPage,
} from './watch-store.ts';

/** Waits until a check holds, however busy the machine is. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'prod', name: 'web' };
const followed = followedAt(object, '/api/v1/namespaces/prod/configmaps/web');
if (followed === undefined) throw new Error('no path');
const target = { followed, kubernetes: 'v1.36', definitions: [] } as const;

const version = (mode: string, resourceVersion: number, manager = 'alice') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'web',
    namespace: 'prod',
    uid: 'u',
    resourceVersion: String(resourceVersion),
    managedFields: [
      {
        manager,
        operation: 'Update',
        apiVersion: 'v1',
        time: `2026-01-01T00:00:0${resourceVersion % 10}Z`,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:mode': {} } },
      },
    ],
  },
  data: { mode },
});
const modified = (mode: string, resourceVersion: number, manager?: string): WatchEvent => ({
  kind: 'line',
  line: JSON.stringify({ type: 'MODIFIED', object: version(mode, resourceVersion, manager) }),
});
const listed = (...items: object[]): ClusterAnswer => ({
  kind: 'answered',
  code: 200,
  text: JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items }),
  warnings: [],
  bytes: 0,
});

/** A page with a cluster that sends lines when it is told to. */
function cluster(list: () => ClusterAnswer = () => listed(version('on', 1))) {
  const requests: string[] = [];
  const opened: AbortSignal[] = [];
  const ended: string[] = [];
  let send: ((event: WatchEvent) => void) | undefined;
  const page: WatchPage = {
    openEngine: () => {
      const engine = taskEngine(
        'follow',
        async (request) => engine.receive(await answerTask(request)),
        () => ended.push('engine'),
      );
      return engine;
    },
    list: async (request) => {
      requests.push(`list ${JSON.stringify(request.query)}`);
      return list();
    },
    watch: async function* (request, signal) {
      requests.push(`watch ${request.query?.find(([name]) => name === 'resourceVersion')?.[1]}`);
      opened.push(signal);
      const waiting: WatchEvent[] = [];
      let wake: (() => void) | undefined;
      send = (event) => {
        waiting.push(event);
        wake?.();
      };
      signal.addEventListener('abort', () => wake?.());
      while (!signal.aborted) {
        const event = waiting.shift();
        if (event === undefined) {
          await new Promise<void>((done) => {
            wake = done;
          });
        } else {
          yield event;
          if (event.kind !== 'line') return;
        }
      }
    },
    wait: async () => undefined,
    now: () => 5_000,
    later: (run) => run(),
  };
  return { page, requests, opened, ended, send: (event: WatchEvent) => send?.(event) };
}

const rows = () => useWatch.getState().rows.map(({ change, values }) => [change, values.shown[0]?.after]);

afterEach(() => {
  forgetWatch();
  useCluster.setState({ mode: { kind: 'off' } });
});

test('nothing is asked before somebody starts, and starting shows the versions as they come', async () => {
  const { page, requests, send, opened } = cluster();
  expect([requests, useWatch.getState().phase]).toEqual([[], 'idle']);
  void startWatching(target, page);
  await until(() => expect(opened).toHaveLength(1));
  expect(requests).toEqual(['list [["fieldSelector","metadata.name=web"]]', 'watch 1']);
  send(modified('off', 2, 'bob'));
  await until(() =>
    expect(rows()).toEqual([
      ['found', undefined],
      ['changed', 'off'],
    ]),
  );
  expect(useWatch.getState()).toMatchObject({ phase: 'following', exists: true, next: { kind: 'read' } });
});

test('a fight is shown, a row is compared with the one before, and a range becomes a scenario', async () => {
  const { page, send, opened } = cluster();
  void startWatching(target, page);
  await until(() => expect(opened).toHaveLength(1));
  for (const number of [2, 3, 4, 5]) send(modified(number % 2 ? 'on' : 'off', number, number % 2 ? 'alice' : 'bob'));
  await until(() => expect(useWatch.getState().fights).toHaveLength(1));
  expect(useWatch.getState().fights[0]).toMatchObject({ path: '.data.mode', turns: 4 });
  const changes = await askWatch({ kind: 'changes', row: 3 });
  expect(changes?.values).toEqual([{ path: '.data.mode', before: 'off', after: 'on' }]);
  expect(changes?.after?.managers.map(({ manager }) => manager)).toEqual(['alice']);
  const made = await askWatch({ kind: 'scenario', range: { from: 2, to: 4 }, title: 'web' });
  expect(made?.scenario.steps.map(({ kind, name }) => [kind, name])).toEqual([
    ['live', 'bob · 2026-01-01T00:00:02Z'],
    ['live', 'alice · 2026-01-01T00:00:03Z'],
    ['live', 'bob · 2026-01-01T00:00:04Z'],
  ]);
  expect((await askWatch({ kind: 'step', row: 5 }))?.text).toContain('mode: "on"');
});

test('stopping ends the connection and keeps the history; going on takes up where it was', async () => {
  const { page, requests, send, opened, ended } = cluster();
  void startWatching(target, page);
  await until(() => expect(opened).toHaveLength(1));
  send(modified('off', 2));
  await until(() => expect(rows()).toHaveLength(2));
  stopWatching();
  expect(opened[0]?.aborted).toBe(true);
  expect([useWatch.getState().phase, rows().length, ended]).toEqual(['stopped', 2, []]);
  void goOnWatching(page);
  await until(() => expect(opened).toHaveLength(2));
  expect(requests.at(-1)).toBe('watch 2');
  send(modified('on', 3));
  await until(() => expect(rows().at(-1)).toEqual(['changed', 'on']));
});

test('leaving the cluster ends the connection', async () => {
  useCluster.setState({ mode: { kind: 'connected', release: 'v1.36.3', user: undefined } });
  const { page, opened } = cluster();
  void startWatching(target, page);
  await until(() => expect(opened).toHaveLength(1));
  useCluster.setState({ mode: { kind: 'off' } });
  expect(opened[0]?.aborted).toBe(true);
  expect(useWatch.getState().phase).toBe('stopped');
});

test('another object ends the one before, with all that was kept of it', async () => {
  const { page, opened, ended } = cluster();
  void startWatching(target, page);
  await until(() => expect(rows()).toHaveLength(1));
  void startWatching(target, page);
  expect([opened[0]?.aborted, ended, rows()]).toEqual([true, ['engine'], []]);
  await until(() => expect(rows()).toHaveLength(1));
});

test('a refusal ends it, in the words of the server, until the user goes on', async () => {
  let isAllowed = false;
  const text = '{"kind":"Status","reason":"Forbidden","message":"not you"}';
  const refusal: ClusterAnswer = { kind: 'answered', code: 403, text, warnings: [], bytes: 0 };
  const { page, opened } = cluster(() => (isAllowed ? listed(version('on', 1)) : refusal));
  await startWatching(target, page);
  expect(useWatch.getState().next).toMatchObject({ kind: 'end', failure: { message: 'not you' } });
  isAllowed = true;
  void goOnWatching(page);
  await until(() => expect(opened).toHaveLength(1));
  expect(rows()).toEqual([['found', undefined]]);
});

test('an engine that breaks is told of', async () => {
  const { page } = cluster();
  const engine = taskEngine(
    'follow',
    (request) => engine.receive({ kind: 'failed', number: request.number, message: 'bug' }),
    () => undefined,
  );
  await startWatching(target, { ...page, openEngine: () => engine });
  expect(useWatch.getState().phase).toBe('broke');
});

test('what happens is told in order', async () => {
  const told: Happening[] = [];
  const { page, send, opened } = cluster();
  const openEngine = () => {
    const engine = page.openEngine();
    return {
      ...engine,
      ask: ((asked) => {
        if ('happening' in asked) told.push(asked.happening);
        return engine.ask(asked);
      }) as typeof engine.ask,
    };
  };
  void startWatching(target, { ...page, openEngine });
  await until(() => expect(opened).toHaveLength(1));
  for (let number = 2; number < 30; number++) send(modified(String(number), number));
  await until(() => expect(rows()).toHaveLength(29));
  expect(told.map(({ kind }) => kind)).toEqual(['answered', ...Array.from({ length: 28 }, () => 'line')]);
});

test('no more rows are kept than is said, and the kinds of the cluster are named', async () => {
  const row = (number: number): WatchRow => ({
    number,
    change: 'changed',
    received: 0,
    written: undefined,
    resourceVersion: '1',
    uid: 'u',
    missed: false,
    entries: none,
    values: none,
    owners: none,
  });
  const keys: (string | undefined)[] = [];
  const end = { kind: 'end', failure: { kind: 'short-watch' } } as const;
  const engine = taskEngine(
    'follow',
    ({ number, kindsKey }) => {
      keys.push(kindsKey);
      const rows = Array.from({ length: mostRows + 5 }, (_, index) => row(index + 1));
      const answer = { next: end, rows, leftOut: 5, keptFrom: 6, fights: [], unread: undefined, exists: true };
      engine.receive({ kind: 'done', number, answer });
    },
    () => undefined,
    'k1',
  );
  await startWatching(target, { ...cluster().page, openEngine: () => engine });
  const kept = useWatch.getState().rows;
  expect([kept.length, kept[0]?.number, keys]).toEqual([mostRows, 6, ['k1']]);
});

const none = { shown: [], leftOut: 0 } as const;
