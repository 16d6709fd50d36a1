import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, send } from './server.ts';

/** The last request to the server. */
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string };
const listening = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  asked = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
  response.appendHeader('Warning', '299 - "unknown field \\"a\\""');
  response.appendHeader('Warning', '299 - "second"');
  response.appendHeader('Warning', 'no warning at all');
  response.writeHead(422);
  response.end('{"é":1}');
});
let server: Server;
beforeAll(async () => {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  server = { url: `http://127.0.0.1:${port}`, token: 'secret', insecure: false };
});
afterAll(() => void listening.close());

test('a request is sent as the trace holds it, with the token', async () => {
  const query = { fieldManager: 'a b', dryRun: 'All' };
  await send(server, { method: 'PATCH', path: '/api/v1/x', query, headers: { 'Content-Type': 'a/b' }, body: 'é' });
  expect(asked).toMatchObject({
    method: 'PATCH',
    url: '/api/v1/x?fieldManager=a+b&dryRun=All',
    body: 'é',
    headers: { 'content-type': 'a/b', 'content-length': '2', authorization: 'Bearer secret' },
  });
});

test('the body of a DELETE says how long it is, and a server without a token gets none', async () => {
  await send({ ...server, token: undefined }, { method: 'DELETE', path: '/x', query: {}, headers: {}, body: '{}' });
  expect(asked.headers['content-length']).toBe('2');
  expect(asked.headers.authorization).toBe(undefined);
  expect(asked.body).toBe('{}');
});

test('an answer has its code, its body and the texts of its warnings in order', async () => {
  const answer = await send(server, { method: 'GET', path: '/x', query: {}, headers: {} });
  expect(answer).toEqual({ code: 422, body: '{"é":1}', warnings: ['unknown field "a"', 'second'] });
});

test('a server that is not there is no answer', async () => {
  const nobody = { ...server, url: 'http://127.0.0.1:1' };
  await expect(send(nobody, { method: 'GET', path: '/x', query: {}, headers: {} })).rejects.toThrow('ECONNREFUSED');
});
