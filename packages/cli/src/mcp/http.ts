import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { foreignIn, headerOf, isEqual } from '../cluster/front/front.ts';
import type { AssistantSettings, ServedAssistants } from './settings.ts';

/** The path at which assistants ask. */
export const mcpPath = '/mcp';

/** Bytes of a question at most: two texts of the largest size, and the rest. */
const largestBody = 6 * 1024 * 1024;

/** How long a client may take to send a question, in milliseconds, and how much it may open. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };
const mostConnections = 50;

/** Why a request is not answered, and its status. */
const refusals = {
  foreign: [403, 'Only programs of this machine ask here, and no page of a browser.'],
  token: [401, 'This needs the token that the command printed: Authorization: Bearer TOKEN.'],
  path: [404, `Assistants ask at ${mcpPath}.`],
  method: [405, 'Questions come by POST: this server sends nothing by itself.'],
  'too-large': [413, 'The question is too large.'],
} as const;

/**
 * Serves assistants by streamable HTTP on 127.0.0.1: each request is answered by itself, without a session. What does not
 * name this machine as host, comes from a page, or shows no token is refused before it is read.
 */
export function startHttp(
  { port: wanted, token }: Extract<AssistantSettings, { readonly by: 'http' }>,
  serverOf: () => McpServer,
): Promise<ServedAssistants> {
  let port = wanted;
  const reasonAgainst = (request: IncomingMessage): keyof typeof refusals | undefined => {
    if (foreignIn(request, port) !== undefined || isOfPage(request)) return 'foreign';
    const [scheme = '', shown = ''] = (headerOf(request, 'authorization') ?? '').split(' ', 2);
    if (scheme.toLowerCase() !== 'bearer' || !isEqual(shown, token)) return 'token';
    if (request.url !== mcpPath) return 'path';
    return request.method === 'POST' ? undefined : 'method';
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const reason = reasonAgainst(request);
    if (reason !== undefined) return refuse(response, reason);
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 'too-large');
    const headers = Object.entries(request.headersDistinct).map(
      ([name, all]) => [name, (all ?? []).join(', ')] as const,
    );
    const asked = new Request(`http://127.0.0.1:${port}${mcpPath}`, {
      method: 'POST',
      headers: [...headers].map((each) => [...each]),
      body,
    });
    const server = serverOf();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const answered = await transport.handleRequest(asked);
    response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), ...safe });
    response.end(await answered.text());
    await server.close();
  };
  const server = createServer(limits, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = mostConnections;
  for (const event of ['upgrade', 'connect']) server.on(event, (_, socket: Duplex) => socket.destroy());
  return new Promise((started) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      started(error.code === 'EADDRINUSE' ? { kind: 'taken' } : { kind: 'failed', message: error.message }),
    );
    server.listen(wanted, '127.0.0.1', () => {
      port = (server.address() as AddressInfo).port;
      const close = () =>
        new Promise<void>((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      started({ kind: 'serving', port, ended: new Promise(() => {}), close });
    });
  });
}

/** Whether a browser sent a request, of whatever page: none asks here. */
function isOfPage({ headersDistinct }: IncomingMessage): boolean {
  return headersDistinct['origin'] !== undefined || headersDistinct['sec-fetch-site'] !== undefined;
}

const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function refuse(response: ServerResponse, reason: keyof typeof refusals): void {
  const [status, message] = refusals[reason];
  const more = {
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(status === 405 ? { allow: 'POST' } : {}),
  };
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...safe, ...more })
    .end(`${text}\n`);
}

/** Reads the body; undefined where it is too large, of which no more is read then. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > largestBody) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
