import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { further, test } from '../test.ts';
import { type Loot, serveAttacker, takenIn } from './attacker.ts';
import { kubectlFront } from './real-front.ts';
import { serveCluster } from './serve-cluster.ts';
import { secretValue, shopApi } from './shop-api.ts';

/** What a page of somebody else's takes from an origin. */
async function lootOf(page: Page, origin: string): Promise<Loot> {
  const attacker = await serveAttacker();
  await page.goto(attacker.address(origin));
  await expect(page).toHaveTitle('done', { timeout: 90_000 });
  const loot: Loot = JSON.parse((await page.locator('body').getAttribute('data-loot')) ?? '{}');
  await attacker.close();
  return loot;
}

test(
  'a page of another port takes nothing from the front, and nothing reaches the API',
  further,
  async ({ page, context }) => {
    const server = await serveCluster(await shopApi(), { secrets: true });
    const { origin } = new URL(server.address);
    // The user has the page open meanwhile, so the browser has all that it keeps for that origin.
    const own = await context.newPage();
    await own.goto(server.at());
    await expect(own.getByRole('region', { name: 'Connection to the cluster' })).toContainText('as admin');
    const before = server.sent.length;
    const loot = await lootOf(page, origin);
    expect(Object.keys(loot).length).toBeGreaterThan(20);
    expect(takenIn(loot, [secretValue, server.token])).toEqual([]);
    expect(server.sent.slice(before)).toEqual([]);
    // A link with the port, and without the token.
    await page.setContent(`<a href="${server.address}?cluster&open=secret/x&namespace=shop">A link</a>`);
    await page.getByRole('link').click();
    await expect(page.getByRole('alert')).toContainText('This tab has no token');
    // Nor is a window of use that the page opened and keeps hold of.
    const popup = page.context().waitForEvent('page');
    await page.goto((await serveNothing()).address);
    await page.evaluate((address) => {
      Object.assign(window, { other: window.open(address) });
    }, `${server.address}?cluster`);
    await (await popup).waitForLoadState();
    expect(await page.evaluate(() => (Reflect.get(window, 'other') as Window | null)?.closed ?? true)).toBe(true);
    expect(server.sent.slice(before)).toEqual([]);
    await server.close();
  },
);

test(
  'the same page takes what it wants from a port without the front, so the attacks are real ones',
  further,
  async ({ page }) => {
    const reached: string[] = [];
    const bare = createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ kind: 'SecretList', value: secretValue }));
    });
    bare.on('upgrade', (request, socket) => {
      reached.push(`upgrade ${request.url}`);
      socket.destroy();
    });
    await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
    const loot = await lootOf(page, `http://127.0.0.1:${(bare.address() as AddressInfo).port}`);
    expect(reached).toEqual(
      expect.arrayContaining([
        'upgrade /api/v1/secrets?watch=1',
        'POST /api/v1/namespaces/default/configmaps',
        'POST /api/v1/namespaces/default/configmaps?dryRun=All',
        'GET /api/v1/secrets',
        'GET /playground/?cluster&open=secret/x',
      ]),
    );
    expect(loot['POST of a Blob without a type']).toContain('opaque');
    bare.closeAllConnections();
    bare.close();
  },
);

test('a name that was led to this machine, and programs of it, get nothing without the token', async () => {
  const server = await serveCluster(await shopApi(), { secrets: true });
  const { host, port } = new URL(server.address);
  const told = (first: string, ...headers: readonly string[]) =>
    new Promise<string>((done) => {
      let back = '';
      const wire = connect(Number(port), '127.0.0.1', () => {
        wire.write(`${[first, ...headers, 'Accept: application/json', 'Connection: close', '', ''].join('\r\n')}`);
      });
      wire.setEncoding('utf8').on('data', (text: string) => {
        back += text;
      });
      wire.on('close', () => done(back)).on('error', () => {});
    });
  const own = `X-Managed-Fields-Token: ${server.token}`;
  const secrets = 'GET /api/v1/namespaces/shop/secrets/x HTTP/1.1';
  const refused = [
    await told(secrets, `Host: ${host}`),
    await told(secrets, `Host: ${host}`, `Cookie: token=${server.token}`),
    await told(secrets, `Host: ${host}`, `Authorization: Bearer ${server.token}`),
    await told(secrets.replace(' HTTP', `?token=${server.token} HTTP`), `Host: ${host}`),
    await told(secrets, `Host: evil.example:${port}`, own),
    await told(secrets, `Host: mf-0123456789abcdef.localhost:${port}`, own),
    await told('GET /playground/ HTTP/1.1', `Host: evil.example:${port}`),
    await told(secrets, `Host: ${host}`, own, 'Sec-Fetch-Site: cross-site'),
    await told(secrets, `Host: ${host}`, own, 'Sec-Fetch-Site: same-site'),
    await told(secrets, `Host: ${host}`, own, 'Origin: http://127.0.0.1:1'),
    await told(secrets, `Host: ${host}`, own, 'Connection: Upgrade', 'Upgrade: websocket'),
  ];
  for (const each of refused) expect(each).toMatch(/^HTTP\/1\.1 40[13] /);
  for (const each of refused) expect(each).not.toContain(secretValue);
  expect(server.sent).toEqual([]);
  expect(await told(secrets, `Host: ${host}`, own)).toContain(secretValue);
  await server.close();
});

/** With a real server and kubectl, by `pnpm e2e:cluster --server URL --kubectl PROGRAM`: CI has neither. */
const real = kubectlFront();
test.describe('with a real kubectl', () => {
  test.skip(real === undefined, 'needs a server and a kubectl: pnpm e2e:cluster --server URL --kubectl PROGRAM');

  test(
    'a page of another port takes nothing from the command, and makes nothing in the cluster',
    further,
    async ({ page, context }) => {
      if (real === undefined) return;
      const command = await real.start(['--secrets']);
      try {
        const own = await context.newPage();
        await own.goto(command.address);
        await expect(own.getByRole('region', { name: 'Connection to the cluster' })).toContainText('as admin');
        const { origin } = new URL(command.address);
        expect(takenIn(await lootOf(page, origin), [command.token])).toEqual([]);
        expect(await real.kubectl(['get', 'configmap', 'made-by-a-foreign-page', '--ignore-not-found'])).toBe('');
        // The page itself reads by the same port.
        await own.goto(`${origin}/playground/?cluster&open=namespace/default`);
        await expect(own.getByRole('region', { name: 'Result of the selected step' })).toContainText(
          'v1 Namespace default',
        );
      } finally {
        await command.end();
      }
    },
  );

  test('the same page makes a ConfigMap by the port of a bare kubectl proxy', further, async ({ page }) => {
    if (real === undefined) return;
    const bare = await real.bare();
    try {
      const loot = await lootOf(page, bare.origin);
      expect(loot['WebSocket that watches Secrets']).toMatch(/^(?:read|opened)/);
      expect(await real.kubectl(['get', 'configmap', 'made-by-a-foreign-page', '-o', 'name'])).toContain('configmap/');
    } finally {
      await bare.end();
      await real.kubectl(['delete', 'configmap', 'made-by-a-foreign-page', '--ignore-not-found']);
    }
  });
});

/** An empty page on a port of its own. */
async function serveNothing(): Promise<{ readonly address: string }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>x</title>'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
