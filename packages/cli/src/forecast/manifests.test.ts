import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './forecast.ts';

// What manifests meet that nobody can apply: files that are too large, or no YAML, and selectors that select nothing.

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: default
  managedFields:
  - {manager: kubectl, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {f:data: {f:a: {}}}}
data: {a: "1"}
`;
const release = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: "2"}\n';

async function ran(apply: readonly string[], files: Given['files'], args: readonly string[] = []) {
  const io = fakeIo({ files: { 'live.yaml': configMap, 'release.yaml': release, ...files } });
  const named = apply.flatMap((file) => ['--apply', file]);
  const code = await run(['--live', 'live.yaml', ...named, '--tool', 'kubectl', '-o', 'json', ...args], io);
  const out = io.out.join('');
  return { code, err: io.err.join(''), json: out === '' ? undefined : JSON.parse(out) };
}

test.each([
  ['bomb.yaml.gz', () => gzipSync(Buffer.alloc(100_000_001)), 'bomb.yaml.gz has more than 100 MB when it is unpacked'],
  ['many.yaml', () => '---\n'.repeat(100_001), 'many.yaml has more than 100000 documents'],
])('%s is refused in a sentence', async (name, content, message) => {
  const { code, err, json } = await ran([name], { [name]: content() });
  expect(err).toBe(
    `managed-fields forecast: ${message}\nRun 'managed-fields forecast --help' to see how it is used.\n`,
  );
  expect(code).toBe(2);
  expect(json).toBeUndefined();
});

/** Files that are no objects, and the words of kubectl v1.36.3, to which they were given. */
const unreadable: readonly (readonly [text: string, words: string])[] = [
  ['\x01', 'error parsing x.yaml: error converting YAML to JSON: yaml: control characters are not allowed'],
  [
    'this is: [no yaml\n',
    "error parsing x.yaml: error converting YAML to JSON: yaml: line 1: did not find expected ',' or ']'",
  ],
  [
    'hello\n',
    'error validating "x.yaml": error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false',
  ],
  [
    'a: b\n',
    'error validating "x.yaml": error validating data: [apiVersion not set, kind not set]; if you choose to ignore these errors, turn validation off with --validate=false',
  ],
];

test.each(unreadable)('kubectl says what is wrong with %j', async (text, words) => {
  const { code, json } = await ran(['x.yaml'], { 'x.yaml': text });
  expect(json.error).toBe(`error: ${words}\n`);
  expect(json.rows).toMatchObject([{ kind: 'unread', place: { file: 'x.yaml', line: 1 } }]);
  expect(code).toBe(2);
});

test('what is no object keeps nothing else from being applied', async () => {
  const { json } = await ran(['x.yaml', 'release.yaml'], { 'x.yaml': 'a: [\n' });
  expect(json.rows).toMatchObject([{ kind: 'unread' }, { kind: 'played', result: 'changed' }]);
  expect(json.error).toContain('error parsing x.yaml: ');
});

test('a selector that is none is refused as kubectl refuses it', async () => {
  const { json, code } = await ran(['release.yaml'], {}, ['--tool-option', 'selector=a b']);
  const why = "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt";
  expect(json.error).toBe(`error: the provided selector "a b" is not valid: ${why}\n`);
  expect(json.rows).toMatchObject([{ kind: 'played', result: 'refused' }]);
  expect(code).toBe(1);
});

test('values of what is no object are not printed', async () => {
  const secret = { 'x.yaml': 'kindd: Secret\nstringData: {password: hunter2-hunter2}\n' };
  const { json } = await ran(['x.yaml'], secret, ['--tool-option', 'validate=ignore']);
  expect(json.error).toContain('unable to decode "x.yaml": Object \'Kind\' is missing in ');
  expect(JSON.stringify(json)).not.toContain('hunter2');
});

const several = ['prod', '', 'default', 'test']
  .map((namespace, at) => {
    const own = namespace === '' ? '' : `, namespace: ${namespace}`;
    return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${at}${own}}\n`;
  })
  .join('---\n');

const wrong = (namespace: string) =>
  `the namespace from the provided object "${namespace}" does not match the namespace "prod". You must pass '--namespace=${namespace}' to perform this operation.`;

test.each(['kubectl', 'kubectl-client-side'])(
  'the namespace that %s is told is that of manifests without one',
  async (tool) => {
    const args = ['--tool', tool, '--tool-option', 'namespace=prod'];
    const { json } = await ran(['several.yaml'], { 'several.yaml': several }, args);
    expect(json.rows).toMatchObject([
      { result: 'created', object: { namespace: 'prod' } },
      { result: 'created', object: { namespace: 'prod' } },
      { result: 'refused', message: wrong('default') },
      { result: 'refused', message: wrong('test') },
    ]);
  },
);

test('a refused object has its own errors, and no warnings and errors of others', async () => {
  const text = `${release}---\napiVersion: example.com/v1\nkind: A\nmetadata: {name: a}\n---\napiVersion: example.com/v1\nkind: B\nmetadata: {name: b}\n`;
  const { json } = await ran(['x.yaml'], { 'x.yaml': text }, ['--tool', 'kubectl-client-side']);
  const messages = json.rows.map(({ result, message = '' }: { result: string; message?: string }) => [
    result,
    message.split('\n')[0],
  ]);
  const words = (name: string, kind: string) =>
    `resource mapping not found for name: "${name}" namespace: "" from "x.yaml": no matches for kind "${kind}" in version "example.com/v1"`;
  expect(messages).toEqual([
    ['changed', ''],
    ['refused', words('a', 'A')],
    ['refused', words('b', 'B')],
  ]);
});

test('the parent of an ApplySet has a row of its own', async () => {
  const options = ['prune', 'applyset=configmaps/parent', 'namespace=default'];
  const args = options.flatMap((option) => ['--tool-option', option]);
  const { json } = await ran(['release.yaml'], {}, args);
  expect(json.rows).toMatchObject([
    { kind: 'played', result: 'changed', object: { name: 'a' } },
    { kind: 'extra', result: 'created', object: { kind: 'ConfigMap', namespace: 'default', name: 'parent' } },
  ]);
  expect(json.summary.serverSide.results).toMatchObject({ changed: 1, created: 1 });
});

test.each(['kubectl', 'argocd'])('an object that is given twice is remarked of with %s, too', async (tool) => {
  const args = ['--tool', tool, ...(tool === 'argocd' ? ['--tool-option', 'application=shop'] : [])];
  const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: "3"}\n';
  const { json } = await ran(['release.yaml', 'x.yaml'], { 'x.yaml': other }, [...args, '-n', 'default']);
  expect(json.rows.map(({ remarks }: { remarks: object[] }) => remarks)).toEqual([
    [],
    [{ code: 'repeated', index: 0 }],
  ]);
});

/** A Deployment of Argo CD whose replicas somebody scaled, and the Application that ignores them. */
const tracked = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
  annotations: {argocd.argoproj.io/tracking-id: "shop:apps/Deployment:default/web"}
  managedFields:
  - {manager: argocd-controller, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {f:spec: {f:paused: {}}}}
  - {manager: kubectl, operation: Update, subresource: scale, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {f:spec: {f:replicas: {}}}}
spec:
  paused: false
  replicas: 7
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
`;
const application = (options: string, rule = 'jsonPointers: [/spec/replicas]') => `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop, namespace: argocd}
spec:
  ignoreDifferences: [{group: apps, kind: Deployment, ${rule}}]
  syncPolicy: {syncOptions: [CreateNamespace=true${options}]}
`;
const deployment =
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default}\nspec: {paused: false, replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}}\n';

test.each<[string, string, readonly string[], number | undefined]>([
  ['respects what its Application ignores', application(', RespectIgnoreDifferences=true'), [], 7],
  ['applies it where it is not told to respect that', application(''), [], 3],
  ['is told otherwise', application(', RespectIgnoreDifferences=true'), ['ignoreDifferences=[]'], 3],
  ['has no Application in the dump', '', ['RespectIgnoreDifferences'], 3],
  ['has rules that nobody asks for', application('', "jqPathExpressions: ['walk(.)']"), [], 3],
  [
    'has rules that are not played',
    application(', RespectIgnoreDifferences=true', "jqPathExpressions: ['walk(.)']"),
    [],
    undefined,
  ],
])('Argo CD %s', async (_, more, options, replicas) => {
  const args = ['--tool', 'argocd', '--objects', ...options.flatMap((option) => ['--tool-option', option])];
  const { json, err } = await ran(['web.yaml'], { 'live.yaml': tracked + more, 'web.yaml': deployment }, args);
  if (replicas === undefined) expect(err).toContain('the jq expression "walk(.)" is not played');
  else expect(json.rows[0].after.spec.replicas).toBe(replicas);
});

test.each(['rollback=true', 'rollback', 'rollback=-1', 'rollback=1.5'])('%s names no revision', async (option) => {
  const { code, err } = await ran([], {}, ['--tool', 'helm', '--tool-option', 'release=web', '--tool-option', option]);
  expect(err).toContain('--tool-option rollback is no number of a revision: 0 is the one before the last\n');
  expect(code).toBe(2);
});
