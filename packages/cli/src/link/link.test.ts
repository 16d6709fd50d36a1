import { randomBytes } from 'node:crypto';
import { decodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './link.ts';

const page = 'https://fields.example.com/p/';

/** Runs the command on texts and reads the link that it prints. */
async function linked(stdin: string, args: readonly string[] = [], given: Given = {}) {
  const io = fakeIo({ stdin, env: { MANAGED_FIELDS_PAGE: page }, ...given });
  expect(await run(args, io)).toBe(0);
  const out = io.out.join('');
  expect(out).toMatch(/^\S+#s\/\S+\n$/);
  const [address = '', fragment = ''] = out.trim().split('#');
  const read = decodeLink(fragment);
  if (read.kind !== 'scenario') throw new Error(read.kind);
  return { address, scenario: read.scenario, err: io.err.join('') };
}

const live = `# As kubectl printed it
apiVersion: v1
kind: ConfigMap
metadata:
  name: x
  namespace: prod
  managedFields:
  - {manager: m, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}
data: {a: "1"}
`;
const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n';

test('an object becomes a live object with its own text', async () => {
  const { address, scenario, err } = await linked(live);
  expect(address).toBe(page);
  expect(err).toBe('');
  expect(scenario).toMatchObject({ title: 'ConfigMap prod/x', steps: [{ kind: 'live', text: live }] });
});

test('what no server wrote into becomes a server-side apply, definitions come first', async () => {
  const crd = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b}\n';
  const { scenario } = await linked(`${config}---\n${live}---\n${crd}`, ['--kubernetes', 'v1.34']);
  expect(scenario.title).toBe('3 objects');
  expect(scenario.kubernetes).toBe('v1.34');
  expect(scenario.steps.map(({ kind }) => kind)).toEqual(['crd', 'apply', 'live']);
  expect(scenario.steps[1]).toMatchObject({ manager: 'kubectl', text: config });
});

test.each(['uid: u', 'resourceVersion: "1"', 'creationTimestamp: "2026-01-01T00:00:00Z"'])(
  '%s shows that a server wrote into it',
  async (field) => {
    const { scenario } = await linked(config.replace('name: c', `name: c, ${field}`));
    expect(scenario.steps[0]?.kind).toBe('live');
  },
);

test('items of a list become steps', async () => {
  const { scenario } = await linked('{apiVersion: v1, kind: ConfigMapList, items: [{metadata: {name: a, uid: u}}]}');
  expect(scenario.steps).toMatchObject([
    { kind: 'live', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  uid: u\n' },
  ]);
});

const secret = `apiVersion: v1
kind: Secret
metadata: {name: db, uid: u}
data: {password: aHVudGVyMg==}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c, uid: u}
data: {url: "postgres://web:hunter2@db"}
`;

test('secrets are replaced and listed', async () => {
  const { scenario, err } = await linked(secret);
  const text = scenario.steps.map((step) => step.text).join('');
  expect(text).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(text).toContain('password:');
  expect(err).toContain('Replaced 2 values that look secret (--plain PATH leaves one, --keep-secrets all):\n');
  expect(err).toContain('  .data.password, line 4 of step 1: a value of a Secret\n');
  expect(err).not.toMatch(/hunter2|aHVudGVyMg/);
});

test('--plain leaves the value at a path, and says so', async () => {
  const { scenario, err } = await linked(secret.replace('hunter2', 'hunter3'), ['--plain', '.data.url']);
  const text = scenario.steps.map((step) => step.text).join('');
  expect(text).toContain('postgres://web:hunter3@db');
  expect(text).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(err).toContain('Left as they are: 1 value that looks secret:\n  .data.url');
});

test('--plain leaves nothing that a Secret holds', async () => {
  const { scenario } = await linked(secret, ['--plain', '.data.url']);
  expect(scenario.steps.map((step) => step.text).join('')).not.toMatch(/hunter2|aHVudGVyMg/);
});

test('--keep-secrets keeps them, and says so', async () => {
  const { scenario, err } = await linked(secret, ['--keep-secrets']);
  expect(scenario.steps.map((step) => step.text).join('---\n')).toBe(secret);
  expect(err).toContain('Left as they are: 2 values that look secret:\n');
});

test.each([
  ['https://a.example', 'https://a.example/'],
  ['https://a.example/p', 'https://a.example/p/'],
  ['https://a.example/p/?cluster#x', 'https://a.example/p/'],
  ['http://127.0.0.1:4173/index.html', 'http://127.0.0.1:4173/index.html'],
  ['https://user:word@a.example/', 'https://a.example/'],
])('--page-address %s', async (given, address) => {
  expect((await linked(live, ['--page-address', given])).address).toBe(address);
});

test.each([
  [[], {}, 'where is the playground? Say it by --page-address URL'],
  [['--page-address', 'javascript:alert(1)'], {}, 'one of http or https'],
  [['--page-address', '/p'], {}, 'one of http or https'],
  [['x.yaml'], { MANAGED_FIELDS_PAGE: page }, 'there is no file x.yaml'],
  [['-f', 'd'], { MANAGED_FIELDS_PAGE: page }, 'there is no YAML or JSON in d'],
  [['--kubernetes', '1'], { MANAGED_FIELDS_PAGE: page }, '--kubernetes is one of'],
  [[], { MANAGED_FIELDS_PAGE: page }, 'standard input:1:1: this is no Kubernetes object'],
])('%j is refused', async (args, env, message) => {
  const io = fakeIo({ stdin: 'x: 1', folders: ['d'], env });
  expect(await run(args, io)).toBe(2);
  expect(io.err.join('')).toContain(message);
  expect(io.out).toEqual([]);
});

test('a kubeconfig is never put into a link', async () => {
  const io = fakeIo({ stdin: 'apiVersion: v1\nkind: Config\nusers: []\n', env: { MANAGED_FIELDS_PAGE: page } });
  expect(await run(['--keep-secrets'], io)).toBe(2);
  expect(io.out).toEqual([]);
});

test('what is too long for a link is refused, with its length', async () => {
  const io = fakeIo({ stdin: live.replace('"1"', `"${randomBytes(60_000).toString('base64')}"`) });
  expect(await run(['--page-address', page, '--keep-secrets'], io)).toBe(1);
  expect(io.err.at(-1)).toMatch(
    /^ConfigMap prod\/x cannot be put into a link: it would have \d+ characters, at most 65536 are read\. /,
  );
  expect(io.out).toEqual([]);
});

test('names and paths of a hostile object reach the terminal as numbers', async () => {
  const hidden = '\\e]0;x\\a\\u202e';
  const { err } = await linked(
    `{apiVersion: v1, kind: Secret, metadata: {name: "x"}, data: {"p${hidden}": "aHVudGVyMg=="}}`,
  );
  expect(err).toContain('pU+001B]0;xU+0007U+202E');
});
