import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { run } from '../run.ts';
import { called, testClient } from './client.ts';
import { startHttp } from './http.ts';
import { mcpOptions } from './mcp.ts';
import { messagesOf } from './serve.ts';
import { assistantServer } from './server.ts';
import type { ServedAssistants } from './settings.ts';

const live = readFileSync(new URL('cases/live.yaml', import.meta.url), 'utf8');
const io = { now: () => 0, version: () => '1.2.3' };

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

test('over standard input and output, the program answers the SDK’s own client', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', main, 'mcp'],
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (text) => {
    said += text;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  expect(client.getServerVersion()).toMatchObject({ name: 'managed-fields' });
  const { value } = await called(client, 'owners', { object: live, path: '.spec.replicas' });
  expect(value.fields).toHaveLength(1);
  await client.close();
  expect(said).toBe('');
});

test('over standard input, a signal ends it while its input is open', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('over standard input, what is no message is answered with its error, and what follows is read', async () => {
  const answers: string[] = [];
  const input = new PassThrough();
  const output = new Writable({
    write(chunk, _encoding, done) {
      answers.push(...String(chunk).trim().split('\n'));
      done();
    },
  });
  const passed: string[] = [];
  const messages = messagesOf(input, output).on('data', (line) => passed.push(String(line)));
  const good = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  input.write('hello\n\n{"jsonrpc":"2.0","id":7}\r\n[]\n{"id":"x"}\n"a"\n');
  // A message comes in whatever pieces, and so does one that is too long.
  for (const piece of good.match(/.{1,5}\n?/g) ?? []) input.write(piece);
  for (let at = 0; at < 11; at++) input.write('x'.repeat(1 << 20));
  input.write(`\n${good}`);
  input.end(good.trim());
  await finished(messages);
  expect(answers.map((each) => JSON.parse(each)).map(({ id, error }) => [id, error.code])).toEqual([
    ...[
      [null, -32_700],
      [7, -32_600],
      [null, -32_600],
      ['x', -32_600],
      [null, -32_600],
    ],
    [null, -32_600],
  ]);
  expect(answers[5]).toContain('at most');
  expect(passed).toEqual([good, good]);
});

test.each(['__proto__', 'constructor', 'toString'])('a tool %s is not there', async (name) => {
  const { call, close } = await testClient();
  expect((await call(name, {})).error).toContain(`Tool ${name} not found`);
  await close();
});

describe('over HTTP', () => {
  const token = '0123456789abcdef'.repeat(4);
  let served: Extract<ServedAssistants, { kind: 'serving' }>;
  beforeAll(async () => {
    const started = await startHttp({ by: 'http', port: 0, token, page: undefined }, () =>
      assistantServer({ page: undefined, io }),
    );
    if (started.kind !== 'serving') throw new Error(started.kind);
    served = started;
  });
  afterAll(() => served.close());

  test('it answers the SDK’s own client that shows the token', async () => {
    const address = new URL(`http://127.0.0.1:${served.port}/mcp`);
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(address, {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    // The SDK's own types do not allow for exactOptionalPropertyTypes.
    await client.connect(transport as Transport);
    const { value } = await called(client, 'owners', { object: live, path: '.spec.replicas' });
    expect(value.fields).toHaveLength(1);
    await client.close();
    const stranger = new Client({ name: 'test', version: '1' });
    await expect(stranger.connect(new StreamableHTTPClientTransport(address) as Transport)).rejects.toThrow('token');
  });

  const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const own = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  };
  /** The status of a request with some headers changed or left out. */
  const ask = (
    changes: Readonly<Record<string, string | undefined>> = {},
    { method = 'POST', path = '/mcp', body = hello } = {},
  ): Promise<number> =>
    new Promise((done, failed) => {
      const given = Object.entries({ ...own, ...changes }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const headers = Object.fromEntries(given);
      const sent = httpRequest(
        { host: '127.0.0.1', port: served.port, method, path, headers, agent: false },
        (answer) => {
          answer.resume().on('end', () => done(answer.statusCode ?? 0));
        },
      );
      sent.on('error', failed).end(method === 'GET' ? undefined : body);
    });

  test('nothing but a program of this machine with the token is answered', async () => {
    expect(await ask()).toBe(200);
    expect(await ask({ authorization: undefined })).toBe(401);
    expect(await ask({ authorization: `Bearer ${token}0` })).toBe(401);
    expect(await ask({ authorization: `Basic ${token}` })).toBe(401);
    expect(await ask({ host: 'evil.example' })).toBe(403);
    expect(await ask({ host: `evil.example:${served.port}` })).toBe(403);
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${served.port}`]) {
      expect(await ask({ origin })).toBe(403);
    }
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(403);
    expect(await ask({}, { path: '/' })).toBe(404);
    expect(await ask({}, { path: '/mcp?a' })).toBe(404);
    expect(await ask({}, { method: 'GET' })).toBe(405);
    expect(await ask({}, { method: 'OPTIONS' })).toBe(405);
    expect(await ask({}, { body: '{' })).toBe(400);
    expect(await ask({ 'content-type': 'text/plain' })).toBe(415);
  });

  test('a body that is too large is refused', async () => {
    expect(await ask({}, { body: JSON.stringify({ a: 'x'.repeat(7_000_000) }) })).toBe(413);
  });

  test('a port that is taken is said to be', async () => {
    const again = await startHttp({ by: 'http', port: served.port, token, page: undefined }, () =>
      assistantServer({ page: undefined, io }),
    );
    expect(again).toEqual({ kind: 'taken' });
  });
});

describe('managed-fields mcp', () => {
  test('serves until its client ends it, and prints nothing by itself on standard output', async () => {
    const world = fakeIo({});
    expect(await run(['mcp'], world)).toBe(0);
    expect(world.done).toEqual(['assistants served by stdio', 'assistants closed']);
    expect(world.out).toEqual([]);
  });

  test('prints address and token of HTTP', async () => {
    const world = fakeIo({});
    expect(await run(['mcp', '--http', '-o', 'json'], world)).toBe(0);
    expect(JSON.parse(world.out.join(''))).toMatchObject({
      address: 'http://127.0.0.1:40124/mcp',
      token: 'ab'.repeat(32),
    });
    const text = fakeIo({ assistants: { kind: 'taken' } });
    expect(await run(['mcp', '--http', '--port', '80'], text)).toBe(1);
    expect(text.err.join('')).toContain('Port 80 is taken');
  });

  test.each([
    [['--port', '1'], '--port goes with --http'],
    [['--http', '--port', 'x'], '--port is a number'],
    [['x'], 'x is no option'],
    [['--http', '--page-address', 'http://localhost/'], 'who cannot open'],
  ])('refuses %j', (args, said) => {
    expect(mcpOptions(args, fakeIo({}))).toMatchObject({ kind: 'usage', message: expect.stringContaining(said) });
  });

  test('takes a token of its operator that is long enough', () => {
    const with_ = (token: string) => mcpOptions(['--http'], fakeIo({ env: { MANAGED_FIELDS_MCP_TOKEN: token } }));
    expect(with_('short')).toMatchObject({ kind: 'usage' });
    expect(with_('x'.repeat(40))).toMatchObject({ settings: { token: 'x'.repeat(40) } });
  });
});
