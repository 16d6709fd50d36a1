import { describe, expect, test } from 'vitest';
import { type ClusterRequest, httpRequestOf } from './request.ts';

const deployment = '/apis/apps/v1/namespaces/prod/deployments/web';
const write = {
  kind: 'dry-run',
  method: 'PATCH',
  path: deployment,
  contentType: 'application/apply-patch+yaml',
  body: '{}',
} as const;

const addressOf = (request: ClusterRequest) => {
  const checked = httpRequestOf(request);
  return checked.kind === 'checked' ? `${checked.request.method} ${checked.request.address}` : checked.reason;
};

describe('what may be sent', () => {
  test.each([
    [{ kind: 'read', path: '/version' }, 'GET /version'],
    [{ kind: 'read', path: '/apis', as: 'discovery' }, 'GET /apis'],
    [
      { kind: 'read', path: '/openapi/v3/apis/apps/v1', query: [['hash', 'A=']] },
      'GET /openapi/v3/apis/apps/v1?hash=A%3D',
    ],
    [{ kind: 'read', path: '/api/v1/namespaces/a/status' }, 'GET /api/v1/namespaces/a/status'],
    [
      { kind: 'read', path: '/api/v1/namespaces', as: 'metadata', query: [['limit', '500']] },
      'GET /api/v1/namespaces?limit=500',
    ],
    [
      { kind: 'read', path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node' },
      'GET /apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
    ],
    [
      { kind: 'watch', path: `${deployment.slice(0, -4)}`, query: [['fieldSelector', 'metadata.name=web']] },
      'GET /apis/apps/v1/namespaces/prod/deployments?fieldSelector=metadata.name%3Dweb&watch=true&allowWatchBookmarks=true',
    ],
    [{ kind: 'who-am-i' }, 'POST /apis/authentication.k8s.io/v1/selfsubjectreviews?dryRun=All'],
    [write, `PATCH ${deployment}?dryRun=All`],
    [{ ...write, path: `${deployment}/scale` }, `PATCH ${deployment}/scale?dryRun=All`],
  ] as const)('%j', (request, address) => {
    expect(addressOf(request)).toBe(address);
  });

  test('dryRun is All whatever the query says', () => {
    const query = [
      ['dryRun', ''],
      ['fieldManager', 'me&dryRun='],
      ['dryRun', 'None'],
    ] as const;
    expect(addressOf({ ...write, query })).toBe(`PATCH ${deployment}?fieldManager=me%26dryRun%3D&dryRun=All`);
  });
});

describe('what is never sent', () => {
  test.each([
    '',
    'api/v1/pods',
    '//evil.example/api/v1/pods',
    'https://evil.example/api/v1/pods',
    '/playground/',
    '/healthz',
    '/logs/kube-apiserver.log',
    '/metrics',
    '/api/v1/namespaces/a/pods/../secrets',
    '/api/v1/namespaces/a/pods/%2e%2e/secrets',
    '/api/v1/namespaces/a/pods/b%2fexec',
    '/api/v1/namespaces/a/pods/b%252fexec',
    '/api/v1/namespaces/a//pods',
    '/api/v1/namespaces/a/pods/',
    '/api/v1/namespaces/a/pods/b?dryRun=',
    '/api/v1/namespaces/a/pods/b#c',
    '/api/v1/namespaces/a/pods/b\\exec',
    '/api/v1/namespaces/a/pods/b\n',
    '/api/v1/namespaces/a/pods/%E0%A4%A',
    '/api/v1/namespaces/a/pods/b/status/c',
    '/api/v1/watch/namespaces/a/secrets',
    '/api/v1/proxy/nodes/a',
    '/apis/apps/v1/watch/deployments',
    '/openapi/v2',
    '/version/more',
    '/api/v1/bindings',
    '/api/v1/namespaces/a/bindings',
  ])('a read of %j', (path) => {
    const sent = addressOf({ kind: 'read', path });
    // A question mark or a hash is part of a name, and leads nowhere else.
    if (/[?#]/.test(path)) expect(sent).toMatch(/^GET \/api\/v1\/namespaces\/a\/pods\/b%(3F|23)/);
    else expect(sent).toBe('path');
  });

  test.each(['exec', 'attach', 'portforward', 'proxy', 'log', 'token', 'eviction', 'binding', 'EXEC', 'status '])(
    'the subresource %s, by any request',
    (name) => {
      const path = `/api/v1/namespaces/a/pods/b/${name}`;
      expect(addressOf({ kind: 'read', path })).toBe('subresource');
      expect(addressOf({ kind: 'watch', path })).toBe('subresource');
      for (const method of ['PATCH', 'PUT', 'POST'] as const)
        expect(addressOf({ ...write, method, path })).toBe('subresource');
    },
  );

  test('all Secrets, which are asked for by name alone', () => {
    const secrets = '/api/v1/namespaces/a/secrets';
    expect(addressOf({ kind: 'read', path: '/api/v1/secrets', as: 'metadata' })).toBe('secrets');
    expect(addressOf({ kind: 'read', path: secrets })).toBe('secrets');
    expect(addressOf({ kind: 'watch', path: secrets })).toBe('secrets');
    expect(addressOf({ kind: 'watch', path: secrets, query: [['fieldSelector', 'metadata.name!=b']] })).toBe('secrets');
    expect(addressOf({ kind: 'watch', path: secrets, query: [['fieldSelector', 'metadata.name=b']] })).toMatch(/^GET /);
    expect(addressOf({ kind: 'read', path: `${secrets}/b` })).toMatch(/^GET /);
  });

  test.each([
    [{ ...write, method: 'DELETE' }, 'method'],
    [{ ...write, method: 'patch' }, 'method'],
    [{ ...write, contentType: 'text/plain' }, 'content-type'],
    [{ ...write, body: { toString: (): string => '{}' } }, 'kind'],
    [{ ...write, path: '/version' }, 'path'],
    [{ ...write, path: '/apis/apps/v1' }, 'path'],
    [{ ...write, query: [['propagationPolicy', 'Background']] }, 'parameter'],
    [{ kind: 'read', path: '/api/v1/pods', query: [['watch', 'true']] }, 'parameter'],
    [
      {
        kind: 'read',
        path: '/api/v1/pods',
        query: [
          ['limit', '1'],
          ['limit', '2'],
        ],
      },
      'parameter',
    ],
    [
      {
        kind: 'watch',
        path: '/api/v1/secrets',
        query: [
          ['fieldSelector', ''],
          ['fieldSelector', 'metadata.name=b'],
        ],
      },
      'parameter',
    ],
    [{ kind: 'read', path: '/api/v1/pods', as: 'protobuf' }, 'kind'],
    [{ kind: 'delete', path: '/api/v1/pods' }, 'kind'],
  ])('%j', (request, reason) => {
    expect(addressOf(request as unknown as ClusterRequest)).toBe(reason);
  });
});
