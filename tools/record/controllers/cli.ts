import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordedControllers } from '../../../conformance/rehearsal/controllers.ts';
import { readArguments, stop } from '../../arguments.ts';
import { reachServer, send, serverOptions } from '../server.ts';
import { type CaseObject, type ControllerCase, cases } from './cases.ts';

const { values } = readArguments({
  name: 'npx tsx tools/record/controllers/cli.ts',
  about: `Plays the cases of cases.ts on a server without controllers that nobody else uses, runs Kubernetes' garbage collector and
namespace controller until nothing moves any more, and writes what was there before, between and after to
conformance/rehearsal/controllers. Needs Go.`,
  options: {
    ...serverOptions,
    program: { type: 'string', value: 'PROGRAM', about: 'the controllers, where they are built already' },
  },
});
const server = await reachServer({ server: values.server, token: values.token, insecure: true });
const kubernetes = JSON.parse(
  (await send(server, { method: 'GET', path: '/version', query: {}, headers: {} })).body,
).gitVersion;
const target = new URL('../../../conformance/rehearsal/controllers/', import.meta.url);

type Json = { readonly [key: string]: unknown };

const kinds: Readonly<
  Record<string, { readonly apiVersion: string; readonly kind: string; readonly plural: string; readonly body: object }>
> = {
  map: { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', body: { data: { a: '1' } } },
  secret: { apiVersion: 'v1', kind: 'Secret', plural: 'secrets', body: {} },
  role: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    plural: 'clusterroles',
    body: { rules: [] },
  },
  pod: { apiVersion: 'v1', kind: 'Pod', plural: 'pods', body: { spec: podSpec() } },
  deployment: { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments', body: { spec: workload() } },
  replicaset: { apiVersion: 'apps/v1', kind: 'ReplicaSet', plural: 'replicasets', body: { spec: workload() } },
  nothing: { apiVersion: 'example.com/v1', kind: 'Nothing', plural: 'nothings', body: {} },
};

function podSpec(): object {
  return { containers: [{ name: 'web', image: 'web:1' }] };
}

function workload(): object {
  const labels = { app: 'web' };
  return { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec() } };
}

const made: {
  readonly asked: ControllerCase;
  readonly live: readonly Json[];
  readonly deletes: RecordedControllers['deletes'];
  readonly left: readonly Json[];
}[] = [];
for (const asked of cases) {
  const uids = new Map<string, string>();
  await ask('POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespaceOf(asked) },
  });
  for (const object of asked.objects) uids.set(object.is, await create(asked, object));
  // Owners of a circle are made after what they own.
  for (const object of asked.objects) await setOwners(asked, object, uids);
  const live = await objectsOf(asked);
  const deletes: RecordedControllers['deletes'][number][] = [];
  for (const step of asked.steps) {
    const object = asked.objects.find(({ is }) => `+${is}` === step);
    if (object !== undefined) {
      const body = manifestOf(asked, object);
      const path = collectionOf(asked, object.is);
      const answer = await ask('POST', path, body);
      deletes.push({ method: 'POST', path, body, code: answer.code });
      continue;
    }
    const [is = '', propagationPolicy] = step.split(' ');
    const path = is === 'namespace' ? `/api/v1/namespaces/${namespaceOf(asked)}` : pathOf(asked, is);
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...(propagationPolicy && { propagationPolicy }) };
    const answer = await ask('DELETE', path, body);
    deletes.push({ method: 'DELETE', path, body, code: answer.code });
  }
  made.push({ asked, live, deletes, left: await objectsOf(asked) });
}
const program = values.program ?? build();
const controllers = spawn(program, [server.url, server.token ?? ''], { stdio: 'ignore' });
let [seen, still] = ['', 0];
while (still < 10) {
  await new Promise((done) => setTimeout(done, 1000));
  const now = JSON.stringify(await Promise.all(made.map(({ asked }) => objectsOf(asked))));
  still = now === seen ? still + 1 : 0;
  seen = now;
}
controllers.kill();
for (const { asked, live, deletes, left } of made) {
  const recorded: RecordedControllers = {
    name: asked.name,
    about: asked.about,
    kubernetes,
    live,
    deletes,
    left,
    after: await objectsOf(asked),
  };
  const names = new Map<string, string>();
  const text = JSON.stringify(recorded, undefined, 1).replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (uid) => {
    const name = names.get(uid) ?? `00000000-0000-0000-0000-${String(names.size + 1).padStart(12, '0')}`;
    names.set(uid, name);
    return name;
  });
  writeFileSync(new URL(`${asked.name}.json`, target), `${text}\n`);
  console.log(`recorded ${asked.name}`);
}
process.exit(0);

function namespaceOf({ name }: ControllerCase): string {
  return `gc-${name}`;
}

function kindOf(is: string) {
  return kinds[is.split('/')[0] ?? ''] ?? stop(`there is no kind of ${is}`);
}

function collectionOf(asked: ControllerCase, is: string): string {
  const { apiVersion, plural } = kindOf(is);
  const inside = plural === 'clusterroles' ? '' : `/namespaces/${namespaceOf(asked)}`;
  return `${apiVersion.includes('/') ? '/apis/' : '/api/'}${apiVersion}${inside}/${plural}`;
}

function nameOf(asked: ControllerCase, is: string): string {
  const name = is.split('/')[1] ?? '';
  return is.startsWith('role/') ? `${namespaceOf(asked)}-${name}` : name;
}

function pathOf(asked: ControllerCase, is: string): string {
  return `${collectionOf(asked, is)}/${nameOf(asked, is)}`;
}

function manifestOf(asked: ControllerCase, { is, finalizers = [] }: CaseObject): Json {
  const { apiVersion, kind, body } = kindOf(is);
  return { apiVersion, kind, metadata: { name: nameOf(asked, is), finalizers }, ...body };
}

async function create(asked: ControllerCase, object: CaseObject): Promise<string> {
  const { body } = await ask('POST', collectionOf(asked, object.is), manifestOf(asked, object));
  return (body as { metadata: { uid: string } }).metadata.uid;
}

async function setOwners(
  asked: ControllerCase,
  { is, owners = [] }: CaseObject,
  uids: ReadonlyMap<string, string>,
): Promise<void> {
  if (owners.length === 0) return;
  const ownerReferences = owners.map((each) => {
    const owner = each.replace('!', '');
    const { apiVersion, kind } = kindOf(owner);
    const uid = uids.get(owner) ?? '11111111-1111-4111-8111-111111111111';
    return {
      apiVersion,
      kind,
      name: nameOf(asked, owner),
      uid,
      ...(each.endsWith('!') ? { blockOwnerDeletion: true } : {}),
    };
  });
  await ask('PATCH', pathOf(asked, is), { metadata: { ownerReferences } });
}

/** The objects of a case that are there, and its namespace, without what says nothing of their lives. */
async function objectsOf(asked: ControllerCase): Promise<readonly Json[]> {
  const paths = [`/api/v1/namespaces/${namespaceOf(asked)}`, ...asked.objects.map(({ is }) => pathOf(asked, is))];
  const found: Json[] = [];
  for (const path of paths) {
    const { code, body } = await ask('GET', path, undefined, [404]);
    if (code === 404) continue;
    const { metadata, status: _, ...others } = body as { metadata: Json; status?: unknown };
    const {
      managedFields: _fields,
      resourceVersion: _version,
      creationTimestamp: _time,
      generation: _number,
      ...kept
    } = metadata;
    const dated = kept['deletionTimestamp'] === undefined ? {} : { deletionTimestamp: '2026-01-01T00:00:00Z' };
    found.push({ ...others, metadata: { ...kept, ...dated } });
  }
  return found;
}

async function ask(method: string, path: string, body?: object, allowed: readonly number[] = []) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = body === undefined ? {} : { 'Content-Type': type };
  const request = { method, path, query: {}, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await send(server, request);
  if (answer.code >= 300 && !allowed.includes(answer.code)) stop(`${method} ${path}: ${answer.code} ${answer.body}`);
  return { code: answer.code, body: JSON.parse(answer.body) as unknown };
}

/** Builds the controllers of the server's own release. The modules that live inside of k8s.io/kubernetes are v0.X.Y where it is v1.X.Y. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'controllers-'));
  cpSync(fileURLToPath(new URL('main.go', import.meta.url)), join(folder, 'main.go'));
  const found = spawnSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@${kubernetes}`], { encoding: 'utf8' });
  const lines = readFileSync(JSON.parse(found.stdout).GoMod, 'utf8').split('\n');
  const staging = lines.flatMap((line) => /^\s+(k8s\.io\/\S+) v0\.0\.0$/.exec(line)?.[1] ?? []);
  const version = kubernetes.replace(/^v1\./, 'v0.');
  const replaced = staging.map((each) => `  ${each} => ${each} ${version}`);
  const head = lines.filter((line) => /^(go|godebug) /.test(line));
  const text = [
    'module controllers',
    ...head,
    `require k8s.io/kubernetes ${kubernetes}`,
    'replace (',
    ...replaced,
    ')',
    '',
  ];
  writeFileSync(join(folder, 'go.mod'), text.join('\n'));
  for (const args of [
    ['mod', 'tidy'],
    ['build', '-o', 'controllers', '.'],
  ]) {
    const { status, stderr } = spawnSync('go', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) stop(`go ${args[0]}: ${stderr}`);
  }
  return join(folder, 'controllers');
}
