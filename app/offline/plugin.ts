import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { rareChunks } from '../chunks/groups.ts';
import { oneScript } from '../chunks/one-script.ts';

const entry = fileURLToPath(new URL('service-worker.ts', import.meta.url));
const fileName = 'sw.js';
/**
 * Files that are not stored: those of embedded pages, which do without a service worker, those that the page does
 * not ask for, and the pages of examples, which the gallery has as well.
 */
const notKept =
  /^(?:sw\.js|404\.html|robots\.txt|sitemap\.xml|embed[-.].*|assets\/embed-.*|docs\/examples\/.*|.*\.yaml)$/;
/**
 * Files that are stored once they were asked for: stored views of examples, the documentation, known definitions of kinds,
 * and what only the cluster mode needs.
 */
const isKeptLater = (path: string) => /^(?:views|docs)\//.test(path) || rareChunks.test(path);

/** Adds the service worker to the built page, with the list of the files that it stores. */
export function offline(): Plugin {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // The worker of the engine is built separately.
        if (this.environment.name === 'client') await writeServiceWorker(folder);
      },
    },
  };
}

/** Writes the service worker of the built page in a folder, for the files that are there now. */
export async function writeServiceWorker(folder: string): Promise<void> {
  const files = filesIn(folder);
  const isLater = ([path]: Files[number]) => isKeptLater(path);
  const version = digestOf(JSON.stringify(files));
  const built = { version, files: files.filter((file) => !isLater(file)), later: files.filter(isLater) };
  writeFileSync(join(folder, fileName), await oneScript(entry, { built: JSON.stringify(built) }));
}

type Files = readonly (readonly [path: string, digest: string])[];

/** Returns the files to store, each with the beginning of its SHA-256. */
function filesIn(folder: string): Files {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !notKept.test(path))
    .sort()
    .map((path) => [path, digestOf(readFileSync(join(folder, path)))] as const);
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
