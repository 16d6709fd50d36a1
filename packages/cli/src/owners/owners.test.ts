import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { isMap } from '@managed-fields/merge-engine';
import { overlay, palette } from '@managed-fields/rendering';
import { readDocuments } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { ownedLines } from './owned-lines.ts';
import { ownedObject } from './owned-object.ts';
import { run } from './owners.ts';
import { timeText } from './print-owners.ts';

const read = (name: string) => readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');

/** Prints the owners of a text, with nothing said beside them. */
async function printed(stdin: string, ...args: readonly string[]): Promise<string> {
  const io = fakeIo({ stdin });
  const code = await run(args, io);
  expect(io.err).toEqual([]);
  expect(code).toBe(0);
  return io.out.join('');
}

test.each(['deployment', 'owned-forms', 'several-versions'])('%s is printed with its owners', async (name) => {
  await expect(await printed(read(`${name}.yaml`))).toMatchFileSnapshot(`cases/${name}.txt`);
});

test.each(['deployment', 'owned-forms', 'several-versions'])(
  '%s: each line is about the field that the page says',
  async (name) => {
    const value = readDocuments(read(`${name}.yaml`))[0]?.value;
    if (!isMap(value)) throw new Error('no object');
    const owned = await ownedObject(value, 'v1.36');
    if (owned.kind === 'unread') throw new Error(owned.message);
    const { annotated } = owned;
    const { fieldOfLine } = overlay(annotated, palette(new Map(), annotated.managers));
    const texts = annotated.text.split('\n');
    const drawn = fieldOfLine.map((index, line) => [
      texts[line],
      index === undefined ? '' : annotated.fields[index]?.path,
    ]);
    const [from = -1, to = -1] = [annotated.managedFields?.from, annotated.managedFields?.to];
    const lineOf = (offset: number) => annotated.text.slice(0, offset).split('\n').length - 1;
    const shown = drawn.filter((_, line) => line < lineOf(from) || line > lineOf(to - 1)).slice(0, -1);
    const { lines } = ownedLines(annotated);
    expect(lines.map(({ text, field }) => [text, field?.path ?? ''])).toEqual(
      shown.map(([text, path]) => [text, path ?? '']),
    );
  },
);

test('a line of JSON output has its text, its field and its owners', async () => {
  const { objects } = JSON.parse(await printed(read('owned-forms.yaml'), '--output', 'json'));
  expect(objects).toHaveLength(1);
  const [object] = objects;
  expect(object).toMatchObject({ apiVersion: 'v1', kind: 'Service', namespace: 'prod', name: 'web' });
  const alice = {
    manager: 'alice',
    operation: 'Apply',
    subresource: '',
    apiVersion: 'v1',
    time: '2026-11-24T10:00:00Z',
  };
  const bob = { manager: 'bob', operation: 'Update', subresource: '', apiVersion: 'v1', time: '2025-01-24T10:00:00Z' };
  const lineOf = (text: string) => object.lines.find((line: { text: string }) => line.text.trim() === text);
  expect(lineOf('- appProtocol: http')).toEqual({
    text: '  - appProtocol: http',
    path: '.spec.ports[port=80,protocol="TCP"].appProtocol',
    state: 'owned',
    owners: [bob],
    itemOwners: [alice],
  });
  expect(lineOf('two')).toMatchObject({ state: 'shared', owners: [alice, bob] });
  expect(lineOf('- 192.0.2.2')).toMatchObject({ state: 'atomic', owners: [alice] });
  expect(lineOf('protocol: TCP')).toMatchObject({ state: 'unowned', owners: [] });
  expect(lineOf('- ip: 192.0.2.9').owners).toEqual([
    { manager: 'cloud', operation: 'Update', subresource: 'status', apiVersion: 'v1' },
  ]);
  expect(object.absent[0]).toEqual({ path: '.metadata.annotations.gone', owners: [alice] });
  expect(object.lines.some(({ text }: { text: string }) => text.includes('managedFields'))).toBe(false);
});

const settings = (name: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  managedFields:
  - {manager: m, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}
data: {a: "1"}
`;

test('several documents, lists, files and JSON give the same', async () => {
  const both = await printed(`${settings('x')}---\n${settings('z')}`);
  expect(both.split('---\n')).toHaveLength(2);
  expect(both).toContain('m (Apply )   a: "1"');
  const indented = (name: string) => settings(name).replace(/^/gm, '  ').replace('  ', '- ').trimEnd();
  expect(await printed(`apiVersion: v1\nkind: List\nitems:\n${indented('x')}\n${indented('z')}\n`)).toBe(both);
  const bare = (name: string) =>
    indented(name).replace('- apiVersion: v1\n  kind: ConfigMap\n  metadata', '- metadata');
  expect(await printed(`apiVersion: v1\nkind: ConfigMapList\nitems:\n${bare('x')}\n${bare('z')}\n`)).toBe(both);
  const io = fakeIo({ files: { 'x.yaml': settings('x') }, stdin: settings('z') });
  expect(await run(['-f', 'x.yaml', '--file', '-'], io)).toBe(0);
  expect(io.out.join('')).toBe(both);
  const fields =
    '{"manager":"m","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:a":{}}}}';
  const json = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","managedFields":[${fields}]},"data":{"a":"1"}}`;
  expect(await printed(json)).toBe(both.split('---\n')[0]);
});

test('an object without managedFields: the command that brings them, and 1; the others are printed', async () => {
  const without = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: prod}\n';
  const io = fakeIo({ stdin: `${without}---\n${settings('x')}` });
  expect(await run([], io)).toBe(1);
  expect(io.err.join('')).toBe(
    'Deployment prod/web has no managedFields; this brings them:\n' +
      '  kubectl get deployments.apps web -n prod --show-managed-fields -o yaml\n',
  );
  expect(io.out.join('')).toContain('name: x');
});

test('managedFields that a server would not take are said to be so', async () => {
  const io = fakeIo({ stdin: settings('x').replace('operation: Apply', 'operation: [Apply]') });
  expect(await run([], io)).toBe(1);
  expect(io.err.join('')).toMatch(/^A server would not take ConfigMap x as it is: /);
});

test('an entry that cannot be decoded is said to be so', async () => {
  const io = fakeIo({ stdin: settings('x').replace('f:data', 'data') });
  expect(await run([], io)).toBe(1);
  expect(io.err).toEqual(['Cannot read the fields of "m" in ConfigMap x: what it owns is not shown.\n']);
  const empty = settings('x').replace('{"f:data": {"f:a": {}}}', '{}');
  expect(await printed(empty)).toContain('\n           data:\n');
});

test.each([
  ['a: 1\n b: 2\n', 'standard input:2:'],
  ['apiVersion: v1\nkind: ConfigMap\n---\nfoo: bar\n', 'standard input:4:1: this is no Kubernetes object'],
  ['- 1\n', 'standard input:1:1: this is no Kubernetes object'],
  ['', 'standard input is empty'],
  ['kind: List\napiVersion: v1\nitems: []\n', 'there is no object in the lists'],
  ['{"a": ', 'standard input:1:'],
  ['kind: List\napiVersion: v1\nitems: [1]\n', 'standard input:1:1: this is no Kubernetes object'],
])('%j is refused with its place', async (stdin, message) => {
  const io = fakeIo({ stdin });
  expect(await run([], io)).toBe(2);
  expect(io.err.join('')).toContain(`managed-fields owners: ${message}`);
  expect(io.out).toEqual([]);
});

test.each([
  [['-f', 'd'], 'there is no YAML or JSON in d'],
  [['-f', 'nothing.yaml'], 'there is no file nothing.yaml'],
  [['x.yaml'], 'there is no file x.yaml'],
  [['-o', 'yaml'], '--output is one of text, json, not "yaml"'],
  [['--time', 'x'], '--time is one of relative, full, none'],
  [['--color', 'x'], '--color is one of'],
  [['--kubernetes', 'v1.9'], '--kubernetes is one of v1.33'],
  [[], 'nothing to read: name a file, or an object such as deploy/web'],
])('%j is refused', async (args, message) => {
  const io = fakeIo({ folders: ['d'] });
  expect(await run(args, io)).toBe(2);
  expect(io.err.join('')).toContain(message);
});

test('colour follows the terminal, NO_COLOR, FORCE_COLOR and --color, in this order', async () => {
  const isColoured = async (env: Readonly<Record<string, string>>, terminal: boolean, ...args: readonly string[]) => {
    const io = fakeIo({ stdin: settings('x'), env, terminal });
    await run(args, io);
    return io.out.join('').includes('\u001b[36mm (Apply )\u001b[0m');
  };
  expect(await isColoured({}, true)).toBe(true);
  expect(await isColoured({}, false)).toBe(false);
  expect(await isColoured({ TERM: 'dumb' }, true)).toBe(false);
  expect(await isColoured({ NO_COLOR: '1' }, true)).toBe(false);
  expect(await isColoured({ NO_COLOR: '' }, true)).toBe(true);
  expect(await isColoured({ FORCE_COLOR: '1' }, false)).toBe(true);
  expect(await isColoured({ FORCE_COLOR: '0' }, true)).toBe(false);
  expect(await isColoured({ FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true);
  expect(await isColoured({ NO_COLOR: '1' }, false, '--color', 'always')).toBe(true);
  expect(await isColoured({ FORCE_COLOR: '1' }, true, '--color', 'never')).toBe(false);
});

test.each([
  ['2026-11-24T10:02:26Z', 'full', '2026-11-24 10:02:26 +0000'],
  ['2026-11-24T10:02:26.5+02:00', 'full', '2026-11-24 10:02:26 +0200'],
  ['2026-11-24T10:02:26Z', 'relative', '0s'],
  ['2026-11-22T09:02:26Z', 'relative', '2d1h'],
  ['2027-01-01T00:00:00Z', 'relative', '<invalid>'],
  [undefined, 'relative', ''],
  ['never', 'full', 'never'],
] as const)('%s is written %s as %j', (time, format, text) => {
  expect(timeText(time, format, Date.UTC(2026, 10, 24, 10, 2, 26))).toBe(text);
});

test('the README shows what is printed', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`text\n${read('owned-forms.txt')}\`\`\`\n`);
});

test('--time none has no column for it', async () => {
  expect(await printed(settings('x'), '--time', 'none')).toContain('\nm (Apply)   a: "1"\n');
});

test('nothing of a hostile object reaches the terminal as it is', async () => {
  const hidden = '\\e]0;x\\a\\r\\x9b2J\\u202e\\u200b';
  const text = `apiVersion: v1
kind: ConfigMap
metadata:
  name: "x${hidden}"
  managedFields:
  - manager: "m${hidden}${'n'.repeat(300)}"
    operation: "Update"
    subresource: "s${hidden}\\n"
    apiVersion: "v1${hidden}"
    time: "2026-11-24T10:02:26Z${hidden}"
    fieldsType: FieldsV1
    fieldsV1: {"f:data": {"f:a${hidden}": {}, "f:b${hidden}": {}}}
data: {"a${hidden}": "v${hidden}\\n\\tw", c: "${hidden}\\nplain\\n"}
`;
  for (const args of [[], ['-o', 'json'], ['--time', 'full']]) {
    const io = fakeIo({ stdin: text });
    await run(args, io);
    const all = [...io.out, ...io.err].join('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(all).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e\u200b]/);
    expect(all).toContain(args[0] === '-o' ? '\\u202E' : 'U+202E');
    expect(Math.max(...all.split('\n').map((line) => line.length))).toBeLessThan(1000);
  }
});

/** A Deployment of Flux whose replicas an autoscaler writes, with the objects that say when. */
const scaled = `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: prod
  labels: {kustomize.toolkit.fluxcd.io/name: apps, kustomize.toolkit.fluxcd.io/namespace: flux-system}
  managedFields:
  - {manager: kustomize-controller, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {f:spec: {f:paused: {}}}}
  - {manager: kube-controller-manager, operation: Update, subresource: scale, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {f:spec: {f:replicas: {}}}}
spec:
  paused: false
  replicas: 4
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: load, namespace: prod}
spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {interval: 10m, path: ./apps, prune: true, sourceRef: {kind: GitRepository, name: apps}}
`;

test('--explain says who puts a field back, when, and how that ends', async () => {
  expect(await printed(scaled, '--explain', '.spec.paused')).toBe(`Deployment prod/web .spec.paused
  kustomize-controller (Apply): Flux writes it again with each reconciliation of Kustomization flux-system/apps, every 10m. The change is then overwritten, and nobody is told.
`);
  const [autoscaler, flux] = JSON.parse(await printed(scaled, '--explain', '.spec.replicas', '-o', 'json')).objects[0]
    .rewriters;
  expect(autoscaler).toMatchObject({
    ...{ writer: 'autoscaler', when: 'controller', end: 'overwritten' },
    source: { kind: 'HorizontalPodAutoscaler', name: 'load', isHere: true },
  });
  expect(flux).toMatchObject({ writer: 'flux', when: 'interval', end: 'removed', interval: '10m' });
});

test('--explain names Helm where its release Secret has a field that was taken over by hand', async () => {
  const chart = (replicas: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {paused: false${replicas}}\n`;
  const secret = (version: number, replicas: string) => {
    const release = { name: 'web', namespace: 'prod', version, apply_method: 'ssa', manifest: chart(replicas) };
    const packed = gzipSync(JSON.stringify(release)).toString('base64');
    return `---
apiVersion: v1
kind: Secret
metadata: {name: sh.helm.release.v1.web.v${version}, namespace: prod, labels: {owner: helm, name: web}}
data: {release: ${Buffer.from(packed).toString('base64')}}
`;
  };
  const taken = scaled
    .slice(0, scaled.indexOf('---'))
    .replace(/ {2}labels: .*/, '  annotations: {meta.helm.sh/release-name: web, meta.helm.sh/release-namespace: prod}')
    .replace('manager: kustomize-controller', 'manager: helm')
    .replace('kube-controller-manager', 'kubectl');
  const text = taken + secret(9, '') + secret(10, ', replicas: 3');
  expect(await printed(text, '--explain', '.spec.replicas')).toBe(`Deployment prod/web .spec.replicas
  kubectl (Update /scale): kubectl wrote it by hand, and nobody repeats that.
  helm (Apply): Helm writes it again with the next release of release web. That ends in a conflict, unless it forces.
`);
});

test('--explain names kubectl apply after kubectl create --save-config', async () => {
  const created = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1"}}'
  managedFields:
  - {manager: kubectl-create, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {f:data: {f:a: {}}, f:metadata: {f:annotations: {f:kubectl.kubernetes.io/last-applied-configuration: {}}}}}
data: {a: "1"}
`;
  expect(await printed(created, '--explain', '.data.a')).toBe(`ConfigMap a .data.a
  kubectl-create (Update): kubectl apply writes it again when somebody runs it with a manifest that has the field. The change is then overwritten, and nobody is told.
`);
});

test('--explain of a field that nothing has, and of what is no path', async () => {
  const ran = async (path: string) => {
    const io = fakeIo({ stdin: scaled });
    return { code: await run(['--explain', path], io), err: io.err.join(''), out: io.out };
  };
  expect(await ran('.spec.nothing\u202e')).toMatchObject({ code: 1, out: [] });
  expect((await ran('.spec.nothing\u202e')).err).not.toContain('\u202e');
  expect(await ran('spec')).toMatchObject({ code: 2, out: [] });
});

test('an entry of a version that is not served is said', async () => {
  const io = fakeIo({
    stdin: `apiVersion: v1
kind: Service
metadata:
  name: a
  managedFields:
  - {manager: old, operation: Update, apiVersion: v1beta7, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:type": {}}}}
spec: {type: ClusterIP}
`,
  });
  expect(await run([], io)).toBe(1);
  expect(io.err.join('')).toBe(
    'The entry of "old" in Service a is of v1beta7, which is not served: the next write takes it out, and what it owns is not shown.\n',
  );
});
