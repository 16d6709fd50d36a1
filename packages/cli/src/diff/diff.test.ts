import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './diff.ts';

async function ran(args: readonly string[], given: Given = {}) {
  const io = fakeIo(given);
  return { code: await run(args, io), out: io.out.join(''), err: io.err.join('') };
}

const state = (replicas: number, owner: string, more = '') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: prod
  resourceVersion: "${replicas}"
  managedFields:
  - {manager: ${owner}, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}${more === '' ? '' : ', "f:paused": {}'}}}}
spec:
  replicas: ${replicas}
${more}  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: nginx}]}}
`;
const [before, after] = [state(3, 'helm'), state(5, 'argocd-controller', '  paused: true\n')];
const expected = `Deployment prod/web: 2 fields differ
.spec.replicas: 3 → 5
  owned by helm (Apply), then by argocd-controller (Apply)
.spec.paused: (none) → true
  owned by nobody, then by argocd-controller (Apply)
`;

test.each<readonly [string, readonly string[], Given]>([
  ['two files', ['a.yaml', 'b.yaml'], { files: { 'a.yaml': before, 'b.yaml': after } }],
  ['two files by -f', ['-f', 'a.yaml', '-f', 'b.yaml'], { files: { 'a.yaml': before, 'b.yaml': after } }],
  ['a file and the standard input', ['a.yaml', '-'], { stdin: after, files: { 'a.yaml': before } }],
  ['two documents in a pipe', [], { stdin: `${before}---\n${after}` }],
  [
    'two states as a watch prints them',
    ['w.yaml'],
    { files: { 'w.yaml': `${before}---\n${state(4, 'x')}---\n${after}` } },
  ],
  [
    'two points of three',
    ['w.yaml', '--from', '1', '--to', '2'],
    { files: { 'w.yaml': `${before}---\n${after}---\n${before}` } },
  ],
  ['packed files', ['a.gz', 'b.gz'], { files: { 'a.gz': gzipSync(before), 'b.gz': gzipSync(after) } }],
  [
    'UTF-16 of PowerShell',
    ['a.yaml', 'b.yaml'],
    { files: { 'a.yaml': Buffer.from(`\ufeff${before}`, 'utf16le'), 'b.yaml': after } },
  ],
  [
    'line ends of Windows',
    ['a.yaml', 'b.yaml'],
    { files: { 'a.yaml': before.replaceAll('\n', '\r\n'), 'b.yaml': after } },
  ],
  ['a folder of snapshots', ['d'], { folders: ['d'], files: { 'd/1.yaml': before, 'd/2.yaml': after } }],
  [
    'a file and the cluster',
    ['a.yaml', 'deploy/web'],
    {
      files: { 'a.yaml': before },
      program: async (_, print) => {
        print.stdout(after);
        return { kind: 'exited', code: 0 };
      },
    },
  ],
])('is compared: %s', async (_, args, given) => {
  const { code, out, err } = await ran(args, given);
  expect([code, err]).toEqual([1, '']);
  expect(out.split('\n').sort()).toEqual(expected.split('\n').sort());
});

test('the same object does not differ, whatever its resourceVersion', async () => {
  const { code, out } = await ran([], {
    stdin: `${before}---\n${before.replace('resourceVersion: "3"', 'resourceVersion: "9"')}`,
  });
  expect([code, out]).toEqual([0, 'Deployment prod/web: no field differs\n']);
});

test('an owner alone', async () => {
  const { out } = await ran([], { stdin: `${before}---\n${before.replace('manager: helm', 'manager: flux')}` });
  expect(out).toContain('.spec.replicas: 3 → 3\n  owned by helm (Apply), then by flux (Apply)\n');
});

test('as JSON and as Markdown', async () => {
  const stdin = `${before}---\n${after}`;
  const { from, fields } = JSON.parse((await ran(['-o', 'json'], { stdin })).out);
  expect(from).toBe('Deployment prod/web');
  expect(fields.find(({ path }: { path: string }) => path === '.spec.replicas')).toMatchObject({
    ...{ before: '3', after: '5' },
    ownersBefore: [{ manager: 'helm', operation: 'Apply' }],
  });
  expect((await ran(['-o', 'markdown'], { stdin })).out).toContain('| `.spec.replicas` | `3`');
});

test('what may be secret is not printed', async () => {
  const secret = (value: string) =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: db}\ndata: {password: ${value}}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {password: ${value}}\n`;
  for (const pair of [
    ['1', '3'],
    ['2', '4'],
  ] as const) {
    const stdin = `${secret('aHVudGVyMg==')}---\n${secret('aHVudGVyMw==')}`;
    const { out } = await ran(['--from', pair[0], '--to', pair[1]], { stdin });
    expect(out).toContain('password: … → …');
    expect(out).not.toMatch(/aHVudGVy/);
  }
});

test.each([
  [[], {}, 'nothing to read'],
  [[], { stdin: before }, 'diff takes two objects'],
  [
    [],
    { stdin: `${before}---\n${after}---\n${before.replace('name: web', 'name: other')}` },
    'there are 3 objects: choose two',
  ],
  [['--from', '0'], { stdin: `${before}---\n${after}` }, '--from and --to are numbers from 1 to 2'],
  [['--to', '1e9'], { stdin: `${before}---\n${after}` }, '--from and --to are numbers from 1 to 2'],
  [['-o', 'csv'], { stdin: before }, '--output is one of text, json, markdown'],
  [['a.yaml', 'b.yaml'], { files: { 'a.yaml': before } }, 'there is no file b.yaml'],
  [[], { stdin: `${before}---\na: [` }, 'standard input:'],
])('%j cannot be compared', async (args, given, message) => {
  const { code, out, err } = await ran(args, given);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('nothing of a hostile object reaches the terminal as it is', async () => {
  const config = (value: string) =>
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { ['k\u001b[31m']: value } });
  const { out } = await ran([], { stdin: `${config('::warning::a\u202e')}\n---\n${config('b')}` });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(out).not.toMatch(/[\0-\x08\x0b-\x1f\u202e]/);
});

const service = (finalizers: string, addresses: string, more = '') => `apiVersion: v1
kind: Service
metadata:
  name: a
  finalizers: [${finalizers}]
  managedFields:
  - {manager: m, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:metadata": {"f:finalizers": {${finalizers
    .split(', ')
    .map((each) => `'v:"${each}"': {}`)
    .join(', ')}}}, "f:spec": {"f:externalIPs": {}}}}
spec: {externalIPs: [${addresses}]${more}}
`;

test('a list that is owned as one is one field, and items of a set come and go beside the others', async () => {
  const io = fakeIo({
    stdin: `${service('x/a, x/c', '1.1.1.1, 2.2.2.2')}---\n${service('x/a, x/b', '1.1.1.1, 3.3.3.3')}`,
  });
  expect(await run([], io)).toBe(1);
  expect(io.out.join('')).toBe(`Service a: 3 fields differ
.metadata.finalizers[="x/b"]: new in the list
  owned by nobody, then by m (Apply)
.metadata.finalizers[="x/c"]: gone from the list
  owned by m (Apply), then by nobody
.spec.externalIPs: - 1.1.1.1 - 2.2.2.2 → - 1.1.1.1 - 3.3.3.3
  owned by m (Apply)
`);
});
