import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FrontSettings, pagePrefix, startFront } from 'managed-fields/front';
import type { Api } from './exchange.ts';

/** What goes wrong with a request, instead of its answer. */
export type Fault =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly type?: string }
  /** Milliseconds until the answer. */
  | { readonly kind: 'slow'; readonly delay: number }
  /** The connection breaks in the middle of the answer. */
  | { readonly kind: 'cut' };

/** A request that reached the API. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly accept: string;
  readonly body: string;
}

/** The page and an API behind the front of `managed-fields cluster`. */
export interface ClusterServer {
  /** The address of the page, without a query and without a token. */
  readonly address: string;
  readonly token: string;
  /** The address that the command prints, with more of the query, such as `&open=deploy/web`. */
  at(query?: string): string;
  /** What reached the API so far. */
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

/** The built page. */
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** What the front is told by options of the command. */
export interface FrontOptions extends Partial<FrontSettings['access']> {
  readonly pageAddress?: string;
  /** The folder of another built page. */
  readonly page?: string;
  /** The port of the page; any that is free by default. */
  readonly port?: number;
}

/**
 * Serves the built page by the real front of `managed-fields cluster`, with an API behind it at a Unix socket in the place
 * of kubectl's.
 */
export async function serveCluster(api: Api, options: FrontOptions = {}): Promise<ClusterServer> {
  const sent: Sent[] = [];
  const faults = new Map<string, readonly [RegExp, Fault]>();
  let user = '';
  let bytes = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/';
    const body = await textOf(request);
    const { method = 'GET', headers } = request;
    sent.push({ method, url, accept: headers.accept ?? '', body });
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
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const path = join(folder, 'api.sock');
  await new Promise<void>((listening) => server.listen(path, listening));
  const token = randomBytes(32).toString('hex');
  const front = await startFront({
    port: options.port ?? 0,
    page: options.page ?? dist,
    token,
    access: { readOnly: options.readOnly ?? false, secrets: options.secrets ?? false },
    pageAddress: options.pageAddress,
    behind: () => ({ kind: 'socket', path }),
  });
  if (front.kind !== 'serving') throw new Error(`the front is ${front.kind}`);
  const address = `http://127.0.0.1:${front.port}${pagePrefix}`;
  return {
    address,
    token,
    at: (query = '') => `${address}?cluster${query}#t/${token}`,
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
    close: async () => {
      await front.close();
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      rmSync(folder, { recursive: true });
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
