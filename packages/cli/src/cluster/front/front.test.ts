import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalHeader, tokenHeader } from '@managed-fields/live-cluster';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFront } from './front.ts';
import type { Behind, FrontSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'front-'));
const page = join(folder, 'page');
const token = '0123456789abcdef'.repeat(4);
const web = '/apis/apps/v1/namespaces/prod/deployments/web';
const socket: Behind = { kind: 'socket', path: join(folder, 'api.sock') };

/** What reached the API. */
const reached: { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
let watchEnded = Promise.resolve();
let api: Server;
let behind: Behind | undefined = socket;
const closing: (() => Promise<void>)[] = [];

/** A front with the page of this test; the port it serves at. */
async function frontWith(changes: Partial<FrontSettings> = {}): Promise<number> {
  const front = await startFront({
    port: 0,
    page,
    token,
    access: { readOnly: false, secrets: false },
    pageAddress: 'https://a.example/',
    behind: () => behind,
    ...changes,
  });
  if (front.kind !== 'serving') throw new Error(front.kind);
  closing.push(front.close);
  return front.port;
}

let port = 0;

beforeAll(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true });
  mkdirSync(join(page, '.hidden'));
  writeFileSync(join(page, 'index.html'), '<title>The page</title>');
  writeFileSync(join(page, 'assets/page-1.js'), 'void 0;');
  writeFileSync(join(page, '.env'), 'SECRET');
  writeFileSync(join(page, '.hidden/x.txt'), 'SECRET');
  writeFileSync(join(folder, 'outside.txt'), 'SECRET');
  symlinkSync(join(folder, 'outside.txt'), join(page, 'link.txt'));
  symlinkSync(folder, join(page, 'up'));
  api = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      reached.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      if (request.url?.includes('watch=true') === true) {
        watchEnded = new Promise((done) => response.on('close', done));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"type":"ADDED"}\n');
        return;
      }
      response.writeHead(request.url === '/version' ? 200 : 403, {
        'content-type': 'application/json',
        warning: '299 - "old"',
        'set-cookie': 'a=b',
        'www-authenticate': 'Basic',
        'access-control-allow-origin': '*',
        location: 'https://evil.example/',
        [refusalHeader]: 'secrets',
        'cache-control': 'public, max-age=9',
        etag: '"1"',
      });
      response.end('{"answered":true}');
    });
  });
  await new Promise<void>((listening) => api.listen(socket.path, listening));
  port = await frontWith();
});

beforeEach(() => {
  reached.length = 0;
  behind = socket;
});

afterAll(async () => {
  for (const close of closing) await close();
  api.closeAllConnections();
  api.close();
  rmSync(folder, { recursive: true });
});

interface Answered {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request as the page does, but for what is given. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    at = port,
  }: { method?: string; headers?: Record<string, string | string[] | undefined>; body?: string; at?: number } = {},
): Promise<Answered> {
  const own = { host: `127.0.0.1:${at}`, accept: 'application/json', [tokenHeader]: token };
  const all = Object.entries({ ...own, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return new Promise((done, failed) => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port: at,
      path,
      method,
      headers: Object.fromEntries(all),
      agent: false,
    });
    sent.on('error', failed).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => done({ code: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.end(body);
  });
}

/** Writes to a connection and returns all that comes back until it is closed. */
function raw(text: string, at = port): Promise<string> {
  return new Promise((done) => {
    let back = '';
    const wire = connect(at, '127.0.0.1', () => wire.write(text));
    wire.setEncoding('latin1').on('data', (piece: string) => {
      back += piece;
    });
    wire.on('close', () => done(back)).on('error', () => {});
    // Answers of a connection that is kept open come before the front's own time is up.
    wire.setTimeout(1500, () => wire.destroy());
  });
}

describe('the page', () => {
  test.each([
    ['/playground/', 'text/html; charset=utf-8', '<title>The page</title>', 'no-cache'],
    ['/playground/index.html?cluster', 'text/html; charset=utf-8', '<title>The page</title>', 'no-cache'],
    [
      '/playground/assets/page-1.js',
      'text/javascript; charset=utf-8',
      'void 0;',
      'private, max-age=31536000, immutable',
    ],
    ['/playground/front.json', 'application/json', '{"pageAddress":"https://a.example/"}', 'no-store'],
  ])('%s', async (path, type, text, cache) => {
    const answered = await ask(path, { headers: { [tokenHeader]: undefined } });
    expect(answered).toMatchObject({ code: 200, text });
    expect(answered.headers).toMatchObject({
      'content-type': type,
      'cache-control': cache,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
    });
    expect(answered.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['/', '/playground', '/?x'])('%s leads to it', async (path) => {
    expect(await ask(path)).toMatchObject({ code: 302, headers: { location: '/playground/?cluster' } });
  });

  test.each([
    ...[
      '.env',
      '.hidden/x.txt',
      'link.txt',
      'up/outside.txt',
      '../outside.txt',
      '%2e%2e/outside.txt',
      '..%2Foutside.txt',
    ],
    ...['assets/../../outside.txt', '/etc/passwd', '//etc/passwd', 'assets', 'assets/', 'index.html/', 'INDEX.HTML'],
    ...['index.html%00', 'index.html%00.js', 'index%2ehtml', 'assets%2Fpage-1.js', 'assets//page-1.js', './index.html'],
    ...['..\\outside.txt', '__proto__', 'constructor', `${'x'.repeat(5000)}`, 'assets/page-1.js;x', 'page-1.js'],
  ])('%j is no file of it', async (below) => {
    const answered = await ask(`/playground/${below}`);
    expect(answered.code).toBe(404);
    expect(answered.text).not.toContain('SECRET');
  });

  test.each(['HEAD', 'POST', 'OPTIONS', 'DELETE'])('%s of it is refused', async (method) => {
    expect((await ask('/playground/', { method })).code).toBe(403);
  });

  test.each([
    [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 200],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 403],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ host: 'evil.example' }, 403],
  ])('asked for with %j: %i', async (headers, code) => {
    expect((await ask('/playground/index.html', { headers })).code).toBe(code);
  });
});

describe('a request to the API', () => {
  test('goes on with what it needs and nothing else, and so does its answer', async () => {
    const hostile = {
      ...{ cookie: 'a=b', authorization: 'Bearer x', 'impersonate-user': 'root', 'x-http-method-override': 'DELETE' },
      ...{ 'x-remote-user': 'root', 'x-forwarded-for': '1.2.3.4', range: 'bytes=0-1', 'if-match': '*', via: 'x' },
    };
    const answered = await ask('/version', { headers: hostile });
    expect(reached).toEqual([
      {
        line: 'GET /version',
        headers: { accept: 'application/json', host: 'localhost', connection: 'close' },
        body: '',
      },
    ]);
    expect(answered).toMatchObject({ code: 200, text: '{"answered":true}' });
    const { date: _, connection: __, 'transfer-encoding': ___, ...headers } = answered.headers;
    expect(headers).toEqual({
      'content-type': 'application/json',
      warning: '299 - "old"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });

  test('a dry run goes on with its body', async () => {
    const body = '{"a":"ü"}';
    const headers = {
      'content-type': 'application/apply-patch+yaml',
      'content-length': '10',
      origin: `http://127.0.0.1:${port}`,
    };
    const answered = await ask(`${web}?fieldManager=me&dryRun=All`, { method: 'PATCH', headers, body });
    expect(answered.code).toBe(403);
    // The API's own 403 is none of the front.
    expect(answered.headers).not.toHaveProperty(refusalHeader);
    expect(reached[0]).toMatchObject({ line: `PATCH ${web}?fieldManager=me&dryRun=All`, body });
    expect(reached[0]?.headers).toMatchObject({
      'content-type': 'application/apply-patch+yaml',
      'content-length': '10',
    });
  });

  test('an OpenAPI document with a hash may be kept', async () => {
    const { headers } = await ask('/openapi/v3/api/v1?hash=A');
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=9', etag: '"1"' });
  });

  test('a watch comes line by line, and ends when the page leaves', async () => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      path: '/api/v1/pods?watch=true&allowWatchBookmarks=true',
      headers: { accept: 'application/json', [tokenHeader]: token },
      agent: false,
    }).end();
    const line = await new Promise((done) => {
      sent.on('error', () => {}).on('response', (response) => response.setEncoding('utf8').once('data', done));
    });
    expect(line).toBe('{"type":"ADDED"}\n');
    sent.destroy();
    await watchEnded;
  });

  test.each([
    ['no token', { [tokenHeader]: undefined }, 'token'],
    ['an empty token', { [tokenHeader]: '' }, 'token'],
    ['another token', { [tokenHeader]: 'f'.repeat(64) }, 'token'],
    ['a part of the token', { [tokenHeader]: token.slice(1) }, 'token'],
    ['the token in other letters', { [tokenHeader]: token.toUpperCase() }, 'token'],
    ['the token twice', { [tokenHeader]: [token, token] }, 'token'],
    ['the token as a sign-in', { [tokenHeader]: undefined, authorization: `Bearer ${token}` }, 'token'],
    ['the token in a cookie', { [tokenHeader]: undefined, cookie: `${tokenHeader}=${token}` }, 'token'],
    ['a foreign host', { host: 'evil.example' }, 'foreign'],
    ['a foreign host with the port', { host: 'evil.example:PORT' }, 'foreign'],
    ['a host below localhost', { host: 'mf-ab.localhost:PORT' }, 'foreign'],
    ['another port', { host: '127.0.0.1:1' }, 'foreign'],
    ['no port', { host: '127.0.0.1' }, 'foreign'],
    ['a host with a user', { host: 'a@127.0.0.1:PORT' }, 'foreign'],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 'foreign'],
    ['a page without origin', { origin: 'null' }, 'foreign'],
    ['https', { origin: 'https://127.0.0.1:PORT' }, 'foreign'],
    ['the other name of the host', { origin: 'http://localhost:PORT' }, 'foreign'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'foreign'],
    ['the same site', { 'sec-fetch-site': 'same-site' }, 'foreign'],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 'foreign'],
    ['something new', { 'sec-fetch-site': 'x' }, 'foreign'],
    ['several forms of an answer', { accept: 'text/html, */*' }, 'request'],
  ] as const)('from %s is refused', async (_, given, reason) => {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace('PORT', String(port)) : value,
      ]),
    );
    const answered = await ask('/version', { headers: headers as Record<string, string> });
    expect(answered.headers[refusalHeader]).toBe(reason);
    expect(answered.code).toBe(reason === 'token' ? 401 : 403);
    expect(JSON.parse(answered.text)).toMatchObject({ kind: 'ManagedFieldsRefusal', reason });
    expect(answered.text).not.toContain(token);
    expect(reached).toEqual([]);
  });

  test.each(['localhost', '127.0.0.1'])('from %s is taken', async (host) => {
    const headers = { host: `${host}:${port}`, origin: `http://${host}:${port}`, 'sec-fetch-site': 'same-origin' };
    expect((await ask('/version', { headers })).code).toBe(200);
  });

  test.each([
    ['GET', `/version?token=${token}`, 'request'],
    ['GET', `/version?${tokenHeader}=${token}`, 'request'],
    ['GET', '/api/v1/namespaces/a/secrets/b', 'secrets'],
    ['GET', '/api/v1/secrets', 'request'],
    ['GET', '/api/v1/%73ecrets', 'request'],
    ['GET', '/api/v1/namespaces/a%2Fsecrets/b', 'request'],
    ['GET', '//api/v1/pods', 'request'],
    ['GET', '/api/v1/pods?watch=1', 'request'],
    ['GET', '/api/v1/namespaces/a/pods/b/exec?command=id', 'request'],
    ['GET', 'http://127.0.0.1/version', 'request'],
    ['GET', '*', 'request'],
    ['GET', '/playgrounds/../version', 'request'],
    ['DELETE', web, 'request'],
    ['OPTIONS', web, 'request'],
    ['HEAD', '/version', 'request'],
  ])('%s %s is refused', async (method, path, reason) => {
    const { headers } = await ask(path, { method });
    expect(headers[refusalHeader]).toBe(reason);
    expect(reached).toEqual([]);
  });

  test('Secrets and writes go by the options', async () => {
    const at = await frontWith({ access: { readOnly: true, secrets: true } });
    await ask('/api/v1/namespaces/a/secrets/b', { at });
    expect(reached.map(({ line }) => line)).toEqual(['GET /api/v1/namespaces/a/secrets/b']);
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    const answered = await ask(`${web}?dryRun=All`, { method: 'PUT', headers, body: '{}', at });
    expect(answered.headers[refusalHeader]).toBe('read-only');
  });

  test('where the API does not answer, the front says so', async () => {
    behind = undefined;
    expect(await ask('/version')).toMatchObject({ code: 502, headers: { [refusalHeader]: 'unreached' } });
    behind = { kind: 'socket', path: join(folder, 'none.sock') };
    expect(await ask('/version')).toMatchObject({ code: 502, headers: { [refusalHeader]: 'unreached' } });
  });

  test('an API at a port is asked by its secret host', async () => {
    const hosts: string[] = [];
    const other = createServer((request, response) => {
      hosts.push(request.headers.host ?? '');
      response.end('{}');
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const address = other.address();
    behind = { kind: 'port', host: 'mf-ab', port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
    expect((await ask('/version')).code).toBe(200);
    expect(hosts).toEqual(['mf-ab']);
    other.closeAllConnections();
    other.close();
  });
});

describe('on the wire', () => {
  const head = (first: string, ...more: readonly string[]) =>
    [first, `Host: 127.0.0.1:${port}`, `${tokenHeader}: ${token}`, 'Accept: application/json', ...more, '', ''].join(
      '\r\n',
    );
  const write = `PATCH ${web}?dryRun=All HTTP/1.1`;
  const yaml = 'Content-Type: application/apply-patch+yaml';

  test.each([
    [
      'WebSockets',
      () =>
        head(
          'GET /api/v1/pods?watch=1 HTTP/1.1',
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        ),
    ],
    ['an upgrade of what is allowed', () => head('GET /version HTTP/1.1', 'Connection: Upgrade', 'Upgrade: h2c')],
    ['CONNECT', () => head('CONNECT 127.0.0.1:1 HTTP/1.1')],
    ['chunks', () => `${head(write, yaml, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`],
    ['chunks of a GET', () => `${head('GET /version HTTP/1.1', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    [
      'chunks and a length',
      () => `${head(write, yaml, 'Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a coding that is no chunks', () => `${head(write, yaml, 'Transfer-Encoding: xchunked')}{}`],
    ['two lengths', () => `${head(write, yaml, 'Content-Length: 2', 'Content-Length: 0')}{}`],
    ['a length that is none', () => `${head(write, yaml, 'Content-Length: +2')}{}`],
    ['no length', () => head(write, yaml)],
    ['a packed body', () => `${head(write, yaml, 'Content-Encoding: gzip', 'Content-Length: 2')}{}`],
    ['a body of a GET', () => `${head('GET /version HTTP/1.1', 'Content-Length: 2')}{}`],
    ['a wish to be waited for', () => `${head(write, yaml, 'Content-Length: 2', 'Expect: 100-continue')}{}`],
    ['another wish', () => `${head(write, yaml, 'Content-Length: 2', 'Expect: x')}{}`],
    ['no host', () => 'GET /version HTTP/1.0\r\n\r\n'],
    ['two hosts', () => head('GET /version HTTP/1.1', 'Host: evil.example')],
    ['the whole address', () => head(`GET http://127.0.0.1:${port}/version HTTP/1.1`)],
    ['two forms of an answer', () => head('GET /version HTTP/1.1', 'Accept: text/html')],
    ['a bare line feed', () => head('GET /version HTTP/1.1', 'X: a\nTransfer-Encoding: chunked')],
    ['a folded header', () => head('GET /version HTTP/1.1', 'X: a', ' b')],
    ['a space before the colon', () => head('GET /version HTTP/1.1', 'Content-Length : 2')],
    ['NUL', () => head('GET /version\u0000 HTTP/1.1')],
    ['NUL in a header', () => head('GET /version HTTP/1.1', 'X: a\u0000b')],
    ['an address beyond all bounds', () => head(`GET /version?${'x'.repeat(40_000)} HTTP/1.1`)],
    [
      'headers beyond all bounds',
      () => head('GET /version HTTP/1.1', ...Array.from({ length: 3000 }, (_, at) => `X-${at}: aaaaaaaa`)),
    ],
    ['a method of its own', () => head('BREW /version HTTP/1.1')],
    ['no HTTP', () => '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ])('%s is refused, and reaches nothing', async (_, text) => {
    const back = await raw(text());
    expect(back).toMatch(/^HTTP\/1\.1 (?:4\d\d) /);
    expect(reached).toEqual([]);
  });

  test('a request that is hidden in the body of a refused one is not read', async () => {
    const hidden = head('GET /version HTTP/1.1');
    const refused = `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`;
    expect((await raw(refused)).match(/^HTTP/gm)).toHaveLength(1);
    // Nor is one answered that comes behind it: the connection ends with a refusal.
    const behindIt = `GET /version HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    expect((await raw(`${head('GET /api/v1/secrets HTTP/1.1')}${behindIt}`)).match(/^HTTP/gm)).toHaveLength(1);
    expect(reached).toEqual([]);
  });

  test('requests one behind the other are each looked at', async () => {
    const back = await raw(
      head('GET /version HTTP/1.1') + head('GET /apis HTTP/1.1') + head('GET /api/v1/secrets HTTP/1.1'),
    );
    expect(back.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403', 'HTTP/1.1 403']);
    expect(reached.map(({ line }) => line)).toEqual(['GET /version', 'GET /apis']);
  });

  test('a body is bounded, and nothing of one that is too large is kept', async () => {
    const back = await raw(`${head(write, yaml, `Content-Length: ${4 * 1024 * 1024}`)}${'x'.repeat(1000)}`);
    expect(back).toMatch(/^HTTP\/1\.1 413 /);
    expect(reached).toEqual([]);
  });

  test('a body that is shorter than it says reaches nothing', async () => {
    const wire = connect(port, '127.0.0.1', () => wire.end(`${head(write, yaml, 'Content-Length: 99')}{}`));
    await new Promise((done) => wire.on('close', done).resume());
    expect(reached).toEqual([]);
  });
});

test('a port that is taken is said to be', async () => {
  const settings = {
    page,
    token,
    access: { readOnly: false, secrets: false },
    pageAddress: undefined,
    behind: () => socket,
  };
  expect(await startFront({ ...settings, port })).toEqual({ kind: 'taken' });
});
