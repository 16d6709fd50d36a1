import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A network: how long an answer takes to begin, and how much all answers together bring a second. */
export interface Network {
  readonly latencyMs: number;
  /** Bytes; `Infinity` for as fast as can be. */
  readonly perSecond: number;
}

/** Changes the text of a file, by its path in the folder; undefined where there is to be none. */
export type Change = (path: string, text: string) => string | undefined;

/** A server of a folder on this machine that answers as a network would. */
export interface SlowServer {
  readonly address: string;
  /** Answers from now on as this network does, and puts each text through `change` first. */
  become(network: Network, change?: Change): void;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Milliseconds between two pieces of an answer. */
const pieceMs = 10;

/**
 * Serves a folder, gzipped, over a network that is made slow here and not by the browser, so that workers have the same
 * one as the page.
 */
export async function slowServer(folder: string): Promise<SlowServer> {
  let network: Network = { latencyMs: 0, perSecond: Number.POSITIVE_INFINITY };
  const unchanged: Change = (_, text) => text;
  let change = unchanged;
  const bodies = new Map<string, Buffer>();
  const sending = new Set<{ rest: Buffer; readonly response: ServerResponse }>();
  const timer = setInterval(() => {
    let left = (network.perSecond * pieceMs) / 1000;
    for (const each of sending) {
      const share = Math.ceil(left / sending.size);
      const piece = each.rest.subarray(0, share);
      each.rest = each.rest.subarray(piece.length);
      left -= piece.length;
      each.response.write(piece);
      if (each.rest.length > 0) continue;
      each.response.end();
      sending.delete(each);
    }
  }, pieceMs);
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const type = types[extname(file)];
    const isThere = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    const body = bodies.get(file) ?? (isThere ? bodyOf(file, type !== undefined) : undefined);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    bodies.set(file, body);
    setTimeout(() => {
      response.writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        ...(type === undefined ? {} : { 'content-encoding': 'gzip' }),
        'content-length': body.length,
      });
      if (network.perSecond === Number.POSITIVE_INFINITY) response.end(body);
      else sending.add({ rest: body, response });
    }, network.latencyMs);
  });
  const bodyOf = (file: string, isText: boolean) => {
    const bytes = readFileSync(file);
    const text = isText ? change(file.slice(folder.length), bytes.toString('utf8')) : undefined;
    return text === undefined ? (isText ? undefined : bytes) : gzipSync(text, { level: 9 });
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: (next, changed = unchanged) => {
      network = next;
      change = changed;
      bodies.clear();
    },
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}
