import { request as httpsRequest } from 'node:https';
import { startServer } from '@managed-fields/node-server';
import { expect, test } from 'vitest';
import { type FakeIo, fakeIo, type Given } from '../fake-io.ts';
import type { Ended } from '../io.ts';
import { run } from '../run.ts';

const deployment = (replicas: number, image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'prod' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
  },
});

const entry = (manager: string, operation: string, fieldsV1: object, apiVersion = 'v1') => ({
  ...{ manager, operation, apiVersion, time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1 },
});

const live = deployment(7, 'web:1');
const dump = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      ...live,
      metadata: {
        ...live.metadata,
        uid: '00000000-0000-0000-0000-00000000000a',
        managedFields: [entry('hpa', 'Update', { 'f:spec': { 'f:replicas': {} } }, 'apps/v1')],
      },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'old',
        namespace: 'prod',
        managedFields: [entry('helm', 'Update', { 'f:data': { 'f:a': {} } })],
      },
      data: { a: '1' },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'db',
        namespace: 'prod',
        managedFields: [entry('helm', 'Update', { 'f:data': { 'f:k': {} } })],
      },
      data: { k: 'aHVudGVyMi1zZWNyZXQ=' },
    },
  ],
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly type?: string;
}

/** Sends what a tool would, by the kubeconfig that it was given, and returns the codes. */
async function send(kubeconfig: string, requests: readonly Sent[]): Promise<readonly number[]> {
  const config = JSON.parse(kubeconfig);
  const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
  const codes: number[] = [];
  for (const { method, path, body, type = 'application/json' } of requests) {
    const headers = {
      ...{ authorization: `Bearer ${config.users[0].user.token}`, 'content-type': type, 'user-agent': 'helm/v4' },
    };
    const code = await new Promise<number>((done, failed) => {
      const ca = Buffer.from(authority, 'base64');
      const sent = httpsRequest(server + path, { method, headers, ca, agent: false }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode ?? 0));
      });
      sent.on('error', failed).end(body === undefined ? undefined : JSON.stringify(body));
    });
    codes.push(code);
  }
  return codes;
}

const apply = 'application/apply-patch+yaml';
const deployments = '/apis/apps/v1/namespaces/prod/deployments';
const maps = '/api/v1/namespaces/prod/configmaps';
const fresh = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' }, data: { a: '1' } };
const secret = { metadata: { name: 'db' }, data: { k: 'b3RoZXItc2VjcmV0LTI=' } };

/** What a release does: a conflict, a create, a delete, a change of a secret, and what counts as nothing. */
const release: readonly Sent[] = [
  { method: 'PATCH', path: `${deployments}/web?fieldManager=helm`, body: deployment(3, 'web:1'), type: apply },
  { method: 'POST', path: `${maps}?dryRun=All`, body: { ...fresh, metadata: { name: 'dry' } } },
  { method: 'POST', path: maps, body: fresh },
  { method: 'POST', path: maps, body: { ...fresh, metadata: { name: 'hook' } } },
  { method: 'DELETE', path: `${maps}/hook` },
  { method: 'DELETE', path: `${maps}/old` },
  { method: 'PATCH', path: '/api/v1/namespaces/prod/secrets/db', body: secret, type: 'application/merge-patch+json' },
];

async function rehearse(
  args: readonly string[],
  requests: readonly Sent[] = [],
  ended: Ended = { kind: 'exited', code: 0 },
  given: Given = {},
): Promise<{ readonly code: number; readonly io: FakeIo; readonly codes: readonly number[]; readonly text: string }> {
  let codes: readonly number[] = [];
  const io: FakeIo = fakeIo({
    files: { 'dump.json': JSON.stringify(dump) },
    serveApi: startServer,
    tool: async (_, env) => {
      codes = await send(io.written.get(env['KUBECONFIG'] ?? '') ?? '', requests);
      return ended;
    },
    ...given,
  });
  const code = await run(['rehearse', ...args], io);
  return { code, io, codes, text: io.out.join('') };
}

test('says what the command did, from what it really sent', async () => {
  const { code, io, codes, text } = await rehearse(['--live', 'dump.json', '--', 'helm', 'upgrade', 'web'], release);
  expect(codes).toEqual([409, 201, 201, 201, 200, 200, 200]);
  expect(io.started).toEqual([['helm', 'upgrade', 'web']]);
  expect(io.done).toContain('folder removed');
  expect(code).toBe(1);
  expect(text).toContain('5 objects applied by helm');
  expect(text).toMatch(
    /conflict {2}Deployment prod\/web +request:1\n +\.spec\.replicas: 7 of hpa \(Update\), the manifest has 3/,
  );
  expect(text).toMatch(/created {3}ConfigMap prod\/new +request:3/);
  expect(text).toMatch(/deleted {3}ConfigMap prod\/old/);
  expect(text).toMatch(/left {6}ConfigMap prod\/hook *\n +created, and deleted again/);
  expect(text).toMatch(/changed {3}Secret prod\/db/);
  expect(text).toMatch(/\.data\.k: \S*redacted\S* -> \S*redacted/);
  expect(text).not.toContain('dry');
  expect(text + io.err.join('')).not.toMatch(/aHVudGVyMi|b3RoZXIt|hunter2/);
});

test('has the formats of a forecast', async () => {
  const json = await rehearse(['--live', 'dump.json', '-o', 'json', '--objects', '--', 'helm'], release);
  const { rehearsed, rows } = JSON.parse(json.text);
  expect(rehearsed).toEqual({ command: ['helm'], requests: 7, ready: false });
  expect(rows.map(({ object, result }: { object: { name: string }; result: string }) => [object.name, result])).toEqual(
    [
      ['web', 'conflict'],
      ['new', 'created'],
      ['db', 'changed'],
      ['hook', 'left'],
      ['old', 'deleted'],
    ],
  );
  expect(rows[1].after).toMatchObject({ kind: 'ConfigMap', data: { a: '1' } });
  expect(rows[2].after.data.k).not.toBe(secret.data.k);
  expect(rows[2].sent).toEqual([{ method: 'PATCH', purpose: 'patch', code: 200 }]);
  const markdown = await rehearse(['--live', 'dump.json', '-o', 'markdown', '--', 'helm'], release);
  expect(markdown.text).toContain('### Rehearsal: 1 in conflict, 0 refused, 1 deleted');
  const sarif = JSON.parse((await rehearse(['--live', 'dump.json', '-o', 'sarif', '--', 'helm'], release)).text);
  const ids = sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
  expect(ids).toContain('field-conflict');
  expect(ids).toContain('object-deleted');
});

test('says what controllers would take next', async () => {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'old' };
  const owned = (name: string, uid: string, more: object = {}) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } },
    metadata: { name, namespace: 'prod', ownerReferences: [{ ...owner, uid }], ...more },
  });
  const items = [
    { ...dump.items[1], metadata: { ...dump.items[1]?.metadata, uid: '00000000-0000-0000-0000-00000000000b' } },
    owned('goes', '00000000-0000-0000-0000-00000000000b'),
    owned('waits', '00000000-0000-0000-0000-00000000000b', { finalizers: ['example.com/keep'] }),
    owned('unseen', '00000000-0000-0000-0000-00000000000c', { ownerReferences: [{ ...owner, name: 'x', uid: 'y' }] }),
  ];
  const files = { 'dump.json': JSON.stringify({ ...dump, items }) };
  const requests = [{ method: 'DELETE', path: `${maps}/old` }];
  const rehearsed = (...args: string[]) =>
    rehearse(['--live', 'dump.json', ...args, '--', 'kubectl'], requests, undefined, { files });
  const { code, text } = await rehearsed();
  expect(code).toBe(0);
  expect(text).toContain('controllers would do this, which do not run here:\n');
  expect(text).toContain('deleted   ConfigMap prod/goes: garbage collector: its owner ConfigMap old goes\n');
  expect(text).toContain(
    'waits     ConfigMap prod/waits: garbage collector: its owner ConfigMap old goes, and it stays as long as it has example.com/keep',
  );
  expect(text).not.toContain('unseen');
  const { next } = JSON.parse((await rehearsed('-o', 'json')).text);
  expect(next).toMatchObject([{ object: { name: 'goes' }, result: 'deleted' }, { result: 'waits' }]);
  expect((await rehearsed('-o', 'markdown')).text).toContain('What controllers would do next: 1 more deleted');
  expect((await rehearsed('--fail-on', 'collected')).code).toBe(1);
  expect((await rehearse(['--live', 'dump.json', '--fail-on', 'collected', '--', 'helm'], release)).code).toBe(0);
});

test.each([
  [['--fail-on', 'deleted'], 1],
  [['--fail-on', 'refused'], 0],
  [['--fail-on', 'nothing', '--expect', 'hpa owns .spec.replicas of deploy/web'], 0],
  [['--fail-on', 'nothing', '--expect', 'helm owns .spec.replicas of deploy/web'], 1],
])('%j ends with %i', async (options, code) => {
  expect((await rehearse(['--live', 'dump.json', ...options, '--', 'helm'], release)).code).toBe(code);
});

test('ends with 1 where the command fails, and says so', async () => {
  const failed = await rehearse(['--live', 'dump.json', '--', '/bin/helm'], [], { kind: 'exited', code: 3 });
  expect(failed.code).toBe(1);
  expect(failed.text).toContain('helm failed: exit code 3.');
  const missing = await rehearse(['--live', 'dump.json', '--', 'helm'], [], { kind: 'missing' });
  expect(missing.code).toBe(1);
  expect(missing.io.err.join('')).toContain('There is no program helm.');
});

test('leaves out the status that is written for controllers', async () => {
  const other = { ...deployment(1, 'web:2'), metadata: { name: 'other' } };
  const requests: readonly Sent[] = [
    { method: 'POST', path: deployments, body: other },
    {
      method: 'PATCH',
      path: `${deployments}/web`,
      body: { spec: { replicas: 7 } },
      type: 'application/merge-patch+json',
    },
  ];
  const { text } = await rehearse(
    ['--live', 'dump.json', '--ready', '-o', 'json', '--objects', '--', 'helm'],
    requests,
  );
  const [created, same] = JSON.parse(text).rows;
  expect(created.result).toBe('created');
  expect(JSON.stringify(created.after)).not.toContain('kube-controller-manager');
  expect(created.after.status ?? {}).not.toHaveProperty('readyReplicas');
  expect(same.changes).toEqual([]);
});

test('makes a link of all that was written, without secrets', async () => {
  const { text } = await rehearse(
    ['--live', 'dump.json', '--link', 'https://fields.example.com/', '--', 'helm'],
    release,
  );
  expect(text).toMatch(/All that was written: https:\/\/fields\.example\.com\/#/);
});

test('takes ways to other clusters from the command', async () => {
  let seen: Readonly<Record<string, string | undefined>> = {};
  await rehearse(['--live', 'dump.json', '--', 'helm'], [], undefined, {
    tool: async (_, env) => {
      seen = env;
      return { kind: 'exited', code: 0 };
    },
  });
  expect(seen['KUBECONFIG']).toBe('/private/kubeconfig');
  expect('HELM_KUBECONTEXT' in seen && seen['HELM_KUBECONTEXT'] === undefined).toBe(true);
});

test.each([
  [['--live', 'dump.json'], 'a command is missing behind --'],
  [['--', 'helm'], '--live FILE is missing'],
  [['--live', 'dump.json', 'helm'], 'helm is no option: the command stands behind --'],
  [['--live', 'nothing.json', '--', 'helm'], 'there is no file nothing.json'],
  [['--live', 'empty.yaml', '--', 'helm'], 'there is no object'],
  [['--live', 'bare.json', '--', 'helm'], 'no object of the dump has managedFields'],
  [['--live', 'dump.json', '--serve', '--', 'helm'], '--serve runs no command'],
  [['--live', 'dump.json', '--', 'helm', 'upgrade', '--kube-context=prod'], 'chooses a cluster by --kube-context=prod'],
  [['--live', 'dump.json', '--', '/usr/bin/kubectl', '--context', 'prod', 'get'], 'chooses a cluster by --context'],
  [['--live', 'dump.json', '--expect', 'x', '--', 'helm'], '--expect x cannot be read'],
  [['--live', 'dump.json', '--port', 'x', '--', 'helm'], '--port x is no port'],
])('refuses %j', async (args, words) => {
  const files = {
    'dump.json': JSON.stringify(dump),
    'empty.yaml': '# nothing\n',
    'bare.json': JSON.stringify(fresh),
  };
  const { code, io } = await rehearse(args, [], undefined, { files });
  expect(code).toBe(2);
  expect(io.err.join('')).toContain(words);
  expect(io.started).toEqual([]);
});

test('only serves until it is interrupted', async () => {
  const io: FakeIo = fakeIo({ serveApi: startServer });
  const running = run(['rehearse', '--serve'], io);
  while (io.out.length < 2) await new Promise((done) => setTimeout(done, 20));
  expect(io.out.join('')).toContain('export KUBECONFIG=/private/kubeconfig');
  expect(await send(io.written.get('/private/kubeconfig') ?? '', [{ method: 'GET', path: '/version' }])).toEqual([200]);
  io.signal();
  expect(await running).toBe(0);
  expect(io.out).toHaveLength(2);
});

test('says when it ends what was sent to a server that only served', async () => {
  const io: FakeIo = fakeIo({ serveApi: startServer });
  const running = run(['rehearse', '--serve', '--fail-on', 'created'], io);
  while (io.out.length < 2) await new Promise((done) => setTimeout(done, 20));
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const path = '/api/v1/namespaces/default/configmaps';
  const made = await send(io.written.get('/private/kubeconfig') ?? '', [{ method: 'POST', path, body }]);
  expect(made).toEqual([201]);
  io.signal();
  expect(await running).toBe(1);
  expect(io.out.at(-1)).toContain('created');
  expect(io.out.at(-1)).toContain('ConfigMap default/a');
});
