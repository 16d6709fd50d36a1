import { expect, test } from 'vitest';
import { readRoute } from './route.ts';

test.each([
  ['/api/v1/configmaps', { group: '', version: 'v1', namespace: '', plural: 'configmaps', name: '' }],
  ['/apis/apps/v1/namespaces/a/deployments/b/scale', { group: 'apps', plural: 'deployments', subresource: 'scale' }],
  ['/api/v1/namespaces/a/configmaps/b%3Ac', { namespace: 'a', name: 'b:c' }],
  ['/api/v1/namespaces/a/status', { plural: 'namespaces', name: 'a', subresource: 'status' }],
])('%s names a resource', (path, expected) => {
  expect(readRoute(path)).toMatchObject(expected);
});

test.each(['', '/healthz', '/api/v1', '/api/v1/namespaces/a/configmaps/%zz', '/api/v1/configmaps/%'])(
  '%j names no resource',
  (path) => {
    expect(readRoute(path)).toBeUndefined();
  },
);
