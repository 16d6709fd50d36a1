import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { ValueMap } from '@managed-fields/merge-engine';
import '@managed-fields/player/whole';
import { describe, expect, test } from 'vitest';
import {
  type Followed,
  type FollowState,
  follow,
  followedAt,
  type KindOf,
  retryDelays,
  startFollowing,
} from './follow.ts';
import { writersOf } from './row.ts';
import { kindsOf } from './session.ts';
import { deployment, eventLine, listText, oneDeployment } from './written-versions.ts';

const catalog = await loadKubernetesTypes();
const kindOf: KindOf = kindsOf(catalog);

/** A follower with its clock. */
function following() {
  const server = oneDeployment(catalog);
  const followed = followedAt(server.name, server.path) as Followed;
  let now = 1_000_000;
  let state = startFollowing(followed, now);
  const tell = (happening: object, later = 10_000): FollowState => {
    now += later;
    state = follow(state, { ...happening, now } as Parameters<typeof follow>[1], kindOf);
    return state;
  };
  return {
    server,
    tell,
    state: () => state,
    line: (type: string, object: ValueMap | undefined) => tell({ kind: 'line', line: eventLine(type, object ?? null) }),
    list: (object: ValueMap | undefined, resourceVersion = '100') =>
      tell({ kind: 'answered', code: 200, text: listText(object, resourceVersion) }),
    rows: () => state.history.rows,
  };
}

const error = (code: number, reason: string, message = reason) =>
  JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code, reason, message } });

describe('what is asked next', () => {
  test('the object is listed by its name, and watched from there', () => {
    const { state, server, list } = following();
    const query = ['fieldSelector', 'metadata.name=web'];
    const path = '/apis/apps/v1/namespaces/prod/deployments';
    expect(state().next).toEqual({ kind: 'list', request: { kind: 'read', path, query: [query] } });
    const { next } = list(server.write({ manager: 'alice', body: deployment }), '41');
    expect(next).toMatchObject({ kind: 'watch', request: { kind: 'watch', path } });
    expect(next.kind === 'watch' && next.request.query?.slice(0, 2)).toEqual([query, ['resourceVersion', '41']]);
  });

  test('a watch that ends goes on from the last version or bookmark', () => {
    const { server, list, line, tell } = following();
    list(server.write({ manager: 'alice', body: deployment }), '41');
    expect(line('MODIFIED', server.write({ manager: 'bob', body: { spec: { replicas: 4 } } })).next.kind).toBe('read');
    const bookmark = new Map([['metadata', new Map([['resourceVersion', '77']])]]);
    expect(tell({ kind: 'line', line: eventLine('BOOKMARK', bookmark) }).next.kind).toBe('read');
    const { next } = tell({ kind: 'answered', code: 200, text: '' });
    expect(JSON.stringify(next)).toContain('["resourceVersion","77"]');
  });

  test('a broken connection is tried again, later each time, and at once later on', () => {
    const { server, list, line, tell, state } = following();
    list(server.write({ manager: 'alice', body: deployment }), '41');
    const waits: number[] = [];
    for (let failed = 0; failed < 8; failed++) {
      const { next, sent } = tell({ kind: 'unreached', message: 'network' }, 100);
      expect(next).toMatchObject({ kind: 'wait', failure: { kind: 'unreached', message: 'network' } });
      if (next.kind === 'wait') waits.push(next.until - sent - 100);
      expect(tell({ kind: 'waited' }, 0).next.kind).toBe('watch');
    }
    expect(waits.slice(0, 6)).toEqual(retryDelays);
    expect(waits.slice(6)).toEqual([retryDelays.at(-1), retryDelays.at(-1)]);
    line('MODIFIED', server.write({ manager: 'bob', body: { spec: { replicas: 4 } } }));
    const { next } = tell({ kind: 'unreached', message: 'network' }, 0);
    const heard = state().history.rows.at(-1)?.received ?? 0;
    expect(next.kind === 'wait' && next.until - heard).toBe(retryDelays[0]);
    expect(state().failures).toBe(1);
    expect(state().history.rows.every(({ missed }) => !missed)).toBe(true);
  });

  test('a server that ends each watch at once is not asked without a pause', () => {
    const { server, list, tell } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    expect(tell({ kind: 'answered', code: 200, text: '' }, 10).next).toMatchObject({
      kind: 'wait',
      failure: { kind: 'short-watch' },
    });
    expect(tell({ kind: 'waited' }).next.kind).toBe('watch');
    expect(tell({ kind: 'answered', code: 200, text: '' }, 200_000).next.kind).toBe('watch');
  });

  test.each([
    ['an event', { kind: 'line', line: error(410, 'Expired') }],
    ['an answer', { kind: 'answered', code: 410, text: '{"kind":"Status","message":"too old","reason":"Expired"}' }],
  ])('410 as %s: the object is listed anew, and what was missed is said', (_, gone) => {
    const { server, list, line, tell, rows } = following();
    list(server.write({ manager: 'alice', body: deployment }), '41');
    server.write({ manager: 'bob', body: { spec: { replicas: 4 } } });
    expect(tell(gone).next.kind).toBe('list');
    list(server.write({ manager: 'carol', body: { spec: { replicas: 5 } } }), '60');
    expect(rows().map(({ change, missed }) => [change, missed])).toEqual([
      ['found', false],
      ['changed', true],
    ]);
    line('MODIFIED', server.write({ manager: 'dora', body: { spec: { replicas: 6 } } }));
    expect(rows().at(-1)).toMatchObject({ change: 'changed', missed: false });
  });

  test('where nothing changed meanwhile, nothing was missed', () => {
    const { server, list, tell, rows } = following();
    list(server.write({ manager: 'alice', body: deployment }), '41');
    tell({ kind: 'line', line: error(410, 'Expired') });
    list(server.read(), '60');
    expect(rows()).toHaveLength(1);
  });

  test('410 again and again is not asked without a pause', () => {
    const { server, list, tell } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    expect(tell({ kind: 'line', line: error(410, 'Expired') }).next.kind).toBe('list');
    list(server.read());
    expect(tell({ kind: 'line', line: error(410, 'Expired') }, 100).next.kind).toBe('wait');
  });

  test.each([401, 403, 404, 405])('%i ends it with what the server says', (code) => {
    const { tell } = following();
    const text = JSON.stringify({ kind: 'Status', code, reason: 'Reason', message: 'not you' });
    expect(tell({ kind: 'answered', code, text }).next).toEqual({
      kind: 'end',
      failure: { kind: 'answer', code, reason: 'Reason', message: 'not you' },
    });
  });

  test.each([429, 500, 502, 504])('%i is tried again later', (code) => {
    const { tell } = following();
    const { next } = tell({ kind: 'answered', code, text: 'upstream is down' });
    expect(next).toMatchObject({ kind: 'wait', failure: { kind: 'answer', code, message: 'upstream is down' } });
    expect(tell({ kind: 'waited' }).next.kind).toBe('list');
  });

  test('an error inside of a watch lists the object anew', () => {
    const { server, list, tell } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    expect(tell({ kind: 'line', line: error(500, 'InternalError', 'etcd') }).next.kind).toBe('wait');
    expect(tell({ kind: 'waited' }).next.kind).toBe('list');
  });

  test('an answer that is no list ends it', () => {
    const { tell } = following();
    expect(tell({ kind: 'answered', code: 200, text: '<!doctype html>' }).next).toMatchObject({
      kind: 'end',
      failure: { kind: 'unread' },
    });
  });

  test.each([
    '/apis/apps/v1/namespaces/prod/deployments',
    '/apis/apps/v1/namespaces/prod/deployments/api',
    '/version',
    'x',
  ])('%s is no path of the object', (path) => {
    expect(followedAt(oneDeployment(catalog).name, path)).toBeUndefined();
  });
});

describe('rows', () => {
  test('say who wrote, and what changed in value and in owner', () => {
    const { server, list, line, rows } = following();
    list(server.write({ manager: 'alice', body: deployment, apply: true }));
    line('MODIFIED', server.write({ manager: 'hpa', body: { spec: { replicas: 5 } } }));
    expect(rows()).toHaveLength(2);
    const [found, changed] = rows();
    expect(found).toMatchObject({ number: 1, change: 'found', values: { shown: [] }, owners: { shown: [] } });
    expect(changed).toMatchObject({ number: 2, change: 'changed', written: '2026-01-01T00:00:02Z' });
    expect(changed?.values).toMatchObject({
      shown: [{ path: '.spec.replicas', before: '3', after: '5', by: { manager: 'hpa' } }],
      leftOut: 0,
    });
    expect(
      changed?.owners.shown.map(({ path, before, after }) => [path, before.shown[0]?.manager, after.shown[0]?.manager]),
    ).toEqual([['.spec.replicas', 'alice', 'hpa']]);
    expect(
      changed?.entries.shown.map(({ owner, entry, wrote, gained, lost }) => [
        owner.manager,
        entry,
        wrote,
        gained,
        lost,
      ]),
    ).toEqual([
      ['alice', 'kept', false, 0, 1],
      ['hpa', 'new', true, 1, 0],
    ]);
  });

  test('say who scales again and again, though entries of /scale have no time', () => {
    const { server, list, line, rows } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    for (const replicas of [5, 6, 7]) {
      line('MODIFIED', server.write({ manager: 'hpa', body: { spec: { replicas } }, subresource: 'scale' }));
    }
    expect(rows().map((row) => writersOf(row).map(({ manager }) => manager))).toEqual([[], ['hpa'], ['hpa'], ['hpa']]);
  });

  test('a deletion and a new object of the name are rows', () => {
    const { server, list, line, rows, state } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    line('DELETED', server.remove());
    expect(state().last).toBeUndefined();
    line('ADDED', server.write({ manager: 'bob', body: deployment }));
    expect(rows().map(({ change }) => change)).toEqual(['found', 'deleted', 'recreated']);
    expect(rows()[2]?.uid).not.toBe(rows()[0]?.uid);
    expect(rows()[2]).toMatchObject({ missed: false, values: { shown: [], leftOut: 0 } });
    expect(rows()[2]?.entries.shown.map(({ owner }) => owner.manager)).toEqual(['bob']);
  });

  test('a deletion that was not seen is told of', () => {
    const { server, list, tell, rows } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    server.remove();
    tell({ kind: 'line', line: error(410, 'Expired') });
    list(undefined, '90');
    expect(rows().at(-1)).toMatchObject({ change: 'deleted', missed: true, resourceVersion: '' });
    tell({ kind: 'line', line: error(410, 'Expired') }, 300_000);
    list(server.write({ manager: 'bob', body: deployment }), '95');
    expect(rows().at(-1)).toMatchObject({ change: 'recreated', missed: true });
  });

  test('what does not exist yet is waited for', () => {
    const { server, list, line, rows } = following();
    expect(list(undefined).next.kind).toBe('watch');
    expect(rows()).toEqual([]);
    line('ADDED', server.write({ manager: 'alice', body: deployment }));
    expect(rows()[0]).toMatchObject({ change: 'created', missed: false });
  });

  test('the same version twice is one row', () => {
    const { server, list, line, rows } = following();
    const object = server.write({ manager: 'alice', body: deployment });
    list(object);
    line('ADDED', object);
    expect(rows()).toHaveLength(1);
  });

  test('a line that is not read is counted, and the next row says that something was missed', () => {
    const { server, list, line, tell, state } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    tell({ kind: 'line', line: '{"type":"MODIFIED","object":{"metadata":' });
    expect(state()).toMatchObject({ next: { kind: 'read' }, unread: { count: 1, last: { reason: 'not-json' } } });
    line('MODIFIED', server.write({ manager: 'bob', body: { spec: { replicas: 9 } } }));
    expect(state().history.rows.at(-1)).toMatchObject({ missed: true });
  });

  test('an event of another object leaves nothing to be missed', () => {
    const { server, list, line, tell, state } = following();
    list(server.write({ manager: 'alice', body: deployment }));
    tell({ kind: 'line', line: eventLine('MODIFIED', new Map([['metadata', new Map([['resourceVersion', '5']])]])) });
    line('MODIFIED', server.write({ manager: 'bob', body: { spec: { replicas: 9 } } }));
    expect(state().history.rows.at(-1)).toMatchObject({ missed: false });
  });
});
