import '@managed-fields/player/whole';
import { type ApiRequest, serve } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { collectedNext } from './controllers.ts';
import { rehearsalStart, type SentRequest } from './rehearsal.ts';

const catalog = await loadKubernetesTypes();

/** A ConfigMap; each owner as `name`, `name!` where it blocks, or `name~uid`. */
function map(name: string, owners = '', more: object = {}): ValueMap {
  const ownerReferences = owners
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [owner = '', uid] = each.replace('!', '').split('~');
      const blocks = each.endsWith('!') ? { blockOwnerDeletion: true } : {};
      return { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: uid ?? `uid-${owner}`, ...blocks };
    });
  const metadata = {
    name,
    namespace: 'prod',
    uid: `uid-${name}`,
    ...(owners === '' ? {} : { ownerReferences }),
    ...more,
  };
  return mapFromPlain({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } });
}

const namespace = mapFromPlain({
  ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod', uid: 'uid-prod' } },
  spec: { finalizers: ['kubernetes'] },
});

/** What controllers do after some deletes, each a name or a path with a policy, and creates before them, in lines. */
function next(
  live: readonly ValueMap[],
  deletes: readonly string[],
  creates: readonly ValueMap[] = [],
): readonly string[] {
  const { cluster: before } = rehearsalStart([namespace, ...live], catalog, 'v1.36');
  const maps = '/api/v1/namespaces/prod/configmaps';
  let after = before;
  const send = (method: 'POST' | 'DELETE', path: string, value: ValueMap): SentRequest => {
    const body = decodeBody(formatJson(value), 'application/json');
    const request: ApiRequest = { method, path, query: new Map(), contentType: 'application/json', body };
    const { cluster, response } = serve(after, request, '2026-01-02T00:00:00Z');
    expect(response.code).toBeLessThan(300);
    after = cluster;
    return { request, response };
  };
  const requests = [
    ...creates.map((object) => send('POST', maps, object)),
    ...deletes.map((line) => {
      const [path = '', propagationPolicy] = line.split(' ');
      const options = { kind: 'DeleteOptions', apiVersion: 'v1', ...(propagationPolicy && { propagationPolicy }) };
      return send('DELETE', path.startsWith('/') ? path : `${maps}/${path}`, mapFromPlain(options));
    }),
  ];
  return collectedNext({ before, after, requests, ready: false }).map(({ object, result, because, finalizers }) =>
    `${result} ${object.name} ${JSON.stringify(Object.values(because).slice(1))} ${finalizers.join(' ')}`.trim(),
  );
}

test.each<[string, readonly ValueMap[], readonly string[], readonly string[]]>([
  [
    'what is owned goes, and what that owns',
    [map('a'), map('b', 'a'), map('c', 'b')],
    ['a'],
    ['deleted b [["ConfigMap a"]]', 'deleted c [["ConfigMap b"]]'],
  ],
  ['one owner that stays keeps it', [map('a'), map('b'), map('c', 'a b')], ['a'], ['kept c [["ConfigMap a"]]']],
  [
    'it goes when all owners go',
    [map('a'), map('b'), map('c', 'a b')],
    ['a', 'b'],
    ['deleted c [["ConfigMap a","ConfigMap b"]]'],
  ],
  ['an owner of another uid is none', [map('a'), map('b', 'a~other')], ['a'], []],
  [
    'an owner that the dump does not have is taken to be there',
    [map('a'), map('b', 'unseen a')],
    ['a'],
    ['kept b [["ConfigMap a"]]'],
  ],
  ['nothing goes where nothing was deleted', [map('a'), map('b', 'gone')], [], []],
  [
    'a finalizer keeps it, and what it owns',
    [map('a'), map('b', 'a', { finalizers: ['x/y'] }), map('c', 'b')],
    ['a'],
    ['waits b [["ConfigMap a"]] x/y'],
  ],
  [
    'foreground: dependents first, then the owner',
    [map('a'), map('b', 'a!'), map('c', 'b!')],
    ['a Foreground'],
    ['deleted a ["Foreground"]', 'deleted b [["ConfigMap a"]]', 'deleted c [["ConfigMap b"]]'],
  ],
  [
    'foreground waits for a dependent that blocks',
    [map('a'), map('b', 'a!', { finalizers: ['x/y'] })],
    ['a Foreground'],
    ['waits a ["Foreground"] foregroundDeletion', 'waits b [["ConfigMap a"]] x/y'],
  ],
  [
    'and not for one that does not',
    [map('a'), map('b', 'a', { finalizers: ['x/y'] })],
    ['a Foreground'],
    ['deleted a ["Foreground"]', 'waits b [["ConfigMap a"]] x/y'],
  ],
  [
    'orphaned dependents stay',
    [map('a'), map('b', 'a'), map('c', 'b')],
    ['a Orphan'],
    ['deleted a ["Orphan"]', 'kept b [["ConfigMap a"]]'],
  ],
  [
    'two that own each other and wait',
    [map('a', 'b!'), map('b', 'a!')],
    ['a Foreground'],
    ['deleted a ["Foreground"]', 'deleted b [["ConfigMap a"]]'],
  ],
  [
    'a namespace takes all that is in it',
    [map('a'), map('b', 'a')],
    ['/api/v1/namespaces/prod'],
    ['deleted prod ["prod"]', 'deleted a ["prod"]', 'deleted b ["prod"]'],
  ],
  [
    'and stays with what has a finalizer',
    [map('a', '', { finalizers: ['x/y'] })],
    ['/api/v1/namespaces/prod'],
    ['waits prod ["prod"] kubernetes', 'waits a ["prod"] x/y'],
  ],
])('%s', (_, live, deletes, expected) => {
  expect(next(live, deletes)).toEqual(expected);
});

test('an owner that was made and deleted in between is gone', () => {
  expect(next([], ['a'], [map('a'), map('b', 'a')])).toEqual(['deleted b [["ConfigMap a"]]']);
});
