import { emptyCluster, serve } from '@managed-fields/api-server/whole';
import { mapAt, type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';

const cluster = emptyCluster(await loadKubernetesTypes());
const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';

function answerTo(body: unknown): { readonly code: number; readonly status: Value } {
  const { response } = serve(
    cluster,
    {
      method: 'POST',
      path,
      query: new Map(),
      contentType: 'application/json',
      body: { kind: 'value', value: valueFromPlain(body), duplicates: [] },
    },
    '2026-01-01T00:00:00Z',
  );
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
