import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { test, withMonaco } from './test.ts';

test.use(withMonaco);

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const prefix = '/some/sub/path/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.yaml': 'text/yaml',
};

let server: Server;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(dist, path.slice(prefix.length) || 'index.html');
    if (!path.startsWith(prefix) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

test.afterAll(() => new Promise((closed) => server.close(closed)));

test('the page works from a sub-path: editor, engine and examples', async ({ page }) => {
  const { port } = server.address() as AddressInfo;
  const missing: string[] = [];
  page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
  await page.goto(`http://127.0.0.1:${port}${prefix}`);
  const playground = new Playground(page);
  await playground.openExample('A first ConfigMap');
  await expect(playground.stepButton(1)).toContainText('created');
  await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
  expect(missing).toEqual([]);
});
