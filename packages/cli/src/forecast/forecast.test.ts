import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { decodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { type FakeIo, fakeIo, type Given } from '../fake-io.ts';
import { run } from './forecast.ts';

const read = (name: string) => readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');
const files = { 'live.yaml': read('live.yaml'), 'release.yaml': read('release.yaml') };
const page = 'https://fields.example.com/p/';

/** Runs the command on files of a test. */
async function ran(args: readonly string[], given: Given = {}): Promise<FakeIo & { readonly code: number }> {
  const io = fakeIo({ files, ...given });
  return { ...io, code: await run(args, io) };
}

const usual = [
  ...[
    '--live',
    'live.yaml',
    '--apply',
    'release.yaml',
    '--tool',
    'none',
    '--manager',
    'argocd-controller',
    '-n',
    'prod',
  ],
];

test.each([
  ['text', 'forecast.txt', []],
  ['text', 'both-ways.txt', ['--client-side']],
  ['text', 'forced.txt', ['--force']],
  ['markdown', 'comment.txt', ['--client-side', '-o', 'markdown']],
])('a forecast as %s is %s', async (_format, name, args) => {
  const { out, code } = await ran([...usual, ...args]);
  await expect(out.join('')).toMatchFileSnapshot(`cases/${name}`);
  expect(code).toBe(1);
});

test('the README and the page about forecasts show what is printed', () => {
  for (const path of ['../../README.md', '../../../../docs/forecast.md']) {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    expect(text).toContain(`\`\`\`text\n${read('forecast.txt')}\`\`\`\n`);
  }
});

test('JSON has the summary, a row a manifest with its place, what is left, and the link', async () => {
  const { out } = await ran([...usual, '-o', 'json', '--link', page]);
  const json = JSON.parse(out.join(''));
  expect(Object.keys(json)).toEqual([
    'apiVersion',
    'kind',
    'manager',
    'force',
    'kubernetes',
    'summary',
    'rows',
    'left',
    'unmet',
    'link',
  ]);
  expect(json.summary.serverSide.results).toMatchObject({
    created: 1,
    changed: 0,
    unchanged: 0,
    conflict: 2,
    refused: 1,
  });
  expect(json.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['played', 'played', 'played', 'played', 'hook']);
  expect(json.rows[0]).toMatchObject({
    object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'prod', name: 'web' },
    place: { file: 'release.yaml', line: 2, column: 1 },
    serverSide: { result: 'conflict', code: 409, conflicts: [{ path: '.spec.replicas', place: { line: 8 } }, {}] },
  });
  expect(json.left).toMatchObject([{ object: { kind: 'ConfigMap', name: 'old' } }]);
});

test('the link opens the first conflict, without what looks secret', async () => {
  const { out } = await ran([...usual, '-o', 'json', '--link', page]);
  const [address, fragment = ''] = String(JSON.parse(out.join('')).link).split('#');
  const linked = decodeLink(fragment);
  if (linked.kind !== 'scenario') throw new Error(linked.kind);
  expect(address).toBe(page);
  expect(linked.scenario.title).toBe('Deployment prod/web');
  expect(linked.scenario.steps.map(({ kind }) => kind)).toEqual(['live', 'apply']);
  expect(JSON.stringify(linked.scenario)).not.toMatch(/hunter/);
});

/** Every secret of the files, as it is written and as text. */
const secrets = [
  'hunter2secret',
  'newhunter3',
  ...['b2xkc2VjcmV0', 'dG9rZW5vbGQ=', 'bmV3c2VjcmV0', 'dG9rZW5uZXc='],
].flatMap((each) => [each, Buffer.from(each, 'base64').toString('latin1'), Buffer.from(each).toString('base64')]);

test.each(
  ['text', 'markdown', 'json', 'sarif'].flatMap((format) => [
    [format, []],
    [format, ['--force', '--client-side']],
  ]),
)('nothing of a secret is in %s %s', async (format, args) => {
  const { out, err } = await ran([...usual, ...args, '-o', format, '--link', page]);
  const all = [...out, ...err].join('');
  for (const secret of secrets) expect(all).not.toContain(secret);
  // Who only tells what is taken has no values to replace.
  if (format !== 'sarif' || args.length === 0) expect(all).toContain('redacted-');
  expect(err.join('')).toContain('what looks secret is replaced');
});

test('a refusal that quotes a secret does not print it', async () => {
  const release =
    'apiVersion: v1\nkind: Secret\nmetadata: {name: db}\ntype: kubernetes.io/dockerconfigjson\ndata: {password: not-base64-hunter2}\n';
  const { out, err, code } = await ran([...usual, '--client-side', '-o', 'json'], {
    files: { ...files, 'release.yaml': release },
  });
  expect([...out, ...err].join('')).not.toContain('hunter2');
  expect(code).toBe(1);
});

test('the exit code is 0 where nothing conflicts, 1 for a conflict or a refusal, 2 for a manifest that cannot be read', async () => {
  const released = (text: string, ...args: readonly string[]) =>
    ran([...usual, ...args], { files: { ...files, 'release.yaml': text } }).then(({ code }) => code);
  const config = (name: string, data: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: ${data}\n`;
  expect(await released(config('old', '{a: "2"}'))).toBe(0);
  expect(await released(config('bad', '{"a b": "2"}'))).toBe(1);
  expect(await released(`${config('old', '{a: "2"}')}---\na: [`)).toBe(2);
  const byOther = config('old', '{a: "2"}');
  expect(await released(byOther, '--manager', 'other')).toBe(1);
  expect(await released(byOther, '--manager', 'other', '--force')).toBe(0);
});

test('packed files, folders and the standard input are read', async () => {
  const given: Given = {
    stdin: files['release.yaml'],
    files: { 'dump/a/live.yaml.gz': gzipSync(files['live.yaml']), 'dump/notes.txt': 'no YAML: [' },
    folders: ['dump'],
  };
  const { out, err } = await ran(
    ['--live', 'dump', '--apply', '-', '--tool', 'none', '--manager', 'argocd-controller', '-n', 'prod'],
    given,
  );
  const usualOut = (await ran(usual)).out.join('').replaceAll('release.yaml:', 'standard input:');
  expect(out.join('').replace(/ +/g, ' ')).toBe(usualOut.replace(/ +/g, ' '));
  expect(err.join('')).not.toContain('Not read');
});

const tooled = ['--live', 'live.yaml', '--apply', 'release.yaml', '--tool'];

test.each([
  [[...tooled, 'none'], '--manager NAME is missing'],
  [[...tooled, 'sed'], '--tool sed is not known: it is one of kubectl'],
  [[...usual, '--tool-option', 'x=1'], '--tool none has no option x: it has no options'],
  [[...usual, '--fail-on', 'weather'], '--fail-on weather is not known'],
  [[...usual, '--expect', 'a has b'], "it is like 'argocd-controller owns .spec.replicas of deploy/*'"],
  [[...tooled, 'helm'], '--tool-option release=NAME is missing'],
  [
    [...tooled, 'flux', '--tool-option', 'kustomization=a/b', '--tool-option', 'ignore={{{'],
    '--tool-option ignore is no JSON list of rules',
  ],
  [
    [...tooled, 'flux-helm', '--tool-option', 'helmrelease=a/b', '--tool-option', 'driftDetection.ignore={"paths":[]}'],
    '--tool-option driftDetection.ignore is no JSON list of rules',
  ],
  [
    [...tooled, 'terraform', '--tool-option', String.raw`computed_fields=data["\q"]`],
    '--tool-option computed_fields is no list of fields',
  ],
  [
    [...tooled, 'argocd', '--tool-option', 'ignoreDifferences={kind: Deployment}'],
    '--tool-option ignoreDifferences is no list of rules as in spec.ignoreDifferences',
  ],
  [
    [...tooled, 'argocd', '--tool-option', "ignoreDifferences=[{kind: Deployment, jqPathExpressions: ['.a[1:2]']}]"],
    '--tool-option ignoreDifferences: the jq expression ".a[1:2]" is not played',
  ],
  [[...tooled, 'flux'], '--tool-option kustomization=NAMESPACE/NAME'],
  [['--live', 'live.yaml', '--manager', 'm'], '--apply FILE is missing'],
  [['--apply', 'release.yaml', '--manager', 'm'], '--live FILE is missing'],
  [[...usual, 'web.yaml'], 'web.yaml is no option'],
  [[...usual, '--live', '-', '--apply', '-'], 'the standard input is read only once'],
  [[...usual, '--link', 'ftp://x'], 'one of http or https'],
  [[...usual, '--live', 'nowhere.yaml'], 'there is no file nowhere.yaml'],
  [[...usual, '--live', 'broken.gz'], 'broken.gz is gzip that cannot be unpacked'],
  [['--live', 'live.yaml', '--apply', 'empty.yaml', '--manager', 'm'], 'there is no manifest'],
  [['--live', 'empty.yaml', '--apply', 'release.yaml', '--manager', 'm'], 'there is no object'],
  [['--live', 'bare.yaml', '--apply', 'bare.yaml', '--manager', 'm'], '--show-managed-fields'],
])('%s cannot be used: %s', async (args, message) => {
  const bare = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: default}\n';
  const broken = gzipSync('x').subarray(0, 12);
  const { code, err, out } = await ran(args, {
    stdin: '',
    files: { ...files, 'empty.yaml': '', 'bare.yaml': bare, 'broken.gz': broken },
  });
  expect(err.join('')).toContain(message);
  expect(code).toBe(2);
  expect(out).toEqual([]);
});

test('numbers beyond what JavaScript holds stay exact', async () => {
  const custom = (value: string, more = '') =>
    `apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: f${more}}\nspec: {size: ${value}}\n`;
  const entry =
    '{manager: m, operation: Apply, apiVersion: example.com/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:size": {}}}}';
  const live = custom('9007199254740993', `, namespace: default, managedFields: [${entry}]`);
  const given = { files: { 'live.yaml': live, 'release.yaml': custom('9007199254740995') } };
  const { out } = await ran(['--live', 'live.yaml', '--apply', 'release.yaml', '--manager', 'm'], given);
  expect(out.join('')).toContain('.spec.size: 9007199254740993 -> 9007199254740995');
});

test('nothing of a hostile object reaches the terminal as it is, and Markdown stays Markdown', async () => {
  const hidden = '\\e]0;x\\a\\r\\x9b2J\\u202e\\u200b';
  const live = `apiVersion: v1
kind: ConfigMap
metadata:
  name: x
  namespace: default
  managedFields:
  - {manager: "m${hidden}\`|<b>", operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a${hidden}": {}}}}
data: {"a${hidden}": "v${hidden}\\n\`\`\`<script>|"}
`;
  const release = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {"a${hidden}": "w\`\`\`${hidden}"}\n`;
  for (const format of ['text', 'markdown', 'json', 'sarif']) {
    const { out, err } = await ran(
      ['--live', 'l.yaml', '--apply', `r${'\u202e'}.yaml`, '--manager', 'cd\u001b[31m', '--client-side', '-o', format],
      { files: { 'l.yaml': live, [`r${'\u202e'}.yaml`]: release } },
    );
    const all = [...out, ...err].join('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(all).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e\u200b]/);
    if (format === 'markdown') expect(all.replace(/`+[^`].*?`+/g, '')).not.toMatch(/<(?!\/?(?:details|summary|code)>)/);
  }
});

test('where no object of the dump has managedFields, it says what brings them; where only others have, it goes on', async () => {
  const map = (name: string, more = '') =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: prod${more}}\ndata: {a: b}\n`;
  const entry =
    '{manager: m, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}';
  const release = `${map('a')}---\n${map('b')}`;
  const said = (live: string) =>
    ran(['--live', 'l.yaml', '--apply', 'r.yaml', '--manager', 'm'], { files: { 'l.yaml': live, 'r.yaml': release } });
  const none = await said(`${map('a')}---\n${map('x')}`);
  expect([none.out, none.code]).toEqual([[], 2]);
  expect(none.err.join('')).toContain('no object of the dump has managedFields,');
  const others = await said(`${map('a')}---\n${map('b')}---\n${map('x', `, managedFields: [${entry}]`)}`);
  expect(others.code).toBe(0);
  expect(others.out.join('')).toContain('who owns what in them is not known');
});

const shop = (data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: prod}\ndata: ${data}\n`;

/** A ConfigMap as `kubectl apply` left it. */
const appliedByKubectl = JSON.stringify({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'settings',
    namespace: 'prod',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify({
        apiVersion: 'v1',
        data: { a: '1', b: '1' },
        kind: 'ConfigMap',
        metadata: { annotations: {}, name: 'settings', namespace: 'prod' },
      })}\n`,
    },
    managedFields: [
      {
        manager: 'kubectl-client-side-apply',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:data': { '.': {}, 'f:a': {}, 'f:b': {} },
          'f:metadata': {
            'f:annotations': { '.': {}, 'f:kubectl.kubernetes.io/last-applied-configuration': {} },
          },
        },
      },
    ],
  },
  data: { a: '1', b: '1' },
});

const migrated = { files: { 'l.json': appliedByKubectl, 'r.yaml': shop('{a: "2"}') } };
const migrating = ['--live', 'l.json', '--apply', 'r.yaml', '-n', 'prod'];

test.each([
  [['--manager', 'argocd-controller', '--force'], 'argocd v3.6.1'],
  [['--tool', 'argocd', '--tool-option', 'ServerSideApply=true'], 'argocd v3.6.1'],
  [['--tool', 'flux@v1.9.4', '--tool-option', 'kustomization=apps'], 'flux v1.9.4'],
  [['--tool', 'kubectl', '--force', '--manager', 'argocd-controller'], 'kubectl v1.36.3'],
])('a field that goes with a migration stands first, with who set it: %s', async (args, tool) => {
  const { out, code } = await ran([...migrating, ...args, '--fail-on', 'lost-field'], migrated);
  const lines = out.join('').split('\n');
  expect(lines[0]).toContain(`As ${tool} does it`);
  const row = lines.findIndex((line) => line.startsWith('changed'));
  expect(lines.slice(row + 1, row + 3).map((line) => line.trim())).toEqual([
    'entries of other managers are moved to that of the tool',
    '.data.b: goes, it was 1, which kubectl-client-side-apply (Update) set',
  ]);
  expect(code).toBe(1);
});

test('a field that goes is an error of code scanning, and in a comment', async () => {
  const args = [...migrating, '--tool', 'argocd', '--tool-option', 'ServerSideApply=true'];
  const sarif = JSON.parse((await ran([...args, '-o', 'sarif'], migrated)).out.join(''));
  const [lost, ...others] = sarif.runs[0].results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'field-lost');
  expect(lost).toMatchObject({ level: 'error', message: { text: expect.stringContaining('.data.b goes, it was 1') } });
  expect(others, 'what kubectl keeps for itself is nobody’s loss').toEqual([]);
  const markdown = (await ran([...args, '-o', 'markdown'], migrated)).out.join('');
  expect(markdown).toContain('- **error**: `.data.b` goes, it was `1`');
});

test('each row has its result and the object as it would stand', async () => {
  const { out } = await ran(
    [...migrating, '--tool', 'flux', '--tool-option', 'kustomization=x/apps', '-o', 'json', '--objects'],
    migrated,
  );
  const [row] = JSON.parse(out.join('')).rows;
  expect(row).toMatchObject({ result: 'changed', deeds: ['migrated'], after: { data: { a: '2' } } });
  expect(row.after.metadata.managedFields.map(({ manager }: { manager: string }) => manager)).toEqual([
    'kustomize-controller',
  ]);
  expect(row.after.metadata.annotations).toBeUndefined();
});

test.each([
  ['argocd-controller owns .data.a of cm/sett*', 0],
  ['argocd-controller owns .data.a of ConfigMap/settings', 0],
  ['helm owns .data.a of configmaps/*', 1],
  ['argocd-controller owns .data.a of cm/other', 1],
])('what is expected of owners: %s ends with %i', async (expected, end) => {
  const args = [...migrating, '--tool', 'argocd', '--tool-option', 'ServerSideApply=true', '--expect', expected];
  expect((await ran(args, migrated)).code).toBe(end);
});

test('without --tool the managers of the dump say which it is, and two that fit are asked for', async () => {
  const alone = await ran(migrating, migrated);
  expect(alone.err.join('')).toBe('Played as kubectl-client-side v1.36.3; --tool names another.\n');
  const entry = (manager: string) => ({
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { [`f:${manager}`]: {} } },
  });
  const two = JSON.stringify({
    ...JSON.parse(appliedByKubectl),
    metadata: { name: 'settings', namespace: 'prod', managedFields: [entry('helm'), entry('argocd-controller')] },
  });
  const { err, code } = await ran(migrating, { files: { ...migrated.files, 'l.json': two } });
  expect([err.join(''), code]).toEqual([expect.stringContaining('--tool NAME is missing: the dump has objects of'), 2]);
});

test('what kubectl deletes to create it again is changed, and what it cannot patch is refused', async () => {
  const map = (data: string, annotation: string, immutable = '') =>
    JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: data }, ...(immutable ? { immutable: true } : {}) },
      metadata: {
        ...{ name: 'settings', namespace: 'prod', uid: '1', resourceVersion: '5' },
        annotations: annotation === '' ? {} : { 'kubectl.kubernetes.io/last-applied-configuration': annotation },
        managedFields: [
          { manager: 'ops', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
        ],
      },
    });
  const of = async (live: string, ...options: readonly string[]) => {
    const files = { 'l.json': live, 'r.yaml': shop('{a: "2"}') };
    const args = [...migrating, '--tool', 'kubectl-client-side', ...options, '-o', 'json'];
    return JSON.parse((await ran(args, { files })).out.join('')).rows[0];
  };
  const force = ['--tool-option', 'force=true'];
  expect(await of(map('1', '', 'immutable'))).toMatchObject({ result: 'refused' });
  expect(await of(map('1', '', 'immutable'), ...force)).toMatchObject({ result: 'changed' });
  const missing = /^resource configmaps\/settings is missing the kubectl/;
  expect((await of(map('1', ''))).warnings).toEqual([expect.stringMatching(missing)]);
  const broken = await of(map('1', '{broken'));
  expect(broken).toMatchObject({ result: 'refused', message: expect.stringContaining('invalid JSON document') });
  expect(broken.message).toContain('for: "r.yaml"');
});

test('what a tool ends with holds no value of a Secret', async () => {
  const metadata = {
    ...{ name: 'db', namespace: 'prod', uid: '1', resourceVersion: '5' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'SuperSecretZero' },
    managedFields: [{ manager: 'ops', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
  };
  const live = { apiVersion: 'v1', kind: 'Secret', metadata, data: { password: 'U3VwZXJTZWNyZXRPbmU=' } };
  const release = `{apiVersion: v1, kind: Secret, metadata: {name: db, namespace: prod}, stringData: {password: ChangedFour}}\n`;
  const files = { 'l.json': JSON.stringify(live), 'r.yaml': release };
  for (const format of ['json', 'text', 'markdown', 'sarif']) {
    const args = [...migrating, '--tool', 'kubectl-client-side', '-o', format];
    const said = (await ran(args, { files })).out.join('');
    expect(said).toContain('invalid');
    expect(said).not.toMatch(/SuperSecret|U3VwZXJ|ChangedFour/);
  }
});

test('a namespace that neither the dump nor the release has is remarked for a tool, too', async () => {
  const there = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod', managedFields: [] } };
  const files = {
    'l.json': `${JSON.stringify(there)}\n---\n${appliedByKubectl}`,
    'r.yaml': shop('{a: "2"}').replace('prod', 'nowhere'),
  };
  const args = [...migrating, '--tool', 'kubectl', '--tool-option', 'force-conflicts=true', '-o', 'json'];
  const [row] = JSON.parse((await ran(args, { files })).out.join('')).rows;
  expect(JSON.stringify(row.remarks)).toContain('unseen-namespace');
});

test('values near a secret are told by the tool played again without it; a live object that no server holds is refused', async () => {
  const entry = {
    manager: 'helm',
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:type': {} },
  };
  const secret = (data: object, uid: unknown) =>
    JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'Secret', type: 'Opaque', data },
      metadata: { name: 'db', namespace: 'prod', uid, managedFields: [entry] },
    });
  const files = (uid: unknown) => ({
    'l.json': secret({ password: 'aHVudGVyMg==', user: 'YWRtaW4=' }, uid),
    'r.yaml': secret({ password: 'bmV3cGFzcw==' }, undefined),
    'p.yaml': secret({ password: 'aHVudGVyMg==', user: 'YWRtaW4=' }, undefined),
  });
  const args = [...migrating, '--tool', 'helm@v3.22.0', '--tool-option', 'release=web', '--previous', 'p.yaml'];
  const of = async (uid: unknown) =>
    JSON.parse((await ran([...args, '-o', 'json'], { files: files(uid) })).out.join(''));
  const [row] = (await of('1')).rows;
  const ofData = row.changes.filter(({ path }: { path: string }) => path.startsWith('.data'));
  expect(ofData).toMatchObject([
    { path: '.data.user', before: expect.stringMatching(/^redacted-\d$/) },
    {
      path: '.data.password',
      before: expect.stringMatching(/^redacted-\d$/),
      after: expect.stringMatching(/^redacted-\d$/),
    },
  ]);
  const [unheld] = (await of(1)).rows;
  expect(unheld).toMatchObject({
    result: 'refused',
    message: expect.stringContaining('is not one that a server holds'),
  });
});

test('a field that goes is an error near a secret, too, with its owners and without its value', async () => {
  const secret = JSON.parse(
    appliedByKubectl
      .replaceAll('ConfigMap', 'Secret')
      .replaceAll('\\"1\\"', '\\"aGFyYm91cg==\\"')
      .replaceAll(':"1"', ':"aGFyYm91cg=="'),
  );
  const files = {
    'l.json': JSON.stringify(secret),
    'r.yaml': shop('{a: dHVsaXA=}').replace('ConfigMap', 'Secret'),
  };
  const args = [...migrating, '--tool', 'argocd', '--tool-option', 'ServerSideApply=true'];
  const { out, code } = await ran([...args, '-o', 'json', '--fail-on', 'lost-field'], { files });
  const [row] = JSON.parse(out.join('')).rows;
  const gone = row.changes.filter(({ path }: { path: string }) => path === '.data.b');
  expect(gone).toEqual([
    {
      path: '.data.b',
      before: expect.stringMatching(/hidden|redacted/),
      owners: [{ manager: 'kubectl-client-side-apply', operation: 'Update', apiVersion: 'v1', subresource: '' }],
    },
  ]);
  expect(out.join('')).not.toMatch(/aGFyYm91cg==|dHVsaXA=/);
  expect(code).toBe(1);
  const sarif = JSON.parse((await ran([...args, '-o', 'sarif'], { files })).out.join(''));
  expect(sarif.runs[0].results.some(({ ruleId }: { ruleId: string }) => ruleId === 'field-lost')).toBe(true);
});
