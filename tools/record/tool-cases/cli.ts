import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapAt, mapFromJson, mapOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { readArguments, stop } from '../../arguments.ts';
import { nextSecond } from '../play.ts';
import { Rewriting } from '../rewriting.ts';
import { reachServer, send, serverOptions } from '../server.ts';
import { type Case, objectsIn, readCases, readObjects } from './case.ts';
import { dump, empty, makeNamespaces, sendRequest, untilServed } from './cluster.ts';
import { type Addresses, runKubectl, runTool } from './programs.ts';
import { openProxy } from './proxy.ts';
import { randomCases } from './random.ts';
import { recordingText } from './recording.ts';

const folders = [
  ...['kubectl', 'helm3', 'helm4', 'argocd', 'flux', 'controller-runtime', 'terraform', 'pulumi', 'flux-helm'],
  ...['crossplane', 'capi', 'terraform-typed'],
];

const { values, words } = readArguments({
  name: 'npx tsx tools/record/tool-cases/cli.ts',
  about: `Runs deploy tools against a real server and writes what they send, and what becomes of it. The server is emptied before each
case of everything that is not its own, so it has to be one that nobody else uses. Ends with 1 where a case failed.`,
  options: {
    server: serverOptions.server,
    token: {
      type: 'string',
      value: 'TOKEN',
      default: 'admin',
      about: 'a bearer token; the certificate is taken as it is',
    },
    kubectl: { type: 'string', value: 'PROGRAM', default: 'kubectl', about: 'a kubectl of the version of the server' },
    out: {
      type: 'string',
      value: 'FOLDER',
      default: 'conformance/tools/recorded',
      about: 'where recordings are written',
    },
  },
  words: {
    name: 'CASE…',
    about: `a folder of cases (${folders.join(', ')}), or a case as FOLDER/NAME; all without any`,
  },
});
const server = await reachServer({ server: values.server, token: values.token, insecure: true });
const version =
  stringAt(
    mapFromJson((await send(server, { method: 'GET', path: '/version', query: {}, headers: {} })).body),
    'gitVersion',
  ) ?? '';
const objects = readObjects();
const cases = folders.flatMap((folder) => [...readCases(folder, objects), ...randomCases(folder, objects)]);
const wanted =
  words.length === 0
    ? cases
    : cases.filter(({ folder, name }) => words.includes(folder) || words.includes(`${folder}/${name}`));
const unknown = words.filter(
  (word) => !wanted.some(({ folder, name }) => word === folder || word === `${folder}/${name}`),
);
if (unknown.length > 0) stop(`There is no case ${unknown.join(', ')}.`);
const proxy = await openProxy(server);
const addresses: Addresses = { server: proxy.url, direct: server.url, token: values.token };
let failed = 0;
for (const asked of wanted) {
  try {
    mkdirSync(join(values.out, asked.folder), { recursive: true });
    const text = await record(asked);
    writeFileSync(join(values.out, asked.folder, `${asked.name}.json`), text);
    console.log(`recorded ${asked.folder}/${asked.name}`);
  } catch (cause) {
    failed++;
    console.error(`${asked.folder}/${asked.name}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
await empty(server);
proxy.close();
console.log(`${wanted.length} cases asked, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Plays what comes before a case, runs its tool, and returns the text of its recording. */
async function record(asked: Case): Promise<string> {
  await empty(server);
  const rewriting = new Rewriting();
  rewriting.noteStep(-1, await nextSecond());
  await makeNamespaces(server, asked);
  let state = '';
  for (const [index, step] of asked.before.entries()) {
    await during(rewriting, index, async () => {
      if (step.kind === 'request') return sendRequest(server, step.request);
      if (step.kind === 'kubectl') {
        await runKubectl(step.line, step.input, asked.namespace, addresses, values.kubectl);
        return untilServed(server, objectsIn(step.input ?? ''));
      }
      const earlier = { ...asked, before: asked.before.slice(0, index), run: step.run };
      const stale = staleOf(earlier);
      const ran = await runTool(step.run, asked.namespace, { stale, state }, addresses, values.kubectl);
      // Of two tools each would know its own; no case has two that keep something.
      if (ran.state !== '') state = ran.state;
      return untilServed(server, objectsIn(step.run.manifests));
    });
  }
  const live = await dump(server, asked);
  proxy.take();
  const stale = staleOf(asked);
  const ended = await during(rewriting, asked.before.length, () =>
    runTool(asked.run, asked.namespace, { stale, state }, addresses, values.kubectl),
  );
  const requests = proxy.take();
  const after = await dump(server, asked);
  return recordingText(asked, { kubernetes: version, live, requests, after, ended, stale }, rewriting);
}

/** Does something in seconds of its own, which are those of a step. */
async function during<Done>(rewriting: Rewriting, step: number, act: () => Promise<Done>): Promise<Done> {
  rewriting.noteStep(step, await nextSecond());
  const began = Date.now();
  const done = await act();
  for (let time = began; time <= Date.now() + 999; time += 500) {
    rewriting.noteStep(step, `${new Date(Math.min(time, Date.now())).toISOString().slice(0, 19)}Z`);
  }
  return done;
}

/** The objects of the run of Flux before a case that are not in the case's own manifests any more. */
function staleOf(asked: Case): readonly ValueMap[] {
  if (asked.run.tool !== 'flux') return [];
  const runs = asked.before.flatMap((step) => (step.kind === 'tool' && step.run.tool === 'flux' ? [step.run] : []));
  const earlier = runs.findLast(({ options }) => options['kustomization'] === asked.run.options['kustomization']);
  const kept = new Set(objectsIn(asked.run.manifests).map(keyOf));
  return objectsIn(earlier?.manifests ?? '')
    .filter((object) => !kept.has(keyOf(object)))
    .map((object) => {
      const metadata = mapAt(object, 'metadata');
      const [name, namespace] = [stringAt(metadata, 'name'), stringAt(metadata, 'namespace')];
      return mapOf({
        apiVersion: stringAt(object, 'apiVersion'),
        kind: stringAt(object, 'kind'),
        metadata: mapOf({ namespace, name }),
      });
    });
}

function keyOf(object: ValueMap): string {
  const metadata = mapAt(object, 'metadata');
  const group = (stringAt(object, 'apiVersion') ?? '').replace(/\/?v[^/]*$/, '');
  return [group, stringAt(object, 'kind'), stringAt(metadata, 'namespace') ?? '', stringAt(metadata, 'name')].join('/');
}
