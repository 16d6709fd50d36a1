import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frontStatus, readRefusal } from './front.ts';
import { type Access, checkIncoming, type IncomingRequest } from './incoming.ts';
import { type ClusterRequest, type HttpRequest, httpRequestOf } from './request.ts';

const all: Access = { readOnly: false, secrets: true };

/** A request of the page as it comes in at the front. */
function incoming({ method, address, headers, body = '' }: HttpRequest): IncomingRequest {
  return { method, address, accept: headers['accept'] ?? '', contentType: headers['content-type'] ?? '', body };
}

function made(request: ClusterRequest): IncomingRequest {
  const checked = httpRequestOf(request);
  if (checked.kind === 'refused') throw new Error(`${checked.reason}: ${checked.found}`);
  return incoming(checked.request);
}

const outcome = (request: IncomingRequest, access = all) => {
  const checked = checkIncoming(request, access);
  return checked.kind === 'front' ? checked.reason : 'checked';
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).filter((each) => !/\p{Cs}/u.test(each)),
  fc.constantFrom(
    '',
    'a',
    'All',
    'a=b',
    'a&dryRun=',
    '=',
    '+',
    '%',
    '%26',
    'metadata.name=web',
    '🜁',
    '\u0000',
    ';',
    '#',
  ),
);
const segment = fc.oneof(
  fc.constantFrom('web', 'a', 'b-1', 'x.y', 'secrets', 'watch', 'namespaces', 'status', 'exec', 'system:node', 'ü'),
  text,
);
const path = fc.oneof(
  fc.constantFrom(
    ...['/version', '/api', '/apis', '/openapi/v3/apis/apps/v1', '/apis/apps/v1/namespaces/prod/deployments/web'],
    ...['/api/v1/namespaces/a/secrets/b', '/api/v1/namespaces/a/status', '/api/v1/pods', '/api/v1/watch/secrets'],
  ),
  fc
    .tuple(
      fc.constantFrom('/api/v1', '/apis/apps/v1', '/api', '/x', '/openapi/v3'),
      fc.array(segment, { maxLength: 6 }),
    )
    .map(([start, segments]) => [start, ...segments.map(encodeURIComponent)].join('/')),
);
const name = fc.constantFrom(
  ...['limit', 'continue', 'fieldSelector', 'labelSelector', 'resourceVersion', 'timeoutSeconds', 'hash'],
  ...['fieldManager', 'force', 'fieldValidation', 'dryRun', 'watch'],
);
const query = fc.array(fc.tuple(name, text), { maxLength: 4 });
const request = fc.oneof(
  fc.record({ kind: fc.constant('read'), path, query, as: fc.constantFrom('json', 'metadata', 'discovery') }),
  fc.record({ kind: fc.constant('watch'), path, query }),
  fc.record({
    kind: fc.constant('dry-run'),
    method: fc.constantFrom('PATCH', 'PUT', 'POST'),
    path,
    query,
    contentType: fc.constantFrom('application/json', 'application/apply-patch+yaml', 'application/merge-patch+json'),
    body: text,
  }),
  fc.constant({ kind: 'who-am-i' }),
) as fc.Arbitrary<ClusterRequest>;

test('whatever the page can send is let through, as it is', () => {
  let sent = 0;
  fc.assert(
    fc.property(request, (each) => {
      const checked = httpRequestOf(each);
      if (checked.kind === 'refused') return;
      sent++;
      const there = incoming(checked.request);
      const through = checkIncoming(there, all);
      expect(through.kind === 'checked' && incoming(through.request)).toEqual(there);
    }),
    { numRuns: 3000 },
  );
  expect(sent).toBeGreaterThan(300);
});

test('of a changed request nothing is let through that the page could not send', () => {
  const piece = fc.constantFrom(
    ...['?', '&', '=', '/', '..', '//', '%2F', '%2e', '%00', ';', '#', '+', ' ', '\t', '\u0000', 'secrets', 'exec'],
    ...['dryRun=', 'dryRun=All', 'dryrun=All', '&dryRun=', '%64ryRun=', 'watch=1', 'http://x/', 'DELETE', 'a'],
  );
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(12),
    put: piece,
    where: fc.constantFrom('address', 'address', 'address', 'method', 'accept', 'contentType', 'body'),
  });
  fc.assert(
    fc.property(request, fc.array(change, { minLength: 1, maxLength: 3 }), (each, changes) => {
      const checked = httpRequestOf(each);
      if (checked.kind === 'refused') return;
      let hostile = incoming(checked.request);
      for (const { at, cut, put, where } of changes) {
        const before = hostile[where as keyof IncomingRequest];
        const from = Math.floor(at * before.length);
        hostile = { ...hostile, [where]: before.slice(0, from) + put + before.slice(from + cut) };
      }
      const through = checkIncoming(hostile, all);
      if (through.kind === 'front') return;
      // What goes on is what was checked, and it is nothing that is kept.
      expect(incoming(through.request)).toEqual(hostile);
      expect(['GET', 'PATCH', 'PUT', 'POST']).toContain(hostile.method);
      const [path, ...query] = hostile.address.split('?');
      expect(new URLSearchParams(query[0]).getAll('dryRun')).toEqual(hostile.method === 'GET' ? [] : ['All']);
      expect(path).not.toMatch(/[#\s\\]|\/\/|\/\.\.?(?:\/|$)|%2f|%00/i);
      // A value may hold any letter, as long as it is written as one.
      expect(query.join('?')).not.toMatch(/[#?\s\\]/);
    }),
    { numRuns: 3000 },
  );
});

const web = '/apis/apps/v1/namespaces/prod/deployments/web';
const apply = made({
  kind: 'dry-run',
  method: 'PATCH',
  path: web,
  query: [['fieldManager', 'me']],
  contentType: 'application/apply-patch+yaml',
  body: '{}',
});
const read = made({ kind: 'read', path: web });
const watch = made({ kind: 'watch', path: '/api/v1/pods' });
const who = made({ kind: 'who-am-i' });

describe('what is refused', () => {
  test.each([
    `${web}?fieldManager=me`,
    `${web}?fieldManager=me&dryRun=`,
    `${web}?fieldManager=me&dryRun=None`,
    `${web}?fieldManager=me&dryRun=all`,
    `${web}?fieldManager=me&dryrun=All`,
    `${web}?fieldManager=me&DryRun=All`,
    `${web}?fieldManager=me&%64ryRun=All`,
    `${web}?fieldManager=me&dryRun=%41ll`,
    `${web}?fieldManager=me&dryRun=All&dryRun=`,
    `${web}?fieldManager=me&dryRun=&dryRun=All`,
    `${web}?fieldManager=me&dryRun=All&dryRun=All`,
    `${web}?dryRun=All&fieldManager=me`,
    `${web}?fieldManager=me&fieldManager=you&dryRun=All`,
    `${web}?fieldManager=me;dryRun=All`,
    `${web}?fieldManager=me&dryRun=All;`,
    `${web}?fieldManager=me&dryRun=All#`,
    `${web}?fieldManager=me&dryRun=All&`,
    `${web}?&dryRun=All`,
    `${web}??dryRun=All`,
    `${web}?dryRun=All?`,
    `${web}?dryRun=All `,
    `${web}?dryRun[]=All`,
    `${web}?propagationPolicy=Background&dryRun=All`,
    `${web}%3FdryRun=All`,
    `${web}/?dryRun=All`,
    `/${web}?dryRun=All`,
    `http://127.0.0.1${web}?dryRun=All`,
    `${web.replace('deployments', 'deployment%73')}?dryRun=All`,
    `${web.replace('/web', '/%2e%2e/web')}?dryRun=All`,
    `${web.replace('/web', '/..%2Fweb')}?dryRun=All`,
    `${web}/exec?dryRun=All`,
    `${web}%00?dryRun=All`,
    `${web}${'x'.repeat(9000)}\n?dryRun=All`,
    '/version?dryRun=All',
    '*',
    '',
  ])('a write to %j', (address) => {
    expect(outcome({ ...apply, address })).toBe('request');
  });

  test.each(['DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'patch', 'get', 'PATCH ', '', 'M-SEARCH'])(
    'the method %j',
    (method) => {
      for (const each of [apply, read, watch, who]) expect(outcome({ ...each, method })).toBe('request');
    },
  );

  test.each([
    { ...apply, method: 'GET' },
    { ...apply, contentType: 'text/plain' },
    { ...apply, contentType: '' },
    { ...apply, contentType: 'application/apply-patch+yaml; charset=utf-8' },
    { ...apply, accept: 'application/vnd.kubernetes.protobuf' },
    { ...read, accept: '*/*' },
    { ...read, accept: '' },
    { ...read, body: '{}' },
    { ...read, contentType: 'application/json' },
    { ...read, address: `${web}?watch=1` },
    { ...read, address: `${web}?pretty=true` },
    { ...watch, address: '/api/v1/pods?watch=true' },
    { ...watch, address: '/api/v1/pods?allowWatchBookmarks=true&watch=true' },
    { ...watch, address: '/api/v1/watch/pods?watch=true&allowWatchBookmarks=true' },
    { ...who, address: who.address.replace('?dryRun=All', '') },
  ])('%j', (each) => {
    expect(outcome(each)).toBe('request');
  });
});

const secrets: readonly IncomingRequest[] = [
  made({ kind: 'read', path: '/api/v1/namespaces/a/secrets/b' }),
  made({ kind: 'read', path: '/api/v1/namespaces/a/secrets/b/status' }),
  made({ kind: 'read', path: '/api/v1/namespaces/secrets/secrets/b' }),
  made({ kind: 'read', path: '/api/v1/namespaces/a/secrets', query: [['fieldSelector', 'metadata.name=b']] }),
  made({ kind: 'watch', path: '/api/v1/secrets', query: [['fieldSelector', 'metadata.name=b']] }),
  { ...apply, address: '/api/v1/namespaces/a/secrets/b?fieldManager=me&dryRun=All' },
  { ...apply, method: 'POST', address: '/api/v1/namespaces/a/secrets?dryRun=All' },
];

test.each(secrets)('$method $address only with --secrets', (each) => {
  expect(outcome(each)).toBe('checked');
  expect(outcome(each, { readOnly: false, secrets: false })).toBe('secrets');
});

test.each([
  '/api/v1/namespaces/secrets',
  '/api/v1/namespaces/a/configmaps/secrets',
  '/apis/example.com/v1/namespaces/a/secrets/b',
])('%s is about no Secret', (path) => {
  expect(outcome(made({ kind: 'read', path }), { readOnly: false, secrets: false })).toBe('checked');
});

test('--read-only lets nothing but GET through, not even the question who the user is', () => {
  const access = { readOnly: true, secrets: true };
  expect([apply, who, read, watch].map((each) => outcome(each, access))).toEqual([
    ...['read-only', 'read-only'],
    ...['checked', 'checked'],
  ]);
});

test('a refusal is read by its header alone', () => {
  for (const reason of Object.keys(frontStatus)) expect(readRefusal(reason)).toEqual({ kind: 'front', reason });
  for (const header of [null, '', 'toString', 'Secrets', 'token, token']) expect(readRefusal(header)).toBeUndefined();
});
