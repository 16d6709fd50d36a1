import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The files of the built page by their addresses below the page's own: `assets/page-x.js`. */
export type PageFiles = ReadonlyMap<string, string>;

/**
 * Finds the files of a folder, once: an address is looked up among them, so none leads out of the folder. Links and what
 * begins with a dot are left out.
 */
export async function filesOf(folder: string, below = ''): Promise<PageFiles> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
  const found = entries.map(async (entry): Promise<readonly (readonly [string, string])[]> => {
    const address = below + encodeURIComponent(entry.name);
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [...(await filesOf(path, `${address}/`))];
    return entry.isFile() ? [[address, path]] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** What each file is answered with: no page may frame it, read it or take it for anything else than it is. */
const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  // The pages bring the rest of their policy themselves.
  'content-security-policy': "frame-ancestors 'none'",
};

/** Answers with a text of the front's own, as a file of the page. */
export function answerText(response: ServerResponse, text: string): void {
  response
    .writeHead(200, { ...fileHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(text);
}

/** Answers with a file of the page, by its address below the page's own; with 404 where there is none. */
export async function answerFile(response: ServerResponse, files: PageFiles, address: string): Promise<void> {
  const path = files.get(address === '' ? 'index.html' : address);
  // A link may have taken the place of the file since.
  const file =
    path === undefined
      ? undefined
      : await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  if (path === undefined || file === undefined) {
    response
      .writeHead(404, { ...fileHeaders, 'content-type': 'text/plain; charset=utf-8' })
      .end('There is no such file.\n');
    return;
  }
  response.writeHead(200, {
    ...fileHeaders,
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    // The names of assets change with what is in them.
    'cache-control': address.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
  });
  await pipeline(file.createReadStream(), response);
}
