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

const usual = ['--live', 'live.yaml', '--apply', 'release.yaml', '--manager', 'argocd-controller', '-n', 'prod'];

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
  expect(Object.keys(json)).toEqual(['manager', 'force', 'kubernetes', 'summary', 'rows', 'left', 'link']);
  expect(json.summary.serverSide.results).toEqual({ created: 1, changed: 0, unchanged: 0, conflict: 2, refused: 1 });
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
    ['--live', 'dump', '--apply', '-', '--manager', 'argocd-controller', '-n', 'prod'],
    given,
  );
  const usualOut = (await ran(usual)).out.join('').replaceAll('release.yaml:', 'standard input:');
  expect(out.join('').replace(/ +/g, ' ')).toBe(usualOut.replace(/ +/g, ' '));
  expect(err.join('')).not.toContain('Not read');
});

test.each([
  [['--live', 'live.yaml', '--apply', 'release.yaml'], '--manager NAME is missing'],
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

test('where only other objects of the dump have managedFields, it says which lack them and what brings them', async () => {
  const map = (name: string, more = '') =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: prod${more}}\ndata: {a: b}\n`;
  const entry =
    '{manager: m, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}';
  const release = `${map('a')}---\n${map('b')}`;
  const said = async (live: string) => {
    const { err, out, code } = await ran(['--live', 'l.yaml', '--apply', 'r.yaml', '--manager', 'm'], {
      files: { 'l.yaml': live, 'r.yaml': release },
    });
    expect([out, code]).toEqual([[], 2]);
    return err.join('');
  };
  const others = `${map('x', `, managedFields: [${entry}]`)}---\n${map('y', `, managedFields: [${entry}]`)}`;
  expect(await said(`${map('a')}---\n${map('b')}---\n${others}`)).toContain(
    'no object of the dump that the release applies has managedFields, while 2 other objects of it have; so nobody is known to own anything: dump ConfigMap prod/a, ConfigMap prod/b anew, as with kubectl get configmap/a -n prod -o yaml --show-managed-fields\n',
  );
  expect(await said(`${map('a')}---\n${map('x')}`)).toContain('no object of the dump has managedFields,');
});
