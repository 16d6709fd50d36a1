import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeLink } from '@managed-fields/share-link';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importsOf } from '../modules.ts';
import { installPacked } from './install.ts';
import { manifestComplaints } from './lint.ts';
import { action, fakeGitHub, playAction } from './play-action.ts';
import { root } from './published.ts';
import { stageProgram } from './stage.ts';

// As a user meets the program: packed, installed without a network in an empty project, run by its names.

const place = mkdtempSync(join(tmpdir(), 'program-'));
const project = join(place, 'project');
const installed = join(project, 'node_modules/managed-fields');
const bin = join(project, 'node_modules/.bin');
const object = readFileSync(`${root}packages/cli/src/owners/cases/owned-forms.yaml`, 'utf8');

/** Runs a program in the project. */
const run = (command: string, args: readonly string[], input = '') =>
  spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    input,
    env: { ...process.env, NO_COLOR: '1', ...asPlugin },
  });
const asPlugin = { PATH: `${bin}:${process.env['PATH']}` };

beforeAll(async () => {
  const [page, staged] = [join(place, 'page'), join(place, 'staged')];
  for (const folder of [project, page]) mkdirSync(folder);
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>The page</title>');
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await stageProgram(staged, page);
  installPacked([staged], place, project);
}, 300_000);

afterAll(() => rmSync(place, { recursive: true }));

test('npx managed-fields owners -f x.yaml prints the owners', () => {
  writeFileSync(join(project, 'x.yaml'), object);
  const { status, stdout } = run('npx', ['--offline', 'managed-fields', 'owners', '-f', 'x.yaml', '--time', 'none']);
  expect(status).toBe(0);
  expect(stdout).toContain('\nalice (Apply         ) /\nbob   (Update        )     note: |\n');
  expect(stdout).toContain('\ncloud (Update /status)     - ip: 192.0.2.9\n');
});

test('what is piped in becomes a link that opens', () => {
  const { status, stdout, stderr } = run(
    'managed-fields',
    ['link', '--page-address', 'https://fields.example.com/'],
    object,
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const [, fragment = ''] = stdout.trim().split('https://fields.example.com/#');
  const read = decodeLink(fragment);
  expect(read.kind === 'scenario' && read.scenario.steps.map(({ text }) => text)).toEqual([object]);
});

test('custom kinds of known projects are there', () => {
  const custom = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: web
  namespace: prod
  managedFields:
  - {manager: m, operation: Apply, apiVersion: cert-manager.io/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:dnsNames": {}}}}
spec: {dnsNames: [a.example], secretName: web, issuerRef: {name: x}}
`;
  const { status, stdout } = run('managed-fields', ['owners', '--time', 'none'], custom);
  expect(status).toBe(0);
  expect(stdout).toContain('m (Apply)   - a.example\n');
});

test('kubectl-managed_fields is the same program, and says its version', () => {
  const { version } = JSON.parse(readFileSync(`${root}packages/cli/package.json`, 'utf8'));
  for (const name of ['managed-fields', 'kubectl-managed_fields']) {
    expect(run(name, ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test('SARIF names the version of the program', () => {
  const { version } = JSON.parse(readFileSync(`${root}packages/cli/package.json`, 'utf8'));
  const cases = `${root}packages/cli/src/forecast/cases`;
  const args = ['--live', `${cases}/live.yaml`, '--apply', `${cases}/release.yaml`, '--manager', 'm', '-n', 'prod'];
  const { stdout } = run('managed-fields', ['forecast', ...args, '-o', 'sarif']);
  expect(JSON.parse(stdout).runs[0].tool.driver).toMatchObject({ version });
});

test('a large survey is counted in threads, and its JSON has a schema beside it', () => {
  const managedFields = [
    { ...{ manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1' }, fieldsV1: { 'f:data': {} } },
  ];
  const items = Array.from({ length: 100 }, (_, at) => ({
    ...{ apiVersion: at === 7 ? '' : 'v1', kind: 'ConfigMap', data: { a: 'x'.repeat(400_000) } },
    metadata: { name: `c${at}`, namespace: 'n', managedFields },
  }));
  writeFileSync(join(project, 'large.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const { status, stdout, stderr } = run('managed-fields', ['survey', 'large.json', '-o', 'json']);
  expect(stderr).toBe('large.json:1: no object: apiVersion or kind is missing\n');
  expect(status).toBe(2);
  const { kind, objects } = JSON.parse(stdout);
  expect(objects.map(({ index }: { index: number }) => index)).toEqual(Array.from({ length: 99 }, (_, at) => at));
  const schema = JSON.parse(readFileSync(join(installed, 'schemas', `${kind.toLowerCase()}.json`), 'utf8'));
  expect(schema).toMatchObject({ properties: { kind: { const: 'Survey' } } });
});

test('a text that cannot be read ends it with 2, and a reader that stops early does no harm', () => {
  expect(run('managed-fields', ['owners'], 'a: [').status).toBe(2);
  const { stderr } = run('sh', ['-c', 'managed-fields owners -f x.yaml -o json | head -n 1']);
  expect(stderr).toBe('');
});

/** A kubectl that has a context, and that serves an API at a socket until it is ended. */
const kubectl = `#!/usr/bin/env node
const { createServer } = require('node:http');
const args = process.argv.slice(2);
const flag = (name) => args.find((each) => each.startsWith('--' + name + '='))?.slice(name.length + 3);
if (args[0] === 'config') return void process.stdout.write('shop');
const server = createServer((request, response) => response.end('{"asked":"' + request.url + '"}'));
server.listen(flag('unix-socket'), () => console.log('Starting to serve on ' + flag('unix-socket')));
`;

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('cluster serves the page and the API until %s', async (signal) => {
  const program = join(project, 'kubectl');
  writeFileSync(program, kubectl);
  chmodSync(program, 0o755);
  const child = spawn(join(bin, 'managed-fields'), ['cluster', 'deploy/web', '--kubectl', program, '-o', 'json'], {
    cwd: project,
  });
  let printed = '';
  const said = await new Promise<{ address: string; command: readonly string[] }>((found, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.endsWith('\n')) found(JSON.parse(printed));
    });
    child.on('exit', (code) => failed(new Error(`ended with ${code}`)));
  });
  const { hostname, port, pathname, search, hash } = new URL(said.address);
  expect(hostname).toBe('127.0.0.1');
  expect(pathname + search).toBe('/playground/?cluster&open=deploy%2Fweb&namespace=shop');
  const token = /^#t\/([0-9a-f]{64})$/.exec(hash)?.[1] ?? '';
  const asked = (path: string, headers: Record<string, string>) =>
    new Promise<string>((done, failed) => {
      get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) =>
        response.setEncoding('utf8').once('data', (text) => done(`${response.statusCode} ${text}`)),
      ).on('error', failed);
    });
  expect(await asked('/playground/', {})).toContain('200 <!doctype html><title>The page</title>');
  expect(await asked('/version', { accept: 'application/json' })).toMatch(/^401 /);
  const own = { accept: 'application/json', 'x-managed-fields-token': token };
  expect(await asked('/version', own)).toBe('200 {"asked":"/version"}');
  const socket = said.command.at(-1)?.replace('--unix-socket=', '') ?? '';
  expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700);
  const ended = new Promise((done) => child.removeAllListeners('exit').on('exit', done));
  child.kill(signal);
  expect(await ended).toBe(signal === 'SIGKILL' ? null : 0);
  await expect(asked('/playground/', {})).rejects.toThrow('ECONNREFUSED');
  // The proxy ended with it, even where it could do nothing any more, and its folder is gone.
  await expect.poll(() => existsSync(join(socket, '..')), { timeout: 20_000 }).toBe(false);
});

test('an assistant is answered by the SDK’s own client', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: join(bin, 'managed-fields'), args: ['mcp'], cwd: project }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('ways_out');
  const answered = await client.callTool({ name: 'owners', arguments: { object } });
  expect(answered.isError ?? false).toBe(false);
  expect(JSON.stringify(answered.structuredContent)).toContain('"manager":"alice"');
  await client.close();
});

describe('the action on a pull request', () => {
  const cases = `${root}packages/cli/src/forecast/cases`;
  const tarball = () => join(place, readdirSync(place).find((file) => file.endsWith('.tgz')) ?? '');
  const forecast = () => ({
    ...{ program: tarball(), live: `${cases}/live.yaml`, apply: `${cases}/release.yaml` },
    ...{ tool: 'none', manager: 'argocd-controller', namespace: 'prod', sarif: 'true' },
  });
  const play = async (given: Readonly<Record<string, string>>, comments: readonly object[] = []) => {
    const github = await fakeGitHub(comments);
    const job = await playAction(given, { api: github.address, place, workspace: project });
    await github.close();
    return { ...job, asked: github.asked };
  };

  test('text of others reaches no shell, and actions are pinned', () => {
    for (const { run = '', uses } of action.runs.steps) {
      expect(run).not.toContain('${{');
      if (uses !== undefined) expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
    }
  });

  test('comments, uploads SARIF and fails last', async () => {
    const { code, asked, outputs, summary } = await play(forecast());
    expect(code).toBe(1);
    expect(outputs['exit-code']).toBe('1');
    expect(asked.map(({ line }) => line)).toEqual([
      'GET /repos/owner/name/issues/7/comments?per_page=100&page=1',
      'POST /repos/owner/name/issues/7/comments',
      'POST /repos/owner/name/code-scanning/sarifs',
    ]);
    const [, comment, upload] = asked;
    expect(comment?.authorization).toBe('Bearer token-of-the-job');
    expect(comment?.body.body).toMatch(/^<!-- managed-fields: managed-fields -->\n/);
    expect(comment?.body.body).toContain(summary);
    expect(summary).toContain('.spec.replicas');
    expect(upload?.body.commit_sha).toBe('abc');
    const sarif = JSON.parse(gunzipSync(Buffer.from(upload?.body.sarif ?? '', 'base64')).toString());
    expect(sarif.runs[0].results.length).toBeGreaterThan(0);
  });

  test('writes its own comment anew, and none that only quotes it', async () => {
    const mark = '<!-- managed-fields: managed-fields -->';
    const quoted = { id: 1, user: { type: 'User' }, body: `${mark} me too` };
    const own = { id: 2, user: { type: 'Bot' }, body: `${mark}\nold` };
    const { asked } = await play({ ...forecast(), sarif: 'false' }, [quoted, own]);
    expect(asked.at(-1)?.line).toBe('PATCH /repos/owner/name/issues/comments/2');
  });

  test('fails by what is asked and expected', async () => {
    expect((await play({ ...forecast(), 'fail-on': 'nothing' })).code).toBe(0);
    const expect_ = 'nobody-here owns .spec.replicas of deploy/*';
    expect((await play({ ...forecast(), 'fail-on': 'nothing', expect: expect_ })).code).toBe(1);
    expect(
      (await play({ program: tarball(), command: 'survey', live: `${cases}/live.yaml`, comment: 'false' })).code,
    ).toBe(1);
  });

  test('surveys likewise: a comment, SARIF, and a job that fails by what is asked', async () => {
    const survey = { program: tarball(), command: 'survey', live: `${cases}/live.yaml`, sarif: 'true' };
    const { code, asked, summary } = await play(survey);
    expect(code).toBe(1);
    expect(asked.at(1)?.body.body).toContain('**Deployment prod/web**: 2 fields of this declared object');
    expect(asked.at(1)?.body.body).toContain(summary);
    const sarif = JSON.parse(gunzipSync(Buffer.from(asked.at(2)?.body.sarif ?? '', 'base64')).toString());
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'manual-change' }]);
    const quiet = { ...survey, sarif: 'false', comment: 'false' };
    for (const [failOn, ends] of [
      ['nothing', 0],
      ['error', 0],
      ['error,manual-change', 1],
    ] as const)
      expect((await play({ ...quiet, 'fail-on': failOn })).code, failOn).toBe(ends);
  });

  test('an input is never a command, of a shell or of the runner', async () => {
    const hostile = '$(touch pwned)"; touch pwned; `touch pwned`\n::error::pwned';
    for (const name of [
      'manager',
      'live',
      'tool',
      'fail-on',
      'expect',
      'kubernetes',
      'command',
      'program',
      'checksum',
    ]) {
      const { code, log, asked } = await play({ ...forecast(), [name]: hostile });
      expect(code, name).not.toBe(0);
      expect(existsSync(join(project, 'pwned')), name).toBe(false);
      // Between two stop-commands lines nothing is a command.
      const outside = log.replace(/::stop-commands::([\w-]+)\n[\s\S]*?\n::\1::\n/g, '');
      expect(outside, name).not.toMatch(/^::/m);
      if (name !== 'manager') expect(asked, name).toEqual([]);
    }
  });

  test('a program with another checksum is not run', async () => {
    const { code, log, asked } = await play({ ...forecast(), checksum: '0'.repeat(64) });
    expect([code, asked]).toEqual([2, []]);
    expect(log).toContain('program has the checksum');
    expect((await play({ ...forecast(), program: 'https://127.0.0.1/x.tgz' })).log).toContain('checksum is missing');
  });
});

test('the help comes without the engine', () => {
  const read = new Set<string>();
  const follow = (file: string) => {
    if (read.has(file)) return;
    read.add(file);
    const text = readFileSync(join(installed, file), 'utf8');
    for (const [, named = '', bare = ''] of text.matchAll(
      /^(?:import|export)[^;]*? ?from "\.\/([^"]+)"|^import "\.\/([^"]+)"/gm,
    )) {
      follow(join(file, '..', named || bare));
    }
  };
  follow('main.js');
  const bytes = [...read].reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
  expect(bytes).toBeLessThan(66_000);
  const all = readdirSync(join(installed, 'parts'), { recursive: true, encoding: 'utf8' });
  expect(all.length).toBeGreaterThan(10);
});

test('brings its licence and nothing to install, and knows nothing of this repository', async () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const expected = ['LICENSE', 'README.md', 'THIRD_PARTY.md', 'main.js', 'page/index.html'];
  expect(files).toEqual(expect.arrayContaining(expected));
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).toMatchObject({ name: 'managed-fields', license: 'Apache-2.0', type: 'module' });
  expect(await manifestComplaints(join(place, 'staged'))).toEqual([]);
  const code = files.filter((name) => name.endsWith('.js'));
  const bare = code.flatMap((file) => importsOf(installed, file)).filter(({ target }) => target === undefined);
  expect(bare.filter(({ specifier }) => !specifier.startsWith('node:'))).toEqual([]);
  expect(code.filter((file) => readFileSync(join(installed, file), 'utf8').includes(root))).toEqual([]);
});
