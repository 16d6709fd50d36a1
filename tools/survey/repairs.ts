import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../arguments.ts';
import { openKubectl } from '../record/kubectl.ts';
import { reachServer, send, serverOptions } from '../record/server.ts';

const { values, words: positionals } = readArguments({
  name: 'npx tsx tools/survey/repairs.ts',
  about: `Records, for each object of a release, how a real server answers what mends its managedFields: the object before, the
requests, and the object after, in conformance/survey/recorded/repairs. KUBECONFIG names the same server.`,
  options: {
    ...serverOptions,
    tools: { type: 'string', value: 'FOLDER', about: 'where the programs are that build.sh makes' },
  },
  words: { name: 'WAY…', about: 'ways to mend, by default all' },
});

interface Entry {
  readonly manager: string;
  readonly operation: string;
}

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly managedFields?: readonly Entry[];
  };
}

/** A request and what came back; the answer's body only where it is no object. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string;
  readonly code: number;
  readonly answer?: unknown;
}

interface Way {
  readonly about: string;
  /** What makes the state before, after a client-side apply of the first release. */
  readonly before: readonly string[];
  /** Whether some kinds are enough, since the answer is always the same. */
  readonly few?: true;
  readonly repair: (path: string, live: KubernetesObject, next: string) => Promise<Exchange[]>;
}

const server = await reachServer(values);
const manifests = fileURLToPath(new URL('manifests/', import.meta.url));
const out = fileURLToPath(new URL('../../conformance/survey/recorded/repairs/', import.meta.url));
if (values.tools !== undefined) process.env['PATH'] = values.tools + delimiter + (process.env['PATH'] ?? '');

const clientSide = 'kubectl-client-side-apply';
const applier = 'argocd-controller';
const release = (version: string) => `kustomize build release/${version}`;
const file = join(tmpdir(), 'release.yaml');
const appliedBeside = [`${release('v2')} > ${file}`, `controllers apply --manager ${applier} --force ${file}`];
const jsonPatch = 'application/json-patch+json';

const ways: Readonly<Record<string, Way>> = {
  kubectl: {
    about:
      'kubectl apply --server-side of the next release, on an object that kubectl apply made; with --force-conflicts where it was refused.',
    before: [],
    // What is refused as a conflict is sent again with force.
    repair: (_path, _live, next) => byKubectl(next, ['apply --server-side', 'apply --server-side --force-conflicts']),
  },
  'last-applied': {
    about:
      'kubectl annotate takes last-applied away, on an object that kubectl apply made and another program applies since.',
    before: appliedBeside,
    few: true,
    repair: (_path, _live, next) => byKubectl(next, ['annotate kubectl.kubernetes.io/last-applied-configuration-']),
  },
  csaupgrade: {
    about: "client-go's csaupgrade, on an object that kubectl apply made and another program applies since.",
    before: appliedBeside,
    repair: async (path, live) => [await patch(path, run(`csaupgrade ${applier} ${clientSide}`, JSON.stringify(live)))],
  },
  'csaupgrade-stale': {
    about: 'The same patch with the resourceVersion of an earlier state: refused.',
    before: appliedBeside,
    few: true,
    repair: async (path, live) => {
      const body = run(`csaupgrade ${applier} ${clientSide}`, JSON.stringify(live));
      const label = { metadata: { labels: { 'example.com/meanwhile': 'changed' } } };
      return [
        await patch(path, JSON.stringify(label), 'application/merge-patch+json', { fieldManager: 'meanwhile' }),
        await patch(path, body),
      ];
    },
  },
  remove: {
    about: 'A JSON patch that takes one entry away, if uid, resourceVersion and the entry are what they were.',
    before: appliedBeside,
    repair: async (path, live) => [await patch(path, removal(live, live.metadata))],
  },
  'remove-stale': {
    about: 'The same patch with another uid, and with the resourceVersion of an earlier state: refused.',
    before: appliedBeside,
    few: true,
    repair: async (path, live) => {
      const { uid, resourceVersion } = live.metadata;
      return [
        await patch(path, removal(live, { uid: '00000000-0000-0000-0000-000000000000', resourceVersion })),
        await patch(path, removal(live, { uid, resourceVersion: '1' })),
      ];
    },
  },
  'remove-only': {
    about:
      'The same patch where the entry is the only one, and then an apply: what was there belongs to before-first-apply.',
    before: [],
    few: true,
    repair: async (path, live, next) => [
      await patch(path, removal(live, live.metadata)),
      await patch(path, next, 'application/apply-patch+yaml', { fieldManager: applier, force: 'true' }),
    ],
  },
};

/** Kinds whose objects are enough where the server's answer is always the same. */
const few = new Set(['ConfigMap', 'Deployment', 'Backup']);

mkdirSync(out, { recursive: true });
let failed = 0;
for (const [name, way] of Object.entries(ways)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  run('kubectl apply -f release/v1/crd.yaml && kubectl wait --for=condition=Established crd/backups.shop.example.com');
  run(`${release('v1')} | kubectl apply -f -`);
  for (const deployment of ['web', 'worker'])
    run(`kubectl rollout status -n shop deployment/${deployment} --timeout=120s`);
  for (const line of way.before) run(line);
  await setTimeout(20_000);
  for (const next of run(release('v2')).split('\n---\n')) {
    const lines = next.split('\n');
    const apiVersion = textAfter(lines, 'apiVersion: ');
    const kind = textAfter(lines, 'kind: ');
    const object = textAfter(lines.slice(lines.indexOf('metadata:')), '  name: ');
    if (way.few && !few.has(kind)) continue;
    try {
      const path = await pathOf(apiVersion, kind, object);
      const before = await get(path);
      const requests = await way.repair(path, before, next);
      const recording = { about: way.about, before, requests, after: await get(path) };
      writeFileSync(`${out}${name}-${kind.toLowerCase()}-${object}.json`, `${JSON.stringify(recording, null, 2)}\n`);
    } catch (cause) {
      failed++;
      console.error(`${name} of ${kind} ${object}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  run('kubectl delete namespace shop');
  run('kubectl delete customresourcedefinition backups.shop.example.com');
  console.log(`recorded ${name}`);
}
process.exit(failed === 0 ? 0 : 1);

/** What stands after the first line's beginning. */
function textAfter(lines: readonly string[], beginning: string): string {
  const line = lines.find((text) => text.startsWith(beginning));
  if (line === undefined) throw new Error(`no ${beginning}in\n${lines.join('\n')}`);
  return line.slice(beginning.length);
}

/** The requests that kubectl sends for an object by the first of some commands that succeeds. */
async function byKubectl(object: string, commands: readonly string[]): Promise<Exchange[]> {
  const kubectl = await openKubectl(server, 'kubectl', 'shop', new Set(['shop.example.com']));
  const exchanges: Exchange[] = [];
  try {
    kubectl.write(new Map([['object.yaml', object]]));
    for (const command of commands) {
      const [verb, ...rest] = command.split(' ');
      const line = ['kubectl', verb, '-f', 'object.yaml', ...rest].join(' ');
      const { exitCode, stderr, requests } = await kubectl.run({ line, stdin: undefined, env: {} });
      for (const { request, response } of requests) {
        if (request.method !== 'GET') exchanges.push(exchange(request, response));
      }
      if (exitCode === 0) return exchanges;
      if (command === commands.at(-1)) throw new Error(stderr);
    }
    return exchanges;
  } finally {
    kubectl.close();
  }
}

/** The patch that removes the entry of client-side apply, with what has to hold tested first. */
function removal(live: KubernetesObject, is: { readonly uid: string; readonly resourceVersion: string }): string {
  const entries = live.metadata.managedFields ?? [];
  const index = entries.findIndex(({ manager, operation }) => manager === clientSide && operation === 'Update');
  if (index < 0) throw new Error('no entry of client-side apply');
  return JSON.stringify([
    { op: 'test', path: '/metadata/uid', value: is.uid },
    { op: 'test', path: '/metadata/resourceVersion', value: is.resourceVersion },
    { op: 'test', path: `/metadata/managedFields/${index}/manager`, value: clientSide },
    { op: 'test', path: `/metadata/managedFields/${index}/operation`, value: 'Update' },
    { op: 'remove', path: `/metadata/managedFields/${index}` },
  ]);
}

async function patch(path: string, body: string, contentType = jsonPatch, query = {}): Promise<Exchange> {
  const request = { method: 'PATCH', path, query, headers: { 'Content-Type': contentType }, body };
  return exchange(request, await send(server, request));
}

function exchange(
  request: { method: string; path: string; query: Exchange['query']; headers: Exchange['query']; body?: string },
  response: { code: number; body: string },
): Exchange {
  const { method, path, query, headers, body = '' } = request;
  const sent = { method, path, query, contentType: headers['Content-Type'] ?? '', body, code: response.code };
  return response.code < 300 ? sent : { ...sent, answer: JSON.parse(response.body) as unknown };
}

async function get(path: string): Promise<KubernetesObject> {
  const { code, body } = await send(server, { method: 'GET', path, query: {}, headers: {} });
  if (code !== 200) throw new Error(body);
  return JSON.parse(body) as KubernetesObject;
}

async function pathOf(apiVersion: string, kind: string, name: string): Promise<string> {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const { body } = await send(server, { method: 'GET', path: root, query: {}, headers: {} });
  const { resources } = JSON.parse(body) as { resources: { name: string; kind: string; namespaced: boolean }[] };
  const resource = resources.find((known) => known.kind === kind && !known.name.includes('/'));
  if (resource === undefined) throw new Error(`the server knows no ${kind}`);
  return `${root}${resource.namespaced ? '/namespaces/shop' : ''}/${resource.name}/${name}`;
}

function run(line: string, input = ''): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], {
    cwd: manifests,
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`);
  return stdout;
}
