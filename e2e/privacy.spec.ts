import { expect, test } from '@playwright/test';
import { Playground } from './page.ts';

test('typing, sharing and opening examples sends nothing to another origin', async ({ page, baseURL }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  password: hunter2\n');
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.link();
  await playground.openExample('A first ConfigMap');
  await expect(playground.stepButton(1)).toContainText('created');

  const elsewhere = requests.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url));
  expect(elsewhere).toEqual([]);
  expect(requests.filter((url) => url.includes('hunter2'))).toEqual([]);
  expect(violations).toEqual([]);
});

test('the built page carries its Content-Security-Policy', async ({ page }) => {
  await page.goto('/');
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
});
