import { gzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { rowProblem } from '../json/check-output.ts';
import { run as runProgram } from '../run.ts';
import { clusterOf } from './row-files.ts';
import { run } from './survey.ts';

const service = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {clusterIP: None, selector: {app: db}, ports: [{port: 5432}]}
`;
const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
  managedFields:
  - {manager: kubectl, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:a': {}}}}
  - {manager: kubectl, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:b': {}}}}
data: {a: "1", b: "1"}
`;

async function ran(args: readonly string[], given: Parameters<typeof fakeIo>[0] = {}) {
  const io = fakeIo(given);
  return { code: await run(args, io), out: io.out.join(''), err: io.err.join('') };
}

test('what an upgrade changes, object by object', async () => {
  const args = ['--upgrade', 'v1.33', 'v1.34.1'];
  expect(await ran(args, { stdin: `${service}---\n${settings}` })).toEqual({
    code: 1,
    out: `What changes from v1.33 to v1.34.1
Something changes for 1 of 2 objects.
Service shop/db
  created anew, there is a new warning: spec.SessionAffinity is ignored for headless services
`,
    err: '',
  });
  const same = await ran(args, { stdin: settings });
  expect([same.code, same.out]).toEqual([
    0,
    'What changes from v1.33 to v1.34.1\nNothing changes for any of 1 object.\n',
  ]);
});

test('the same as JSON, from a packed file', async () => {
  const files = { 'dump.yaml.gz': gzipSync(service) };
  const { code, out } = await ran(['-f', 'dump.yaml.gz', '--upgrade', 'v1.33', 'v1.34.1', '-o', 'json'], { files });
  const message = 'spec.SessionAffinity is ignored for headless services';
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    ...{ apiVersion: 'managed-fields/v1', kind: 'Upgrade', form: 1, from: 'v1.33', to: 'v1.34.1', unread: [] },
    objects: [
      {
        ...{ apiVersion: 'v1', kind: 'Service', namespace: 'shop', name: 'db' },
        changes: [{ kind: 'warned', request: 'create', message }],
      },
    ],
  });
});

test('what has to be rendered first is no object, and is said with the command that does it', async () => {
  const files = {
    'web.yaml': `{{- if .Values.on }}\napiVersion: v1\nkind: Pod\n{{- end }}\n---\n${settings}`,
    'kustomization.yaml': 'resources: [web.yaml]\n',
  };
  const { code, out, err } = await ran(['-f', 'web.yaml', '-f', 'kustomization.yaml'], { files });
  expect([code, out]).toEqual([2, expect.stringContaining('1 object, 1 manager, 1 finding.\n')]);
  expect(err).toBe(
    'web.yaml:1: a template: render it first, as helm template RELEASE CHART does\n' +
      'kustomization.yaml:1: a Kustomization: kubectl kustomize FOLDER renders it\n',
  );
});

test('what is wrong with objects', async () => {
  const { code, out } = await ran([], { stdin: settings });
  expect(code).toBe(1);
  expect(out).toContain('1 object, 1 manager, 1 finding.\n');
  expect(out).toContain('kubectl  Apply, Update        1       2      2       0\n');
  expect(out).toContain(
    'One manager by Apply and by Update (apply-and-update, warning, 1 object)\n  ConfigMap shop/settings: ',
  );
});

test.each([
  [['--upgrade', 'v1.34'], '--upgrade takes two known versions'],
  [['--upgrade', 'v1.34', 'v9'], '--upgrade takes two known versions'],
  [['--upgrade=v1.34', 'v1.35'], '--upgrade takes two known versions'],
  [['-o', 'xml'], '--output is one of text, json, csv, markdown, html, sarif'],
  [['--upgrade', 'v1.34', 'v1.35', '-o', 'csv'], 'with --upgrade --output is one of text, json'],
  [['dump.yaml'], 'there is no file dump.yaml'],
  [['--filter', 'menager:helm'], '--filter has no menager'],
  [['--fail-on', 'manual-chnge'], '--fail-on manual-chnge is not known: did you mean "manual-change"?'],
  [['--show', 'managers,rows'], '--show is a list of managers, findings, objects'],
  [['--rules', 'none.yaml', '-'], '--rules none.yaml: there is no such file'],
  [['--kinds', 'deploy'], '--kinds goes with --cluster'],
  [['--cluster', 'dump.yaml'], '--cluster reads no files'],
  [['-', '-'], 'the standard input is read only once'],
  [['-f', 'none.yaml'], 'there is no file none.yaml'],
  [['-f', '-'], 'there is no object in what was read'],
  [[], 'nothing to read'],
])('%j cannot be used', async (args, message) => {
  const { code, out, err } = await ran(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('what cannot be read is said with its place, and costs nothing else', async () => {
  const { code, out, err } = await ran(['--upgrade', 'v1.33', 'v1.34'], { stdin: `${settings}---\na: [\n---\n[]\n` });
  expect(code).toBe(2);
  expect(out).toContain('Nothing changes for any of 1 object.');
  expect(err).toMatch(/standard input:\d+: /);
});

test('a hostile name stays one line', async () => {
  const name = '\u001b[2J\nfoo';
  const stdin = JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name } },
    spec: { clusterIP: 'None', __proto__: { a: 1 }, ports: [{ port: 1 }] },
  });
  const { out } = await ran(['--upgrade', 'v1.33', 'v1.34.1'], { stdin });
  expect(out).not.toContain('\u001b');
  expect(out.split('\n').length).toBeLessThan(9);
});

const formats: readonly (readonly [string, (out: string) => void])[] = [
  ['json', (out) => expect(JSON.parse(out).objects[0].findings[0].rule).toBe('apply-and-update')],
  ['csv', (out) => expect(out.split('\r\n')).toHaveLength(4)],
  ['markdown', (out) => expect(out).toContain('### One manager by Apply and by Update (1)')],
  ['html', (out) => expect(out).toContain('<!doctype html>')],
  [
    'sarif',
    (out) => {
      const [{ tool, results }] = JSON.parse(out).runs;
      expect(tool.driver).toMatchObject({ name: 'managed-fields', version: '1.2.3' });
      const region = { artifactLocation: { uri: 'stdin' }, region: { startLine: 1 } };
      expect(results).toMatchObject([
        { ruleId: 'apply-and-update', level: 'warning', locations: [{ physicalLocation: region }] },
      ]);
      expect(tool.driver.rules[results[0].ruleIndex].id).toBe('apply-and-update');
    },
  ],
];

test.each(formats)('as %s', async (format, holds) => {
  const { code, out, err } = await ran(['-o', format], { stdin: settings });
  expect([code, err]).toEqual([1, '']);
  holds(out);
});

const two = `${settings}---\n${service}`;

test.each([
  ['kind:ConfigMap', 1, '1 object, 1 manager, 1 finding.\nThe filter chose them among 2 objects.\n'],
  ['-kind:ConfigMap', 0, '1 object, 0 managers, 0 findings.\nThe filter chose them among 2 objects.\n'],
  ['kind:Nothing', 0, '0 objects, 0 managers, 0 findings.\nThe filter chose them among 2 objects.\n'],
  ['', 1, '2 objects, 1 manager, 1 finding.\n'],
])('a filter chooses objects: %s', async (filter, expected, begins) => {
  const { code, out } = await ran(['--filter', filter], { stdin: two });
  expect(code).toBe(expected);
  expect(out.startsWith(begins)).toBe(true);
});

test.each([
  [['--fail-on', 'apply-and-update'], 1],
  [['--fail-on', 'manual-change,error'], 0],
  [['--fail-on', 'warning'], 1],
  [['--fail-on', 'conflict'], 1],
  [['--fail-on', 'nothing'], 0],
  [['--rules', 'rules.yaml'], 0],
])('what fails: %j', async (args, expected) => {
  const files = { 'rules.yaml': 'rules: { apply-and-update: off }\n' };
  expect((await ran(args, { stdin: settings, files })).code).toBe(expected);
});

test('a file of rules that cannot be read is refused at its place', async () => {
  const { code, err } = await ran(['--rules', 'r.yaml'], {
    stdin: settings,
    files: { 'r.yaml': 'rules:\n  manul: off\n' },
  });
  expect([code, err.split('\n')[0]]).toEqual([2, 'managed-fields survey: r.yaml:2:3: unknown-rule manul']);
});

test('repairs are written as scripts, after they were played', async () => {
  const io = fakeIo({ stdin: settings.replace('name: settings', 'name: settings\n  uid: u\n  resourceVersion: "1"') });
  expect(await run(['--repairs', 'out'], io)).toBe(1);
  expect(io.err.join('')).toBe('1 repair is written to out. Nothing was sent.\n');
  const name = 'out/00001-configmap-shop-settings-apply-and-update.sh';
  expect([...io.written.keys()]).toEqual([name, 'out/all.sh']);
  expect(io.written.get(name)).toMatch(
    /^#!\/bin\/sh\n# What apply-and-update found in ConfigMap shop\/settings, mended/,
  );
  expect(io.written.get(name)).toContain("kubectl patch configmap/settings -n shop --type=json -p '[");
  expect(io.written.get(name)).toContain('2 entries of managedFields before, 1 after.');
});

test('several files, a folder and the standard input are one survey', async () => {
  const files = {
    'a.yaml': settings,
    'd/b.json.gz': gzipSync(JSON.stringify({ apiVersion: 'v1', kind: 'X' })),
    'd/c.txt': 'no',
  };
  const { out, err } = await ran(['a.yaml', 'd', '-', '--show', 'objects'], { stdin: service, files, folders: ['d'] });
  expect(err).toBe('');
  expect(out.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
    '3',
    '',
    'KIND',
    'ConfigMap',
    'X',
    'Service',
    '',
  ]);
});

test('a packed file that is cut gives what it has', async () => {
  const many = Array.from({ length: 500 }, (_, at) => settings.replaceAll('settings', `s${at * 7919}`)).join('---\n');
  const packed = gzipSync(many);
  const { code, out, err } = await ran(['cut.gz'], { files: { 'cut.gz': packed.subarray(0, packed.length - 300) } });
  expect(code).toBe(2);
  expect(err).toContain('cut.gz: cannot be read to its end: unexpected end of file');
  expect(Number(out.split(' ')[0])).toBeGreaterThan(100);
});

async function printed(schema: string): Promise<string> {
  const io = fakeIo();
  await runProgram(['schema', schema], io);
  return io.out.join('');
}

test('rows are written for each cluster, the same as Parquet and as lines of JSON', async () => {
  const files = { 'd/prod/a.yaml': two, 'd/stage.json.gz': gzipSync(JSON.stringify({ apiVersion: 'v1', kind: 'Y' })) };
  const io = fakeIo({ files, folders: ['d'] });
  expect(await run(['d', '--rows', 'out', '--upgrade', 'v1.33', 'v1.34.1'], io)).toBe(1);
  const tables = ['objects', 'entries', 'findings', 'changes'];
  const paths = ['prod', 'stage'].flatMap((cluster) =>
    tables.flatMap((table) =>
      ['parquet', 'ndjson'].map((form) => `out/${form}/${table}/cluster=${cluster}/part-0.${form}`),
    ),
  );
  expect([...io.files()].sort()).toEqual(paths.sort());
  for (const path of paths.filter((each) => each.endsWith('.parquet'))) {
    const bytes = io.made.get(path) ?? new Uint8Array();
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const rows = await parquetReadObjects({ file });
    const lines = io.written.get(path.replaceAll('parquet', 'ndjson')) ?? '';
    const written = lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null)))).toEqual(
      written,
    );
    // Both are what is published, and the file says by which schema.
    const table = path.split('/')[2] ?? '';
    const { key_value_metadata: metadata, schema } = parquetMetadata(file);
    expect(metadata).toEqual([{ key: 'managed-fields.schema', value: `urn:managed-fields:schema:v1:${table}row` }]);
    const columns: Readonly<Record<string, object>> = JSON.parse(await printed(`${table}row`)).properties;
    expect(schema.slice(1).map(({ name }) => name)).toEqual(Object.keys(columns));
    expect(written.flatMap((row) => rowProblem(row, table) ?? [])).toEqual([]);
  }
  const entries = io.written.get('out/ndjson/entries/cluster=prod/part-0.ndjson') ?? '';
  expect(entries.split('\n')).toHaveLength(3);
  expect(JSON.parse(entries.split('\n')[0] ?? '')).toMatchObject({ kind: 'ConfigMap', manager: 'kubectl', fields: 1 });
  const changes = io.written.get('out/ndjson/changes/cluster=prod/part-0.ndjson') ?? '';
  expect(JSON.parse(changes)).toMatchObject({ name: 'db', change: 'warned', from_version: 'v1.33' });
});

test.each([
  ['prod.yaml.gz', ['prod.yaml.gz'], 'prod'],
  ['dumps/prod.json', ['dumps'], 'prod'],
  ['dumps/prod/a/b.yaml', ['./dumps/'], 'prod'],
  ['dumps/prod/a/b.yaml', ['dumps/prod'], 'a'],
  ['standard input', [], 'standard input'],
  ['a.b/c.d.YAML', [], 'c.d'],
])('the cluster of %s', (file, named, cluster) => {
  expect(clusterOf(file, named)).toBe(cluster);
});

test('a hostile name of a cluster stays one folder', async () => {
  const io = fakeIo({ stdin: settings });
  await run(['--rows', 'out', '--cluster-name', '../../x=y\u001b\ud800'], io);
  expect([...io.files()][0]).toBe('out/parquet/objects/cluster=..%2F..%2Fx%3Dy%1B%EF%BF%BD/part-0.parquet');
});

/** A kubectl that has a context and serves an API that answers by some texts. */
const cluster = (answers: Readonly<Record<string, string>>): Parameters<typeof fakeIo>[0] => ({
  program: async (line, print, end) => {
    if (line.includes('config')) return { kind: 'exited', code: 0 };
    print.stdout('Starting to serve on /private/api.sock\n');
    await end;
    return { kind: 'ended', signal: 'SIGTERM' };
  },
  api: (address) => {
    const text = answers[address];
    if (text !== undefined) return { code: 200, text };
    const status = { kind: 'Status', reason: 'Forbidden', message: `${address} is forbidden` };
    return { code: 403, text: JSON.stringify(status) };
  },
});
const resource = (name: string, kind: string) => ({
  name,
  kind,
  namespaced: true,
  verbs: ['get', 'list'],
  singularName: '',
});
const listOf = (kind: string, next: string, ...names: readonly string[]) =>
  JSON.stringify({
    ...{ kind: `${kind}List`, apiVersion: 'v1', metadata: { continue: next } },
    items: names.map((name) => ({ metadata: { name, namespace: 'shop', managedFields: [] } })),
  });
const answers = {
  '/api': '{"kind":"APIVersions","versions":["v1"]}',
  '/apis': '{"kind":"APIGroupList","groups":[]}',
  '/api/v1': JSON.stringify({
    ...{ kind: 'APIResourceList', groupVersion: 'v1' },
    resources: [
      resource('configmaps', 'ConfigMap'),
      resource('secrets', 'Secret'),
      resource('events', 'Event'),
      resource('services', 'Service'),
    ],
  }),
  '/api/v1/configmaps?limit=500': listOf('ConfigMap', 'a/b', 'one', 'two'),
  '/api/v1/configmaps?limit=500&continue=a%2Fb': listOf('ConfigMap', '', 'three'),
  '/api/v1/namespaces/shop/configmaps?limit=500': listOf('ConfigMap', '', 'one'),
};

test('a cluster is read page by page; what may not be read is said, and Secrets are not asked for', async () => {
  const io = fakeIo(cluster(answers));
  expect(await run(['--cluster', '--context', 'prod', '--show', 'objects'], io)).toBe(2);
  expect(io.out.join('')).toContain('3 objects, 0 managers, 0 findings.\n');
  expect(io.err.join('')).toBe('services: Error from server (Forbidden): /api/v1/services?limit=500 is forbidden\n');
  // One kubectl signs in for all that is asked, where no browser reaches it, and goes with the program.
  expect(io.started.map((line) => line.slice(0, 4))).toEqual([
    ['kubectl', '--context=prod', 'config', 'view'],
    ['kubectl', '--context=prod', 'proxy', '--unix-socket=/private/api.sock'],
  ]);
  expect(io.done).toEqual(['folder removed']);
  expect(io.asked.slice(0, 3)).toEqual(['/api', '/apis', '/api/v1']);
  expect(io.asked.filter((address) => /secrets|events/.test(address))).toEqual([]);
});

test('kinds and namespaces of a cluster are chosen', async () => {
  const io = fakeIo(cluster(answers));
  expect(await run(['--cluster', '--kinds', 'ConfigMap', '-n', 'shop'], io)).toBe(0);
  expect(io.out.join('')).toContain('1 object, 0 managers');
  const none = fakeIo(cluster(answers));
  expect(await run(['--cluster', '--kinds', 'secrets'], none)).toBe(2);
  expect(none.err.join('')).toContain('Secrets are never read: leave them out');
  const unknown = fakeIo(cluster(answers));
  expect(await run(['--cluster', '--kinds', 'widgets'], unknown)).toBe(2);
  expect(unknown.err.join('')).toContain('the cluster has no kind widgets that can be listed');
  const twice = fakeIo(cluster(answers));
  expect(await run(['--cluster', '--kinds', 'configmaps,ConfigMap', '-n', 'shop,shop'], twice)).toBe(0);
  expect(twice.out.join('')).toContain('1 object, 0 managers');
});

test('a cluster that cannot be asked fails', async () => {
  const io = fakeIo(cluster({}));
  expect(await run(['--cluster'], io)).toBe(1);
  expect(io.err.join('')).toBe('Error from server (Forbidden): /api is forbidden\n');
  expect(io.done).toEqual(['folder removed']);
  const missing = fakeIo();
  expect(await run(['--cluster', '--kubectl', 'kc'], missing)).toBe(1);
  expect(missing.err.join('')).toContain('there is no program kc: install kubectl');
});

test.each([
  [
    'no context',
    'config',
    'error: context "prod" does not exist\n',
    'error: context "prod" does not exist; kubectl knows no such cluster: ',
  ],
  ['a proxy that does not serve', 'proxy', 'F1 no room\n', 'F1 no room\nkubectl ended with exit code 3\n'],
])('%s fails with what kubectl says, and its code', async (_, at, stderr, said) => {
  const io = fakeIo({
    ...cluster(answers),
    program: async (line, print) => {
      if (!line.includes(at)) return { kind: 'exited', code: 0 };
      print.stderr(stderr);
      return { kind: 'exited', code: 3 };
    },
  });
  expect(await run(['--cluster', '--context', 'prod'], io)).toBe(3);
  expect(io.err.join('')).toContain(said);
  expect(io.asked).toEqual([]);
});

test.each([
  ['nothing', undefined, 'the API server does not answer\n'],
  [
    'a page of a gateway',
    { code: 502, text: 'dial tcp:\n refused' },
    'the API server answered 502: dial tcp: refused\n',
  ],
])('%s as an answer is told', async (_, answer, said) => {
  const io = fakeIo({ ...cluster(answers), api: () => answer });
  expect(await run(['--cluster'], io)).toBe(1);
  expect(io.err.join('')).toBe(said);
});

test('a survey of a cluster that is interrupted ends, and says no more', async () => {
  const given = cluster(answers);
  const io = fakeIo({
    ...given,
    api: (address) => {
      if (address.includes('?limit')) io.signal();
      return address.includes('?limit') ? undefined : given?.api?.(address);
    },
  });
  expect(await run(['--cluster'], io)).toBe(1);
  expect(io.err.join('')).toBe('interrupted\n');
  expect(io.done).toEqual(['folder removed']);
});

test.each([
  ['a Secret that breaks off', '{"data":{"password":"S3cr3tHunter2Value","z":"U2Njc"},"kind":"Secret","apiV'],
  ['a token alone', 'hvs.S3cr3tHunter2Value'],
  ['what is no YAML', 'a: [S3cr3tHunter2Value'],
])('nothing is printed of %s', async (_, text) => {
  for (const args of [[], ['-o', 'json'], ['-o', 'sarif'], ['--upgrade', 'v1.34', 'v1.36', '-o', 'json']]) {
    const { code, out, err } = await ran(args, { stdin: `${settings}---\n${text}` });
    expect(`${out}${err}`).not.toContain('Hunter2');
    expect(code).not.toBe(0);
  }
});

test.each([
  [256, true],
  [257, false],
])('an object of %i levels is read by survey and owners alike: %s', async (levels, isRead) => {
  // The object, its data and the lists in it.
  const lists = `${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}`;
  const text = `{"apiVersion":"example.com/v1","kind":"Deep","metadata":{"name":"d","managedFields":[{"manager":"m","operation":"Update","apiVersion":"example.com/v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{}}}]},"data":{"a":${lists}}}`;
  for (const form of [text, JSON.stringify(JSON.parse(text), null, 1), `---\n${text}`]) {
    const io = fakeIo({ stdin: form });
    expect(await runProgram(['survey', '--fail-on', 'nothing'], io)).toBe(isRead ? 0 : 2);
    if (!isRead) expect(io.err.join('')).toContain('256 levels of maps and lists');
    const owners = fakeIo({ stdin: form });
    await runProgram(['owners'], owners);
    expect(owners.err.join('').includes('256 levels')).toBe(!isRead);
  }
});
