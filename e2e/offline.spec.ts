import {
  cpSync,
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { writeServiceWorker } from '../app/offline/plugin.ts';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test.use(withMonaco);

test.use({ serviceWorkers: 'allow' });

/** `E2E_DIST` names the folder of a page that was built elsewhere, to test that one. */
const dist = process.env['E2E_DIST'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const configMap = (colour: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: ${colour}\n`;

/** A server that can be out of reach, or deploy another version. */
class Host {
  folder = dist;
  reachable = true;
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    this.asked.push(pathname);
    const file = join(this.folder, pathname === '/' ? 'index.html' : pathname);
    if (!this.reachable) request.socket.destroy();
    else if (!statSync(file, { throwIfNoEntry: false })?.isFile()) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    }
  });

  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

test('works without a network after a visit, and takes a newer version only when asked to, with the draft kept', async ({
  page,
  context,
}) => {
  const host = new Host();
  const next = mkdtempSync(join(tmpdir(), 'next-version-'));
  try {
    const playground = new Playground(page);
    await page.goto(await host.listen());
    await playground.answered();
    await playground.paste(configMap('green'));
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

    host.reachable = false;
    await page.reload();
    await expect(playground.line('colour: green')).toBeVisible();
    await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
    await playground.follow('x/apply-force@2');
    await expect(playground.stepButton(2)).toContainText('error');

    await playground.follow('');
    host.reachable = true;
    const open = await context.newPage();
    await open.goto(page.url());
    cpSync(dist, next, { recursive: true });
    const gone = readdirSync(join(next, 'assets')).find((name) => name.startsWith('zh-CN')) ?? '';
    rmSync(join(next, 'assets', gone));
    const index = readFileSync(join(next, 'index.html'), 'utf8');
    writeFileSync(join(next, 'index.html'), index.replace('<html ', '<html data-version="next" '));
    await writeServiceWorker(next);
    host.folder = next;
    await page.reload();
    const banner = page.getByText('A new version of the playground is there.');
    await expect(banner).toBeVisible();
    await playground.paste(configMap('blue'));
    await expect(page.locator('html')).not.toHaveAttribute('data-version');

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-version', 'next');
    await expect(playground.line('colour: blue')).toBeVisible();
    await expect(banner).toBeHidden();

    // A page that is still open says that it is no longer the newest, and finds what the newer version does not have.
    await expect(open.locator('html')).not.toHaveAttribute('data-version');
    await expect(open.getByText('A new version of the playground is there.')).toBeVisible();
    const behind = new Playground(open);
    await behind.paste(configMap('red'));
    await expect(behind.line('colour: red')).toBeVisible();
    expect(await open.evaluate(async (name) => (await fetch(`./assets/${name}`)).ok, gone)).toBe(true);
    expect((await fetch(new URL(`assets/${gone}`, page.url()))).status).toBe(404);
    await open.getByRole('button', { name: 'Reload' }).click();
    await expect(open.locator('html')).toHaveAttribute('data-version', 'next');
    await expect(behind.line('colour: red')).toBeVisible();
  } finally {
    host.close();
    rmSync(next, { recursive: true });
  }
});

test(
  'a browser without room for the files of the page says nothing of it, and keeps them once there is',
  further,
  async ({ page }) => {
    const host = new Host();
    try {
      const playground = new Playground(page);
      const address = await host.listen();
      const protocol = await page.context().newCDPSession(page);
      const origin = new URL(address).origin;
      await protocol.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 });
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto(address);
      await playground.answered();
      await playground.paste(configMap('green'));
      await expect(playground.line('colour: green')).toBeVisible();
      // The service worker was fetched, kept what fitted, and was given up.
      await expect.poll(() => host.asked.filter((path) => path === '/sw.js').length).toBeGreaterThan(0);
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
        .toBe(0);
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
      expect(complaints).toEqual([]);

      await protocol.send('Storage.overrideQuotaForOrigin', { origin });
      await page.reload();
      await playground.paste(configMap('blue'));
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      host.reachable = false;
      await page.reload();
      await expect(playground.line('colour: blue')).toBeVisible();
    } finally {
      host.close();
    }
  },
);

const certificate =
  'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: web\nspec:\n  secretName: web-tls\n';

test(
  'known definitions are kept once they were asked for, and done without where they were not',
  further,
  async ({ page }) => {
    const host = new Host();
    try {
      const playground = new Playground(page);
      await page.goto(await host.listen());
      await playground.answered();
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      const kept = () =>
        page.evaluate(async () => {
          const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return files.flat().filter(({ url }) => url.includes('/assets/known-')).length;
        });
      expect(await kept()).toBe(0);
      await playground.paste(certificate);
      await expect(playground.result).toContainText('by the definition of cert-manager');
      await expect.poll(kept).toBe(1);

      host.reachable = false;
      await page.reload();
      await expect(playground.result).toContainText('by the definition of cert-manager');
      await playground.paste('apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: web}\nspec: {}\n');
      await expect(playground.result).toContainText('The definition of ScaledObject is missing');
    } finally {
      host.close();
    }
  },
);

test('the documentation is there without a network once it was visited, with its search', further, async ({ page }) => {
  const host = new Host();
  try {
    const address = await host.listen();
    await page.goto(address);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await page.goto(`${address}docs/guide/index.html`);
    // Nobody has searched yet: the pages and the index are kept a few seconds after the first of them was opened.
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.match('/docs/search-en.json', { ignoreSearch: true }))?.status),
      )
      .toBe(200);
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/docs/survey.html', { ignoreSearch: true }))?.status))
      .toBe(200);
    host.reachable = false;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Guide to field management', level: 1 })).toBeVisible();
    await page.getByRole('searchbox').fill('finalizer');
    await expect(page.getByRole('link', { name: /Finalizers/ }).first()).toBeVisible();
    await page.goto(`${address}docs/survey.html`);
    await page.getByRole('searchbox').fill('heat map');
    await expect(page.getByRole('link', { name: /survey/i }).first()).toBeVisible();
  } finally {
    host.close();
  }
});
