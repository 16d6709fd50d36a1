import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page of somebody else's got from the attacks of `attack`, by their names. */
export type Loot = Readonly<Record<string, string>>;

/** Runs in a page of another origin, and tries what such a page can to reach the API at an origin. */
export async function attack(target: string): Promise<Loot> {
  const socketTarget = target.replace('http:', 'ws:');
  const loot: Record<string, string> = {};
  const object = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"made-by-a-foreign-page"}}';
  const maps = `${target}/api/v1/namespaces/default/configmaps`;
  const tried = async (name: string, run: () => Promise<string>) => {
    loot[name] = await Promise.race([
      run().catch((error: unknown) => `failed: ${String(error)}`),
      new Promise<string>((done) => setTimeout(() => done('nothing came'), 4000)),
    ]);
  };
  const socket = (path: string, protocols: string[] = []) =>
    new Promise<string>((done) => {
      const opened = new WebSocket(`${socketTarget}${path}`, protocols);
      opened.onmessage = ({ data }) => done(`read: ${String(data)}`);
      opened.onopen = () => setTimeout(() => done('opened'), 1500);
      opened.onerror = () => done('refused');
    });
  const element = (tag: 'img' | 'script' | 'link' | 'iframe' | 'object', attributes: Record<string, string>) =>
    new Promise<string>((done) => {
      const made = Object.assign(document.createElement(tag), attributes);
      made.onload = () => done('loaded');
      made.onerror = () => done('refused');
      document.body.append(made);
    });
  const sent = async (address: string, options: RequestInit) => {
    const response = await fetch(address, options);
    return `${response.type} ${response.status} ${await response.text()}`;
  };

  await tried('WebSocket that watches Secrets', () => socket('/api/v1/secrets?watch=1'));
  await tried('WebSocket with the form of kubectl', () => socket('/api/v1/pods?watch=true', ['v5.channel.k8s.io']));
  await tried('WebSocket to the page', () => socket('/playground/'));
  await tried('POST of a Blob without a type', () =>
    sent(maps, { method: 'POST', mode: 'no-cors', body: new Blob([object]) }),
  );
  await tried('POST of a Blob as a dry run', () =>
    sent(`${maps}?dryRun=All`, { method: 'POST', mode: 'no-cors', body: new Blob([object]) }),
  );
  await tried('POST as text', () => sent(maps, { method: 'POST', mode: 'no-cors', body: object }));
  await tried('beacon', async () => String(navigator.sendBeacon(maps, new Blob([object]))));
  await tried('GET without CORS', () => sent(`${target}/api/v1/secrets`, { mode: 'no-cors' }));
  await tried('GET with cookies', () => sent(`${target}/version`, { mode: 'no-cors', credentials: 'include' }));
  await tried('GET that wants to read', () => sent(`${target}/api/v1/secrets`, { mode: 'cors' }));
  await tried('GET with a guessed token', () =>
    sent(`${target}/version`, { headers: { 'X-Managed-Fields-Token': '0'.repeat(64) } }),
  );
  await tried('PATCH', () => sent(`${maps}/a`, { method: 'PATCH', body: object }));
  await tried('DELETE', () => sent(`${maps}/a`, { method: 'DELETE' }));
  await tried('what the front tells the page', () => sent(`${target}/playground/front.json`, {}));
  await tried(
    'event stream',
    () =>
      new Promise((done) => {
        const events = new EventSource(`${target}/api/v1/pods?watch=true`);
        events.onmessage = ({ data }) => done(`read: ${String(data)}`);
        events.onerror = () => done('refused');
      }),
  );
  await tried('image of the API', () => element('img', { src: `${target}/api/v1/secrets` }));
  await tried('image of the page', () => element('img', { src: `${target}/playground/icon.svg` }));
  await tried('script of the API', () => element('script', { src: `${target}/api/v1/secrets` }));
  await tried('script of the page', () => element('script', { src: `${target}/playground/theme.js` }));
  await tried('style of the page', () => element('link', { rel: 'stylesheet', href: `${target}/playground/theme.js` }));
  await tried('frame of the API', () => element('iframe', { src: `${target}/api/v1/secrets` }));
  await tried('frame of the page', async () => {
    const ended = await element('iframe', { src: `${target}/playground/?cluster&open=secret/x` });
    const frame = [...document.querySelectorAll('iframe')].at(-1);
    // What a frame shows that was refused is another origin, too: its size tells nothing, its messages would.
    const said = new Promise<string>((done) => addEventListener('message', () => done('spoke'), { once: true }));
    frame?.contentWindow?.postMessage('hello', '*');
    return Promise.race([said, new Promise<string>((done) => setTimeout(() => done(ended), 1000))]);
  });
  await tried('form', async () => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'answers' });
    const form = Object.assign(document.createElement('form'), {
      ...{ action: `${maps}?dryRun=All`, method: 'post', enctype: 'text/plain', target: 'answers' },
    });
    form.append(Object.assign(document.createElement('input'), { name: object.slice(0, -1), value: '}' }));
    document.body.append(frame, form);
    form.submit();
    return new Promise((done) => setTimeout(() => done('sent'), 1500));
  });
  return loot;
}

/** A page of somebody else's on a port of its own, which attacks the origin that its query names as soon as it is open. */
export async function serveAttacker(): Promise<{ address(target: string): string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/attack.js') {
      response.setHeader('content-type', 'text/javascript');
      // What a compiler leaves of the function may name a helper of its own.
      response.end(
        `const __name = (f) => f;\n(${attack.toString()})(new URLSearchParams(location.search).get('target')).then((loot) => {\n  document.title = 'done';\n  document.body.dataset.loot = JSON.stringify(loot);\n});`,
      );
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A page</title><body><script src="/attack.js"></script>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: (target) => `http://127.0.0.1:${port}/?target=${encodeURIComponent(target)}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** What stands in the loot that must not: an answer that was read, a socket that opened, a file that was taken in. */
export function takenIn(loot: Loot, secrets: readonly string[]): readonly string[] {
  return Object.entries(loot)
    .filter(
      ([name, got]) =>
        /^(?:read: |opened|spoke)/.test(got) ||
        /^(?:basic|cors|default) /.test(got) ||
        (got === 'loaded' && !name.startsWith('frame of')) ||
        secrets.some((each) => got.includes(each)),
    )
    .map(([name, got]) => `${name}: ${got.slice(0, 200)}`);
}
