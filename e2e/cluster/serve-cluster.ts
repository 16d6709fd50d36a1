import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from './exchange.ts';

/** What goes wrong with a request, instead of its answer. */
export type Fault =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly type?: string }
  /** Milliseconds until the answer. */
  | { readonly kind: 'slow'; readonly delay: number }
  /** The connection breaks in the middle of the answer. */
  | { readonly kind: 'cut' };

/** A request that the page sent to the API. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** The page and an API on one origin, as `kubectl proxy --www` serves them. */
export interface ClusterServer {
  /** The address of the page, without a query. */
  readonly address: string;
  /** What the page sent to the API so far. */
  readonly sent: readonly Sent[];
  /** The bytes of what the API answered so far. */
  bytes(): number;
  /** Makes requests whose path and query match go wrong; `undefined` mends them. */
  fail(which: RegExp, fault: Fault | undefined): void;
  /** Lets all further requests arrive as somebody with hardly any rights. */
  as(user: string): void;
  /** Ends all connections, as a proxy that ends does. */
  cutConnections(): void;
  close(): Promise<void>;
}

const prefix = '/playground/';

/** Serves the page from `page` below `/playground/`, and everything else from the API. */
export async function serveCluster(api: Api, page: string): Promise<ClusterServer> {
  const sent: Sent[] = [];
  const faults = new Map<string, readonly [RegExp, Fault]>();
  let user = '';
  let bytes = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/';
    if (url.startsWith(prefix)) return servePage(`${page}/${url.slice(prefix.length)}`, response);
    const body = await textOf(request);
    const { method = 'GET', headers } = request;
    sent.push({ method, url, body });
    const fault = [...faults.values()].find(([which]) => which.test(url))?.[1];
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'content-type': fault.type ?? 'application/json' }).end(fault.body);
      return;
    }
    if (fault?.kind === 'slow') await new Promise((done) => setTimeout(done, fault.delay));
    const asked = { method, url, accept: headers.accept ?? '', user, writes: 0 };
    if (/[?&]watch=true/.test(url)) return serveWatch(asked, response);
    const { status, headers: given, body: text } = await api.ask(asked, body, headers['content-type'] ?? '');
    bytes += Buffer.byteLength(text);
    response.writeHead(status, given);
    if (fault?.kind !== 'cut') return response.end(text);
    response.write(text.slice(0, text.length / 2));
    setTimeout(() => response.destroy(), 50);
  };

  const serveWatch = async (asked: Parameters<Api['watch']>[0], response: ServerResponse) => {
    const ending = new AbortController();
    response.on('close', () => ending.abort());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    try {
      for await (const line of api.watch(asked, ending.signal)) response.write(`${line}\n`);
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
    response.end();
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${prefix}`,
    sent,
    bytes: () => bytes,
    fail(which, fault) {
      if (fault === undefined) faults.delete(which.source);
      else faults.set(which.source, [which, fault]);
    },
    as(name) {
      user = name;
    },
    cutConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a file of the built page, from the server of the other end-to-end tests. */
async function servePage(address: string, response: ServerResponse): Promise<void> {
  const file = await fetch(address);
  response.writeHead(file.status, { 'content-type': file.headers.get('content-type') ?? 'application/octet-stream' });
  response.end(Buffer.from(await file.arrayBuffer()));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
