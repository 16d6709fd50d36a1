import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  checkIncoming,
  type FrontReason,
  frontStatus,
  type HttpRequest,
  refusalHeader,
  tokenHeader,
} from '@managed-fields/live-cluster';
import { answerFile, answerText, filesOf } from './page-files.ts';
import { type ApiAnswer, type Behind, type FrontSettings, frontFile, pagePrefix, type Served } from './settings.ts';

/** What the page reads of an answer. */
const kept = ['content-type', 'warning', 'retry-after'] as const;
/** What a browser may keep an OpenAPI document by, whose address names a digest of it. */
const keptOfDocuments = ['cache-control', 'expires', 'etag'] as const;

const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/**
 * Sends a request that was checked to the API, with the headers that it needs and no others; the answer is undefined where
 * the API gives none.
 */
function send({ method, address, headers, body = '' }: HttpRequest, behind: Behind) {
  const place = behind.kind === 'socket' ? { socketPath: behind.path } : { host: '127.0.0.1', port: behind.port };
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = httpRequest({
    ...place,
    method,
    path: address,
    headers: { ...headers, ...length, host: behind.kind === 'socket' ? 'localhost' : behind.host },
    agent: false,
  });
  const answered = new Promise<IncomingMessage | undefined>((done) => {
    sent.on('response', done).on('error', () => done(undefined));
    // Nothing that was checked asks for another protocol.
    sent.on('upgrade', () => sent.destroy());
  });
  sent.end(body);
  return { sent, answered };
}

/** Asks the API itself, without a browser before it; undefined where it does not answer, or breaks off. */
export async function askApi(request: HttpRequest, behind: Behind): Promise<ApiAnswer | undefined> {
  const answer = await send(request, behind).answered;
  if (answer === undefined) return undefined;
  try {
    return { code: answer.statusCode ?? 502, text: await text(answer) };
  } catch {
    return undefined;
  }
}

/**
 * Sends a request that was checked to the API, and hands the answer on as it comes, a watch line by line. Returns false where
 * the API does not answer.
 */
export async function forward(request: HttpRequest, behind: Behind, response: ServerResponse): Promise<boolean> {
  const { sent, answered } = send(request, behind);
  response.on('close', () => sent.destroy());
  const answer = await answered;
  if (answer === undefined) return false;
  response.writeHead(answer.statusCode ?? 502, { ...headersOf(answer.headers, request.address), ...answerHeaders });
  // The beginning of a watch is an answer, too, before there is an event.
  response.flushHeaders();
  await pipeline(answer, response);
  return true;
}

function headersOf(headers: IncomingHttpHeaders, address: string): Record<string, string> {
  const isDocument = address.startsWith('/openapi/v3/') && address.includes('?hash=');
  const names = isDocument ? [...kept, ...keptOfDocuments] : kept;
  const found = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]));
  return { 'cache-control': 'no-store', ...Object.fromEntries(found) };
}

/** Bytes of a body at most, which is what an API server takes. Upstream: k8s.io/apiserver pkg/server/config.go MaxRequestBodyBytes. */
const largestBody = 3 * 1024 * 1024;

/** How long a client may take, in milliseconds, and how much it may open; an answer, such as a watch, may last. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };
const mostConnections = 200;

/** What the front says of a refusal, for those who read it without the page. */
const sentences: Readonly<Record<FrontReason, string>> = {
  token: 'This needs the token of the address that the command printed.',
  foreign: 'Only the page that the command serves may ask here.',
  request: 'The page asks no such thing, so it is not let through.',
  'read-only': 'The command was started with --read-only.',
  secrets: 'The command was started without --secrets.',
  'too-large': 'The body is too large.',
  unreached: 'The API behind does not answer.',
};

/**
 * Serves the built page, and lets through to the API behind it what the page asks: requests that show the token, that come
 * from the page's own origin, and that `checkIncoming` finds in the one table of what may be sent. All else is refused,
 * in a form that the page knows. It listens on 127.0.0.1 alone.
 */
export async function startFront(settings: FrontSettings): Promise<Served> {
  const files = await filesOf(settings.page);
  let port = settings.port;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<FrontReason | undefined> => {
    const foreign = foreignIn(request, port);
    if (foreign !== undefined) return foreign;
    const address = request.url ?? '';
    const [path = ''] = address.split('?');
    const isEntry = path === '/' || path === pagePrefix.slice(0, -1);
    if (isEntry || path.startsWith(pagePrefix)) {
      const reason = request.method === 'GET' ? foreignFile(request) : 'request';
      if (reason !== undefined) return reason;
      // The fragment stays with the browser, and with it the token.
      if (isEntry) response.writeHead(302, { location: `${pagePrefix}?cluster`, 'cache-control': 'no-store' }).end();
      else if (path === pagePrefix + frontFile)
        answerText(response, JSON.stringify({ pageAddress: settings.pageAddress }));
      else await answerFile(response, files, path.slice(pagePrefix.length));
      return undefined;
    }
    return untrusted(request, settings.token) ?? answerApi(request, response);
  };

  const answerApi = async (request: IncomingMessage, response: ServerResponse): Promise<FrontReason | undefined> => {
    if (!hasPlainBody(request)) return 'request';
    const body = await bodyOf(request);
    if (body === undefined) return 'too-large';
    const [accept, contentType] = [headerOf(request, 'accept'), headerOf(request, 'content-type')];
    if (accept === undefined || contentType === undefined) return 'request';
    const { method = '', url: address = '' } = request;
    const checked = checkIncoming({ method, address, accept, contentType, body }, settings.access);
    if (checked.kind === 'front') return checked.reason;
    const behind = settings.behind();
    const isAnswered = behind !== undefined && (await forward(checked.request, behind, response));
    return isAnswered ? undefined : 'unreached';
  };

  const server = createServer(limits, (request, response) => {
    answer(request, response).then(
      (reason) => reason !== undefined && refuse(response, reason),
      // The client went away, or the answer broke off in the middle.
      () => response.destroy(),
    );
  });
  server.maxConnections = mostConnections;
  for (const event of ['upgrade', 'connect']) server.on(event, (_, socket: Duplex) => refuseSocket(socket));
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (_, response: ServerResponse) => refuse(response, 'request'));
  }
  return new Promise((started) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      started(error.code === 'EADDRINUSE' ? { kind: 'taken' } : { kind: 'failed', message: error.message }),
    );
    server.listen(settings.port, '127.0.0.1', () => {
      port = (server.address() as AddressInfo).port;
      started({ kind: 'serving', port, close: () => closed(server) });
    });
  });
}

function closed(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

/** Answers with a refusal, and ends the connection: what comes behind it is not answered. */
function refuse(response: ServerResponse, reason: FrontReason): void {
  if (response.headersSent) return void response.destroy();
  const text = JSON.stringify({ kind: 'ManagedFieldsRefusal', reason, message: sentences[reason] });
  response
    .writeHead(frontStatus[reason], {
      [refusalHeader]: reason,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      connection: 'close',
    })
    .end(`${text}\n`);
}

function refuseSocket(socket: Duplex): void {
  socket.on('error', () => {});
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}

/** Whether the body is as browsers send one: its length said, and nothing packed. */
function hasPlainBody({ method, headersDistinct }: IncomingMessage): boolean {
  const has = (name: string) => headersDistinct[name] !== undefined;
  if (has('transfer-encoding') || has('content-encoding') || has('trailer')) return false;
  const [length = ''] = headersDistinct['content-length'] ?? [];
  return method === 'GET' ? length === '' || length === '0' : /^\d+$/.test(length);
}

/** Reads the body; undefined where it is too large, of which no more is read then. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A request, as far as it is looked at before its content is: Node's own form of it. */
export type Sent = Pick<IncomingMessage, 'headersDistinct' | 'method'>;

/** The value of a header; empty where there is none, undefined where there are several. */
export function headerOf({ headersDistinct }: Sent, name: string): string | undefined {
  const values = headersDistinct[name] ?? [];
  return values.length > 1 ? undefined : (values[0] ?? '');
}

/** The hosts by which a browser reaches the front; another one was led here by a name server. */
function hostsAt(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost'].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Why a request is not taken, by where it comes from; undefined where it may be the page's own. */
export function foreignIn(sent: Sent, port: number): FrontReason | undefined {
  const host = headerOf(sent, 'host');
  if (host === undefined || !hostsAt(port).includes(host)) return 'foreign';
  const origin = headerOf(sent, 'origin');
  return origin === '' || origin === `http://${host}` ? undefined : 'foreign';
}

/**
 * Why a request for a file of the page is not taken. Anybody may lead their own tab to the page, which has no token then;
 * no other page may frame it or load its files. Browsers before 2023 say nothing of where a request comes from.
 */
export function foreignFile(sent: Sent): FrontReason | undefined {
  const site = headerOf(sent, 'sec-fetch-site');
  const isTab = headerOf(sent, 'sec-fetch-mode') === 'navigate' && headerOf(sent, 'sec-fetch-dest') === 'document';
  return site === '' || site === 'same-origin' || site === 'none' || isTab ? undefined : 'foreign';
}

/** Why a request to the API is not taken, before it is looked at what it asks. */
export function untrusted(sent: Sent, token: string): FrontReason | undefined {
  const site = headerOf(sent, 'sec-fetch-site');
  if (site !== '' && site !== 'same-origin') return 'foreign';
  return isEqual(headerOf(sent, tokenHeader) ?? '', token) ? undefined : 'token';
}

/** Compares in a time that tells nothing of where two texts differ. */
export function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
