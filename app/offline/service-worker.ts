// The service worker of the built page. It stores the files of the page as one version, completely or not at all, and
// answers requests with them. A newer version waits until the user loads it. Requests of pages in frames go to the
// network.

/** Files by their path, each with the beginning of its SHA-256. */
type Files = readonly (readonly [path: string, digest: string])[];

/**
 * Written by the build: the name of the version, the files that are stored at once, and those that are stored when they
 * are asked for.
 */
declare const built: { readonly version: string; readonly files: Files; readonly later: Files };

/**
 * The part of a service worker's scope that is used here. TypeScript's library for it cannot be used together with that
 * for pages.
 */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'fetch', handle: (event: WorkerEvent) => void): void;
  addEventListener(type: 'message', handle: (event: MessageEvent<unknown>) => void): void;
}

interface WorkerEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

declare const self: WorkerScope;

const { scope } = self.registration;
const prefix = `managed-fields ${scope} `;
const { version, files, later } = built;
const name = prefix + version;
const digests = new Map([...files, ...later]);
/** The ids of pages in frames. */
const nested = new Set<string>();
/** How many files are fetched at a time. */
const parallelFetches = 4;

self.addEventListener('install', (event) => event.waitUntil(keepFiles()));
self.addEventListener('activate', (event) => event.waitUntil(dropOldFiles()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request;
  const { href, pathname } = new URL(url);
  if (method !== 'GET' || !href.startsWith(scope)) return;
  const path = pathname.slice(new URL(scope).pathname.length);
  if (mode === 'navigate') {
    if (destination !== 'document') nested.add(event.resultingClientId);
    else if (path === '' || path === 'index.html') event.respondWith(file(event.request, 'index.html'));
    // A page that is not of this version, as during a deployment, is as good.
    else if (digests.has(path)) event.respondWith(file(event.request, path).catch(() => fetch(event.request)));
  } else if (!nested.has(event.clientId) && (digests.has(path) || path.startsWith('assets/'))) {
    event.respondWith(file(event.request, path));
  }
});

async function file(request: Request, path: string): Promise<Response> {
  const digest = digests.get(path);
  return (await kept(path)) ?? (digest === undefined ? fetch(request) : keep(path, digest));
}

/** Returns a stored file of this version, or of an older one, which a page that is still open may ask for. */
async function kept(path: string): Promise<Response | undefined> {
  const digest = digests.get(path);
  if (digest === undefined) return caches.match(scope + path, { ignoreSearch: true });
  return (await caches.open(name)).match(keyOf(path, digest));
}

async function keepFiles(): Promise<void> {
  const left = [...files];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await keep(...next);
  };
  await Promise.all(Array.from({ length: parallelFetches }, work));
}

/** Stores a file. A file that did not change since another version is copied from there. */
async function keep(path: string, digest: string): Promise<Response> {
  const key = keyOf(path, digest);
  const response = (await caches.match(key)) ?? (await fetchFile(path, digest));
  await (await caches.open(name)).put(key, response.clone());
  return response;
}

/** Fetches a file, and rejects one that is not of this version, as happens during a deployment. */
async function fetchFile(path: string, digest: string): Promise<Response> {
  const response = await fetch(scope + path, { cache: path.startsWith('assets/') ? 'default' : 'no-cache' });
  const body = await response.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const found = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!response.ok || !found.startsWith(digest)) throw new Error(`${path} is not that of version ${version}`);
  return new Response(body, { headers: response.headers });
}

/** Files of the version before stay, because pages that are still open may run it. */
async function dropOldFiles(): Promise<void> {
  const others = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
  await Promise.all(others.slice(0, -1).map((each) => caches.delete(each)));
  await self.clients.claim();
}

function keyOf(path: string, digest: string): string {
  return `${scope}${path}?${digest}`;
}
