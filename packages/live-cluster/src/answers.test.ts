import { describe, expect, test } from 'vitest';
import { readObject, readPage } from './listing.ts';
import { knowsDryRun, openApiPlace } from './openapi.ts';
import { readUser, readVersion, readWarnings } from './server.ts';
import { failedAnswer, roleFor, ruleOf } from './status.ts';

describe('lists', () => {
  test('a page has names, what asks for the next one, and how many are left', () => {
    const text = JSON.stringify({
      kind: 'PartialObjectMetadataList',
      metadata: { continue: 'eyJ', remainingItemCount: 4500 },
      items: [
        { metadata: { name: 'a', namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' } },
        { metadata: {} },
        null,
      ],
    });
    expect(readPage(text)).toEqual({
      kind: 'read',
      value: {
        names: [{ name: 'a', namespace: 'shop', created: '2026-01-01T00:00:00Z' }],
        next: 'eyJ',
        remaining: 4500,
      },
    });
  });

  test.each(['{"kind":"Status"}', '[]', 'oops', '{"items":[]}'])('%s is none', (text) => {
    expect(readPage(text).kind).toBe('unread');
  });

  test('an object has a kind and a name', () => {
    const text = '{"kind":"ConfigMap","metadata":{"name":"a"}}';
    expect(readObject(text)).toEqual({ kind: 'read', value: text });
    for (const other of ['{"kind":"Status","metadata":{}}', '<html>', '{"metadata":{"name":"a"}}', '"a"']) {
      expect(readObject(other).kind).toBe('unread');
    }
  });
});

describe('what is refused', () => {
  test('a Status says why, and other answers show their beginning', () => {
    const message = 'deployments.apps is forbidden: User "guest" cannot list resource "deployments"';
    expect(failedAnswer(403, JSON.stringify({ kind: 'Status', message, reason: 'Forbidden' }))).toEqual({
      code: 403,
      message,
      reason: 'Forbidden',
    });
    expect(failedAnswer(502, ' Bad gateway\n')).toEqual({ code: 502, message: 'Bad gateway', reason: '' });
    expect(failedAnswer(500, 'x'.repeat(1e6)).message).toHaveLength(2000);
  });

  test.each([
    [{ kind: 'read', path: '/apis/apps/v1/namespaces/shop/deployments' }, 'list apps deployments shop'],
    [{ kind: 'read', path: '/apis/apps/v1/namespaces/shop/deployments/web' }, 'get apps deployments shop'],
    [{ kind: 'watch', path: '/api/v1/namespaces/shop/configmaps' }, 'watch  configmaps shop'],
    [{ kind: 'read', path: '/api/v1/namespaces' }, 'list  namespaces '],
    [
      {
        kind: 'dry-run',
        method: 'PATCH',
        path: '/apis/apps/v1/namespaces/shop/deployments/web/scale',
        contentType: '',
        body: '',
      },
      'patch apps deployments/scale shop',
    ],
    [{ kind: 'read', path: '/version' }, undefined],
    [{ kind: 'who-am-i' }, undefined],
  ] as const)('%j needs a rule', (request, rule) => {
    const found = ruleOf(request);
    expect(found && `${found.verb} ${found.group} ${found.resource} ${found.namespace}`).toBe(rule);
  });

  test('a role grants the rule', () => {
    expect(roleFor({ verb: 'patch', group: 'apps', resource: 'deployments/scale', namespace: 'shop' })).toBe(
      `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: deployments-scale-patch
  namespace: shop
rules:
- apiGroups: ["apps"]
  resources: ["deployments/scale"]
  verbs: ["patch"]
`,
    );
  });
});

describe('the server', () => {
  test.each([
    ['{"gitVersion":"v1.31.4-gke.1183000"}', 'v1.31.4-gke.1183000'],
    ['{"gitVersion":"v1.30.2+k3s1","major":"1"}', 'v1.30.2+k3s1'],
  ])('%s', (text, release) => expect(readVersion(text)).toEqual({ kind: 'read', value: { release } }));

  test.each(['{"gitVersion":"v1.36.3<script>"}', '{"gitVersion":36}', '{}', 'v1.36.3', '<!doctype html>'])(
    '%s is no version',
    (text) => expect(readVersion(text).kind).toBe('unread'),
  );

  test('a review names the user', () => {
    const text =
      '{"kind":"SelfSubjectReview","status":{"userInfo":{"username":"admin","groups":["system:masters",1]}}}';
    expect(readUser(text)).toEqual({ kind: 'read', value: { name: 'admin', groups: ['system:masters'] } });
    expect(readUser('{"kind":"Status"}').kind).toBe('unread');
  });

  test('warnings that a browser joined are told apart', () => {
    expect(readWarnings('299 - "a, \\"b\\"", 299 - "c \\\\ d"')).toEqual(['a, "b"', 'c \\ d']);
    expect(readWarnings('')).toEqual([]);
    expect(readWarnings('nonsense "')).toEqual([]);
  });
});

describe('schemas', () => {
  const index = JSON.stringify({
    paths: {
      'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1?hash=0A%3D%3D' },
      'api/v1': { serverRelativeURL: 'https://evil.example/?hash=1' },
      'apis/a/v1': {},
    },
  });

  test('lie at a path of their own, whatever the server names', () => {
    expect(openApiPlace(index, 'apps', 'v1')).toEqual({
      request: { kind: 'read', path: '/openapi/v3/apis/apps/v1', query: [['hash', '0A==']] },
      hash: '0A%3D%3D',
    });
    expect(openApiPlace(index, '', 'v1')?.request.path).toBe('/openapi/v3/api/v1');
    expect(openApiPlace(index, 'a', 'v1')).toBeUndefined();
    expect(openApiPlace(index, '__proto__', 'v1')).toBeUndefined();
    expect(openApiPlace('oops', 'apps', 'v1')).toBeUndefined();
  });

  test('say whether dry runs are played', () => {
    const parameters = [{ name: 'dryRun', in: 'query' }];
    const document = JSON.stringify({
      paths: {
        '/apis/a/v1/namespaces/{namespace}/bs/{name}': {
          patch: { parameters },
          put: { parameters: [{ name: 'pretty' }] },
        },
      },
    });
    const path = '/apis/a/v1/namespaces/shop/bs/c';
    expect(knowsDryRun(document, path, 'PATCH')).toBe(true);
    expect(knowsDryRun(document, path, 'PUT')).toBe(false);
    expect(knowsDryRun(document, `${path}/status`, 'PATCH')).toBe(false);
    expect(knowsDryRun('{}', path, 'PATCH')).toBe(false);
  });
});
