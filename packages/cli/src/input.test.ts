import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fakeIo, type Given } from './fake-io.ts';
import { run } from './run.ts';

// What people pipe into `owners` and `link`, and name: each of them reads the same.

const object = `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: prod
  managedFields:
  - {manager: helm, operation: Apply, apiVersion: v1, time: "2026-11-24T10:00:00Z", fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}
  - {manager: kubectl-edit, operation: Update, apiVersion: v1, time: "2026-11-24T10:01:00Z", fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:b": {}}}}
data:
  a: "1"
  b: "2"
`;
const value = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'web',
    namespace: 'prod',
    managedFields: [
      {
        manager: 'helm',
        operation: 'Apply',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:a': {} } },
      },
    ],
  },
  data: { a: '1' },
};
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

/** A kubectl that has the object, and says what it was asked. */
const kubectl: Given['program'] = async (line, print) => {
  const isThere = line.includes('deploy/web') || (line.includes('deploy') && line.includes('web'));
  if (isThere) print.stdout(object);
  else print.stderr('Error from server (NotFound): deployments.apps "gone" not found\n');
  return { kind: 'exited', code: isThere ? 0 : 1 };
};

interface Case {
  readonly args?: readonly string[];
  readonly given: Given;
}

const readable: Readonly<Record<string, Case>> = {
  'YAML as kubectl prints it': { given: { stdin: object } },
  'JSON as kubectl prints it': { given: { stdin: JSON.stringify(value, null, 4) } },
  'a List': { given: { stdin: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [value] }) } },
  'a list as the API answers it': {
    given: {
      stdin: JSON.stringify({
        ...{ apiVersion: 'v1', kind: 'ConfigMapList', metadata: {} },
        items: [{ metadata: value.metadata, data: value.data }],
      }),
    },
  },
  'documents, with dashes and comments around': { given: { stdin: `# a dump\n---\n${object}---\n# the end\n` } },
  'line ends of Windows': { given: { stdin: object.replaceAll('\n', '\r\n') } },
  'UTF-16 as Windows PowerShell writes it': { given: { stdin: utf16(object.replaceAll('\n', '\r\n')) } },
  'UTF-16 the other way round': { given: { stdin: swapped(utf16(object)) } },
  'UTF-8 with a mark': { given: { stdin: `\ufeff${object}` } },
  'gzip in a pipe': { given: { stdin: gzipSync(object) } },
  'a file by -f': { args: ['-f', 'web.yaml'], given: { files: { 'web.yaml': object } } },
  'a file by its name': { args: ['web.yaml'], given: { files: { 'web.yaml': object } } },
  'a packed file': { args: ['web.json.gz'], given: { files: { 'web.json.gz': gzipSync(JSON.stringify(value)) } } },
  'a folder': {
    args: ['dump'],
    given: { folders: ['dump'], files: { 'dump/web.yml': object, 'dump/notes.txt': 'no' } },
  },
  'a file that is called like a kind': { args: ['deploy'], given: { files: { deploy: object } } },
  'a file and the standard input': { args: ['web.yaml', '-'], given: { stdin: object, files: { 'web.yaml': object } } },
  'an object of the cluster': { args: ['deploy/web', '-n', 'prod'], given: { program: kubectl } },
  'an object in two words': { args: ['deploy', 'web', '--context', 'eu'], given: { program: kubectl } },
};

test.each(Object.entries(readable))('is read: %s', async (_, { args = [], given }) => {
  const owners = fakeIo(given);
  expect([await run(['owners', ...args, '--time', 'none'], owners), owners.err]).toEqual([0, []]);
  expect(owners.out.join('')).toMatch(/helm +\(Apply *\) +a: "1"\n/);
  const link = fakeIo({ ...given, env: { MANAGED_FIELDS_PAGE: 'https://fields.example.com/' } });
  expect([await run(['link', ...args], link), link.err.join('')]).toEqual([0, '']);
  expect(link.out.join('')).toMatch(/^https:\/\/fields\.example\.com\/#s\/\S+\n$/);
});

const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n';
const status = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  message: 'configmaps "web" not found',
  reason: 'NotFound',
  code: 404,
};

/** More than a text that is read at once may have. */
const dump = Array.from({ length: 1000 }, (_, at) =>
  object.replace('name: web\n', `name: web-${at}\n  annotations: {note: ${'x'.repeat(1500)}}\n`),
).join('---\n');

const unreadable: Readonly<Record<string, Case & { readonly says: string }>> = {
  'nothing, at a terminal': { given: {}, says: 'nothing to read: name a file, or an object such as deploy/web' },
  'an empty pipe': { given: { stdin: '' }, says: 'standard input is empty' },
  'a Status of the API': {
    given: { stdin: JSON.stringify(status) },
    says: 'the API server answered with no object (NotFound): configmaps "web" not found',
  },
  'a Kustomization': {
    given: { stdin: 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [web.yaml]\n' },
    says: 'this is a Kustomization: kubectl kustomize FOLDER renders it',
  },
  'a Kustomization by the third of its names': {
    args: ['app/Kustomization'],
    given: { files: { 'app/Kustomization': 'resources: [web.yaml]\n' } },
    says: 'app/Kustomization:1:1: this is a Kustomization',
  },
  'a Kustomization without a kind': {
    args: ['app/kustomization.yaml'],
    given: { files: { 'app/kustomization.yaml': 'resources: [web.yaml]\n' } },
    says: 'app/kustomization.yaml:1:1: this is a Kustomization',
  },
  'a template of Helm': { given: { stdin: template }, says: 'It is a template: render it first, as helm template' },
  'a template in quotes': {
    given: { stdin: '{{ if .Values.on }}\nname: "{{ .Values.name }}"\n{{ end }}\n' },
    says: 'It is a template: render it first, as helm template',
  },
  'values of a chart': { given: { stdin: 'image: nginx\n' }, says: 'standard input:1:1: this is no Kubernetes object' },
  'broken YAML, with its place': { given: { stdin: 'apiVersion: v1\nkind: [\n' }, says: 'standard input:' },
  'broken gzip': { given: { stdin: gzipSync(object).subarray(0, 60) }, says: 'is gzip that cannot be unpacked' },
  'a file that is not there': { args: ['web.yaml'], given: {}, says: 'there is no file web.yaml' },
  'an object that is not there': {
    args: ['deploy/gone'],
    given: { program: kubectl },
    says: 'deploy/gone: Error from server (NotFound): deployments.apps "gone" not found',
  },
  'a cluster without kubectl': {
    args: ['deploy/web'],
    given: {},
    says: 'there is no program kubectl: install kubectl',
  },
  'the standard input twice': { args: ['-', '-f', '-'], given: { stdin: object }, says: 'is read only once' },
  'an unknown option': { args: ['--namspace', 'x'], given: {}, says: '\'--namspace\': did you mean "--namespace"?' },
  'an empty name': { args: [''], given: {}, says: 'there is no file ""' },
  'an error of kubectl': {
    given: { stdin: 'Error from server (NotFound): deployments.apps "web" not found\n' },
    says: 'It is an error: managed-fields explain says what it means',
  },
  'a kubectl that logs what it tries': {
    args: ['deploy/web'],
    given: {
      program: async (_line, print) => {
        const logged = 'E1128 07:35:17.083318   29714 memcache.go:265] "Unhandled Error" err="dial tcp"\n';
        print.stderr(`${logged.repeat(4)}The connection to the server localhost:8080 was refused\n`);
        return { kind: 'exited', code: 1 };
      },
    },
    says: 'deploy/web: The connection to the server localhost:8080 was refused\n',
  },
  'something else in a dump of megabytes': {
    given: { stdin: `${dump}---\na: 1\n` },
    says: 'standard input:13001: ',
  },
};

test.each(Object.entries(unreadable))('is refused with what to do: %s', async (_, { args = [], given, says }) => {
  for (const command of ['owners', 'link']) {
    const io = fakeIo({ ...given, env: { MANAGED_FIELDS_PAGE: 'https://fields.example.com/' } });
    expect([await run([command, ...args], io), io.out]).toEqual([2, []]);
    expect(io.err.join('')).toContain(says);
  }
});

test('a name that is missing is said as the server says it', async () => {
  const said = 'A server would not take ConfigMap as it is: resource name may not be empty\n';
  const nameless = object.replace('  name: web\n', '');
  const io = fakeIo({ stdin: nameless });
  expect(await run(['owners'], io)).toBe(1);
  expect(io.err.join('')).toBe(said);
  const manifest = fakeIo({ stdin: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: prod}\ndata: {a: "1"}\n' });
  expect(await run(['owners'], manifest)).toBe(1);
  expect(manifest.err.join('')).toContain(`${said}ConfigMap has no managedFields; this brings them:\n`);
  const link = fakeIo({ stdin: nameless, env: { MANAGED_FIELDS_PAGE: 'https://fields.example.com/' } });
  expect([await run(['link'], link), link.err.join('')]).toEqual([0, said]);
});

// As kubectl v1.36.3 does: a List of what is there, then each that is not, and 1; an empty List where none is.
const notFound = (name: string) => `Error from server (NotFound): configmaps "${name}" not found\n`;
const partly: Given['program'] = async (line, print) => {
  const [names, gone] = [line.includes('cm/web'), line.filter((word) => /^cm\/(?!web)/.test(word))];
  print.stdout(
    `apiVersion: v1\nitems:${names ? `\n- ${object.trimEnd().replaceAll('\n', '\n  ')}` : ' []'}\nkind: List\n`,
  );
  print.stderr(gone.map((word) => notFound(word.slice(3))).join(''));
  return { kind: 'exited', code: 1 };
};

test.each([
  ['owners', ['--time', 'none'], /^helm +\(Apply *\) +a: "1"$/m],
  ['owners', ['-o', 'json'], /"manager": "helm"/],
  ['owners', ['--explain', '.data.a'], /helm/],
  ['link', [], /^https:\/\/fields\.example\.com\/#s\/\S+\n$/],
] as const)(
  'of several objects those that are there are taken, and the others said: %s %j',
  async (command, args, shows) => {
    const io = fakeIo({ program: partly, env: { MANAGED_FIELDS_PAGE: 'https://fields.example.com/' } });
    expect(await run([command, 'cm/web', 'cm/missing', 'cm/gone', ...args], io)).toBe(1);
    expect(io.out.join('')).toMatch(shows);
    expect(io.err.join('')).toBe(`${notFound('missing').trim()} ${notFound('gone')}`);
  },
);

test('lint and explain take those that are there, too, and end with 1', async () => {
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  names: {plural: boxes, singular: box, kind: Box, listKind: BoxList}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;
  const answers = (there: string): NonNullable<Given['program']> => {
    return async (_, print) => {
      print.stdout(`apiVersion: v1\nitems:\n- ${there.trimEnd().replaceAll('\n', '\n  ')}\nkind: List\n`);
      print.stderr(notFound('missing'));
      return { kind: 'exited', code: 1 };
    };
  };
  const lint = fakeIo({ program: answers(definition) });
  expect(await run(['lint', 'crd/boxes.example.com', 'crd/missing'], lint)).toBe(1);
  expect([lint.out.join(''), lint.err.join('')]).toEqual(['1 definition, 0 findings.\n', notFound('missing')]);
  const stdin = 'error: Apply failed with 1 conflict: conflict with "helm": .data.a\n';
  const explain = fakeIo({ program: answers(object), stdin });
  expect(await run(['explain', '--object', 'cm/web', '--object', 'cm/missing'], explain)).toBe(1);
  expect(explain.out.join('')).toContain('helm');
  expect(explain.err.join('')).toBe(notFound('missing'));
});

test.each([
  ['owners', ['cm/missing', 'cm/gone']],
  ['diff', ['cm/web', 'cm/missing']],
] as const)('without them nothing is printed: %s %j', async (command, words) => {
  const io = fakeIo({ program: partly });
  expect([await run([command, ...words], io), io.out]).toEqual([2, []]);
  expect(io.err.join('')).toContain('Error from server (NotFound): configmaps "missing" not found');
});

test('kubectl is asked with its own words, and for managedFields', async () => {
  const io = fakeIo({ program: kubectl });
  await run(['owners', 'deploy/web', '-n', 'prod', '--kubeconfig', 'k', '--kubectl', 'kc'], io);
  expect(io.started).toEqual([
    ['kc', '--kubeconfig=k', 'get', 'deploy/web', '--namespace=prod', '--show-managed-fields', '-o', 'yaml'],
  ]);
});

test.each([
  [
    ['--path', '.data'],
    ['data:', 'a: "1"', 'b: "2"'],
  ],
  [
    ['--path', '.data.b'],
    ['data:', 'b: "2"'],
  ],
  [
    ['--manager', 'helm'],
    ['data:', 'a: "1"'],
  ],
  [
    ['--manager', 'helm', '--manager', 'kubectl-edit'],
    ['data:', 'a: "1"', 'b: "2"'],
  ],
  [['--manager', 'helm', '--path', '.data.b'], []],
])('lines are chosen: %j', async (args, expected) => {
  const text = fakeIo({ stdin: object });
  expect(await run(['owners', '--time', 'none', ...args], text)).toBe(expected.length === 0 ? 1 : 0);
  expect(text.err.join('')).toContain(expected.length === 0 ? 'No line fits --path and --manager.' : '');
  const lines = text.out.join('').split('\n').filter(Boolean);
  expect(lines.map((line) => line.replace(/^.*?\)|^ +/, '').trim())).toEqual(expected);
  const json = fakeIo({ stdin: object });
  await run(['owners', '-o', 'json', ...args], json);
  const [found] = JSON.parse(json.out.join('')).objects;
  expect(found.lines.map(({ text }: { text: string }) => text.trim())).toEqual(expected);
});

test('a dump of megabytes is read object by object', async () => {
  const io = fakeIo({ stdin: dump });
  expect([await run(['owners', '--output=json', '--path', '.data.b'], io), io.err]).toEqual([0, []]);
  const { objects } = JSON.parse(io.out.join(''));
  expect(objects.map(({ name }: { name: string }) => name)).toEqual(
    Array.from({ length: 1000 }, (_, at) => `web-${at}`),
  );
});

test('the value of a short option may stand behind a sign, as with kubectl', async () => {
  const io = fakeIo({ files: { 'a.yaml': object } });
  expect([await run(['owners', '-f=a.yaml', '-o=json'], io), io.err]).toEqual([0, []]);
  expect(JSON.parse(io.out.join(''))).toMatchObject({ kind: 'Owners' });
});

test('an unknown command suggests the nearest', async () => {
  for (const [typed, meant] of [
    ['owner', 'owners'],
    ['ownr', 'owners'],
    ['ownres', 'owners'],
    ['surve', 'survey'],
    ['forcast', 'forecast'],
    ['lnik', 'link'],
  ] as const) {
    const io = fakeIo();
    expect(await run([typed], io)).toBe(2);
    expect(io.err.join('')).toContain(`there is no command "${typed}": did you mean "${meant}"?\n`);
  }
  const io = fakeIo();
  await run(['kubernetes'], io);
  expect(io.err.join('')).toContain('there is no command "kubernetes"\n');
  const helped = fakeIo();
  expect([await run(['help', 'ownr'], helped), helped.out]).toEqual([2, []]);
  expect(helped.err.join('')).toContain('there is no command "ownr": did you mean "owners"?\n');
  const before = fakeIo();
  expect(await run(['--config', 'c.yaml', 'owners'], before)).toBe(2);
  expect(before.err.join('')).toContain('"--config" is no command: options stand behind one\n');
});
