import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

/** Pages of somebody else's, on an origin and a site of their own. */
export interface HostServer {
  /** The address of a file of this folder, or of a page that `show` was given. */
  address(path: string): string;
  /** Serves a page, made in the test, at a path. */
  show(path: string, html: string): string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.yaml': 'application/yaml',
};

/**
 * Serves the files of this folder. `PLAYGROUND` in a page becomes the address of the playground. With `?strict` a page
 * has the policy that `docs/embedding.md` names for hosts: no inline scripts, and nothing of the playground's but its
 * loader and its frames.
 */
export async function serveHostPages(playground: string): Promise<HostServer> {
  const made = new Map<string, string>();
  const origin = new URL(playground).origin;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    `frame-src ${origin}`,
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
  ].join('; ');

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const type = types[extname(pathname)];
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const text = made.get(pathname) ?? (await fileText(pathname));
    if (type === undefined || text === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', type);
    if (searchParams.has('strict')) response.setHeader('Content-Security-Policy', policy);
    response.end(text.replaceAll('PLAYGROUND', playground));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  // Another name than the playground's, so that browsers take the two for different sites.
  const address = (path: string) => `http://localhost:${port}/${path}`;
  return {
    address,
    show(path, html) {
      made.set(`/${path}`, html);
      return address(path);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The text of a file of this folder. */
function fileText(path: string): Promise<string | undefined> {
  if (!/^\/[\w-]+\.\w+$/.test(path)) return Promise.resolve(undefined);
  return readFile(new URL(`.${path}`, import.meta.url), 'utf8').catch(() => undefined);
}
