import { type Cluster, emptyCluster, type RequestUser, type Served, serve } from '@managed-fields/api-server/whole';
import { isMap, listAt, mapAt, type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';

const cluster = emptyCluster(await loadKubernetesTypes());
function post(on: Cluster, path: string, body: unknown, user?: RequestUser): Served {
  const sent = { kind: 'value', value: valueFromPlain(body), duplicates: [] } as const;
  const request = {
    method: 'POST',
    path,
    query: new Map<string, string>(),
    contentType: 'application/json',
    body: sent,
  };
  return serve(on, { ...request, method: 'POST', ...(user === undefined ? {} : { user }) }, '2026-01-01T00:00:00Z');
}

const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';

function answerTo(body: unknown, on = cluster, user?: RequestUser): { readonly code: number; readonly status: Value } {
  const { response } = post(on, path, body, user);
  const whole = new Map([['body', response.body]]);
  return { code: response.code, status: mapAt(mapAt(whole, 'body'), 'status') ?? null };
}

// As v1.36.3 answered, but for the order of the bindings, which it leaves to chance.
test('the rules of an administrator', () => {
  expect(answerTo({ spec: { namespace: 'default' } })).toEqual({
    code: 201,
    status: valueFromPlain({
      resourceRules: [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        {
          verbs: ['create'],
          apiGroups: ['authorization.k8s.io'],
          resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
        },
        { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
      ],
      nonResourceRules: [
        { verbs: ['*'], nonResourceURLs: ['*'] },
        {
          verbs: ['get'],
          nonResourceURLs: [
            '/api',
            '/api/*',
            '/apis',
            '/apis/*',
            '/healthz',
            '/livez',
            '/openapi',
            '/openapi/*',
            '/readyz',
            '/version',
            '/version/',
          ],
        },
        { verbs: ['get'], nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'] },
      ],
      incomplete: false,
    }),
  });
});

test('nobody is asked without a namespace', () => {
  expect(answerTo({ spec: {} }).code).toBe(400);
});

describe('of a user', () => {
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  const subject = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' };
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['cm'] };
  const withRole = post(cluster, `${rbac}/roles`, { metadata: { name: 'reader' }, rules: [rule] }).cluster;
  const { cluster: bound } = post(withRole, `${rbac}/rolebindings`, {
    metadata: { name: 'readers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [subject],
  });
  const everybody = [
    {
      verbs: ['create'],
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
    },
    { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
  ];
  const rulesOf = (on: Cluster, name: string, namespace: string) => {
    const { status } = answerTo({ spec: { namespace } }, on, { name, groups: [] });
    return listAt(isMap(status) ? status : undefined, 'resourceRules');
  };

  // As v1.36.3 answered.
  test.each([
    ['jane', 'default', [...everybody, rule]],
    ['jane', 'other', everybody],
    ['bob', 'default', everybody],
  ])('the rules of %s in %s', (name, namespace, rules) => {
    expect(rulesOf(bound, name, namespace)).toEqual(valueFromPlain(rules));
  });

  test('without any role everybody may do everything', () => {
    const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
    expect(rulesOf(cluster, 'bob', 'default')).toEqual(valueFromPlain([all, ...everybody]));
  });
});
