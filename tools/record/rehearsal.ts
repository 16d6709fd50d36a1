import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type Exchange, startServer } from '@managed-fields/node-server';
import {
  type Json,
  objectsIn,
  type RecordedClient,
  type RecordedRequest,
  withNumberedNames,
} from '../../conformance/rehearsal/normal-objects.ts';
import { readArguments, stop } from '../arguments.ts';

const { values, words } = readArguments({
  name: 'npx tsx tools/record/rehearsal.ts',
  about: `Runs a program, which finds a cluster by KUBECONFIG and writes into the namespace NAMESPACE, against a real server and against the server
on loopback, says whether the objects afterwards are the same, and writes what it sent to conformance/rehearsal/recorded/NAME.json:
npx tsx tools/record/rehearsal.ts --server URL --token T --kubectl PROGRAM --name helm-4 --client 'Helm 4.3.1' -- sh script.sh`,
  options: {
    server: { type: 'string', value: 'URL', about: 'the real server' },
    token: { type: 'string', value: 'T', about: 'signs in there' },
    kubectl: { type: 'string', value: 'PROGRAM', default: 'kubectl', about: 'reads the objects' },
    name: { type: 'string', value: 'NAME', about: 'of the file' },
    client: { type: 'string', value: 'TEXT', about: 'the client with its version' },
    custom: {
      type: 'string',
      value: 'LIST',
      default: '',
      about: 'custom kinds to compare, as in `example.com/v1 widgets`, between commas',
    },
  },
  words: { name: 'COMMAND…', about: 'the program with its arguments' },
});
const custom = (values.custom ?? '').split(',').flatMap((each) => (each === '' ? [] : [`apis/${each}`]));
const { server = '', token = '', kubectl = 'kubectl', name = '', client = '' } = values;
const [program = '', ...rest] = words;
if (server === '' || name === '' || client === '' || program === '')
  stop('--server, --name, --client and a command are needed.');

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
const namespace = `rehearsal-${name}`;
const kubeconfig = join(folder, 'real');
writeFileSync(
  kubeconfig,
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'real', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'real', user: { token } }],
    contexts: [{ name: 'real', context: { cluster: 'real', user: 'real' } }],
    'current-context': 'real',
  }),
  { mode: 0o600 },
);

const requests: RecordedRequest[] = [];
// No controllers run beside the real server.
const cluster = emptyCluster(await loadKubernetesTypes(), { admission: { plugins: 'plain', controllers: false } });
const here = await startServer({
  cluster,
  observe: ({ request, response }) => requests.push(recorded(request, response.code)),
});
try {
  const own = join(folder, 'here');
  writeFileSync(own, here.kubeconfig, { mode: 0o600 });
  const printed = await run(kubeconfig);
  const objects = await objectsIn(namespace, (path) => get(kubeconfig, path), custom);
  const printedHere = await run(own);
  const after = await objectsIn(namespace, (path) => get(own, path), custom);
  const isSame = JSON.stringify(objects) === JSON.stringify(after);
  console.log(
    `${client}: ${requests.length} requests, ${objects.length} objects, ${isSame ? 'identical' : 'DIFFERENT'}`,
  );
  if (!isSame) {
    for (const [index, each] of objects.entries()) {
      const other = after[index];
      if (JSON.stringify(each) !== JSON.stringify(other))
        console.log(JSON.stringify(each), '\n', JSON.stringify(other));
    }
  }
  const [only, onlyHere] = [onlyIn(printed, printedHere), onlyIn(printedHere, printed)];
  console.log(`${printed.length} lines printed, ${only.length + onlyHere.length} of them beside one server alone`);
  for (const line of [...only.map((each) => `- ${each}`), ...onlyHere.map((each) => `+ ${each}`)]) console.log(line);
  const made: RecordedClient = {
    client,
    kubernetes: 'v1.36',
    namespace,
    ...(custom.length === 0 ? {} : { custom }),
    requests,
    objects,
  };
  const file = fileURLToPath(new URL(`../../conformance/rehearsal/recorded/${name}.json`, import.meta.url));
  writeFileSync(file, `${JSON.stringify(made, null, 1)}\n`);
} finally {
  await here.close();
  rmSync(folder, { recursive: true });
}

function recorded(
  { method, path, query, contentType, userAgent, bodyText, protobuf }: Exchange['request'],
  code: number,
) {
  const parameters = new URLSearchParams([...query]).toString();
  return {
    ...{ method, path: parameters === '' ? path : `${path}?${parameters}` },
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(bodyText === undefined ? {} : { body: bodyText }),
    ...(protobuf === undefined ? {} : { protobuf: Buffer.from(protobuf).toString('base64') }),
    code,
  };
}

/** Runs the program, and returns the lines that it printed, without times and what else is chance. */
function run(config: string): Promise<readonly string[]> {
  const env = { ...process.env, KUBECONFIG: config, NAMESPACE: namespace };
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 2], env });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((done) => child.on('close', () => done(normalLines(text))));
}

function onlyIn(lines: readonly string[], others: readonly string[]): readonly string[] {
  return lines.filter((line) => !others.includes(line));
}

/** Without times, ages, identifiers, addresses of servers and names of temporary files, which no two runs have in common. */
function normalLines(text: string): readonly string[] {
  return withNumberedNames(text)
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| [+-]\d{4})?/g, 'TIME')
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'UID')
    .replace(/\b(?:\d+m)?\d+s\b/g, 'AGE')
    .replace(/\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}/g, 'TIME')
    .replace(/\/tmp\/[\w.]+/g, 'FOLDER')
    .replace(/127\.0\.0\.1:\d+/g, 'SERVER')
    .replace(/(LIVE|MERGED)-\d+/g, '$1')
    .replace(/(resource_?[vV]ersion\W+)\d+/g, '$1N')
    .split('\n')
    .map((line) => line.trimEnd());
}

function get(config: string, path: string): Promise<Json> {
  const child = spawn(kubectl, ['--kubeconfig', config, 'get', '--raw', path], { stdio: ['ignore', 'pipe', 2] });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((done) => child.on('close', () => done(JSON.parse(text))));
}
