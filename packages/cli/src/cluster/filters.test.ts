import { expect, test } from 'vitest';
import { filters } from './filters.ts';

/** Decides as kubectl's proxy does. Upstream: k8s.io/kubectl pkg/proxy/proxy_server.go FilterServer.accept. */
function accepts(method: string, path: string, access = { readOnly: false, secrets: false }): boolean {
  const { acceptPaths, rejectPaths, rejectMethods } = filters(access);
  const matches = (text: string, patterns: readonly string[]) => patterns.some((each) => new RegExp(each).test(text));
  // The path is compared decoded.
  const decoded = decodeURIComponent(path);
  return !matches(decoded, rejectPaths) && !matches(method, rejectMethods) && matches(decoded, acceptPaths);
}

const asked = [
  ...['/version', '/api', '/apis', '/api/v1', '/apis/apps', '/apis/apps/v1', '/openapi/v3', '/openapi/v3/api/v1'],
  '/openapi/v3/apis/gateway.networking.k8s.io/v1',
  '/apis/certificates.k8s.io/v1/certificatesigningrequests/c/approval',
  ...['/api/v1/namespaces', '/api/v1/namespaces/prod', '/api/v1/namespaces/prod/status', '/api/v1/nodes/n1'],
  ...['/api/v1/pods', '/api/v1/namespaces/prod/pods', '/api/v1/namespaces/prod/pods/web-0'],
  ...['/api/v1/namespaces/prod/pods/web-0/status', '/api/v1/namespaces/prod/pods/web-0/resize'],
  '/apis/apps/v1/namespaces/prod/deployments/web/scale',
  '/apis/cert-manager.io/v1/namespaces/prod/certificates/web/status',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:controller:node-controller',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
  '/apis/authentication.k8s.io/v1/selfsubjectreviews',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/certificates.cert-manager.io',
  // Names that are also those of what is held back.
  ...['/api/v1/namespaces/secrets', '/api/v1/namespaces/secrets/pods', '/api/v1/namespaces/watch/configmaps/exec'],
  ...['/api/v1/namespaces/prod/configmaps/secrets', '/apis/example.com/v1/secrets', '/api/v1/nodes/proxy'],
];

test.each(asked)('%s is let through', (path) => {
  for (const method of ['GET', 'PATCH', 'PUT', 'POST']) expect(accepts(method, path), method).toBe(true);
  expect(accepts('GET', path, { readOnly: true, secrets: false })).toBe(true);
});

const secrets = [
  ...['/api/v1/secrets', '/api/v1/namespaces/prod/secrets', '/api/v1/namespaces/prod/secrets/db'],
  ...['/api/v1/%73ecrets', '/api/v1/namespaces/prod%2Fsecrets', '/api%2Fv1%2Fsecrets'],
  ...['/api/v1/namespaces/prod/secrets/%64b', '/api/v1/namespaces/secrets/secrets', '/api/v1/namespaces/a%0Ab/secrets'],
];

test.each(secrets)('%s is let through with --secrets alone', (path) => {
  expect(accepts('GET', path)).toBe(false);
  expect(accepts('GET', path, { readOnly: false, secrets: true })).toBe(!path.includes('%0A'));
});

const pod = '/api/v1/namespaces/prod/pods/web-0';
const heldBack = [
  ...['exec', 'attach', 'portforward', 'proxy', 'log', 'eviction', 'binding'].map((name) => `${pod}/${name}`),
  ...[
    `${pod}/proxy/metrics`,
    `${pod}:8080/proxy/`,
    `${pod}/exec/`,
    `${pod}%2Fexec`,
    `${pod}/%65xec`,
    `${pod}/status/x`,
  ],
  ...['/api/v1/pods/web-0/exec', '/api/v1/nodes/n1/proxy', '/api/v1/nodes/n1/proxy/run/prod/web-0/c'],
  ...['/api/v1/namespaces/prod/services/web/proxy', '/api/v1/namespaces/prod/services/https:web:443/proxy/x'],
  ...['/api/v1/namespaces/prod/serviceaccounts/default/token', '/api/v1/namespaces/prod/bindings', '/api/v1/bindings'],
  '/apis/subresources.kubevirt.io/v1/namespaces/prod/virtualmachineinstances/vm/console',
  // The prefixes of old servers, which name the resource one segment later.
  ...['/api/v1/watch/secrets', '/api/v1/watch/pods', '/api/v1/watch/namespaces/prod/secrets'],
  ...['/api/v1/watch/namespaces/prod/secrets/db', '/apis/apps/v1/watch/deployments', '/api/v1/watch'],
  ...['/api/v1/proxy/namespaces/prod/pods/web-0', '/api/v1/proxy/nodes/n1', '/api/v1/redirect/nodes/n1'],
  // What else an API server serves.
  ...['/', '', '/metrics', '/logs/', '/logs/kube-apiserver.log', '/debug/pprof/', '/healthz', '/openid/v1/jwks'],
  ...['/openapi/v2', '/swagger.json', '/.well-known/openid-configuration', '/api/v2', '/apiserver', '/apisx/apps'],
  // Forms that a server or a proxy between could read as another path.
  ...['//api/v1/secrets', '/api//v1/pods', '/api/v1//secrets', '/api/v1/pods/', '/api/', '/apis/', '/version/'],
  ...['/api/v1/./secrets', '/api/v1/pods/../secrets', '/api/v1/%2e%2e/v1/secrets', '/api/v1/x%2F..%2Fsecrets'],
  ...['/api/v1/namespaces/prod/x/../secrets', '/api/v1/.%2Fsecrets', '/api/v1/namespaces/..%2Fsecrets', '/api/v1/..'],
  ...['/api/v1/namespaces/prod%252Fsecrets', '/api/v1/%2573ecrets', '/api/v1/secrets%00', '/api/v1/secrets%20'],
  ...['/api/v1/secrets;x=1', '/api/v1/secrets%3Bx', '/api/v1/secrets%3Fx', '/api/v1/secrets%23', '/api/v1/x%5Csecrets'],
  ...['/api/v1/namespaces/prod/pods/x%0A', '/x/api/v1/pods', '/playground/api/v1/pods', '/API/v1/pods', '/Version'],
];

test.each(heldBack)('%j is rejected', (path) => {
  for (const method of ['GET', 'PATCH', 'PUT', 'POST']) {
    expect(accepts(method, path), method).toBe(false);
    expect(accepts(method, path, { readOnly: false, secrets: true }), `${method} --secrets`).toBe(false);
  }
});

/** The methods that IANA knows, but for the four, and how some could be written. */
const otherMethods = [
  ...['DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE', 'PROPFIND', 'PROPPATCH', 'PRI', 'MKCOL', 'MOVE', 'COPY'],
  ...['LINK', 'UNLINK', 'LOCK', 'UNLOCK', 'QUERY', 'REPORT', 'SEARCH', 'BIND', 'REBIND', 'UPDATE'],
  ...['delete', 'Delete', 'patch', 'get', ' GET', ' DELETE', 'XGET'],
];

test.each(otherMethods)('%s is rejected', (method) => {
  expect(accepts(method, '/api/v1/namespaces/prod/pods/web-0')).toBe(false);
});

test.each(['PATCH', 'PUT', 'POST', ...otherMethods])('--read-only rejects %s', (method) => {
  expect(accepts(method, '/api/v1/namespaces/prod/pods/web-0', { readOnly: true, secrets: true })).toBe(false);
});

test('no expression has a comma, at which kubectl would split it', () => {
  for (const readOnly of [true, false]) {
    for (const each of Object.values(filters({ readOnly, secrets: readOnly })).flat()) expect(each).not.toContain(',');
  }
});
