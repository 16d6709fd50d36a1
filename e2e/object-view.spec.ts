import AxeBuilder from '@axe-core/playwright';
import { service } from '@managed-fields/player/sample-texts';
import { expect, type Page } from '@playwright/test';
import { bundled } from './host/bundled.ts';
import { further, test } from './test.ts';

// `<managed-fields-view>` and its component of React, in a page of somebody else's with a strict policy.

const origin = 'https://host.example';
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

const elementPage = `
import { defineManagedFieldsView } from '@managed-fields/view';
defineManagedFieldsView();
document.querySelector('#own').object = ${JSON.stringify(service)};
`;

const reactPage = `
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ManagedFieldsView } from '@managed-fields/view/react';
const first = ${JSON.stringify(service)};
const second = { ...first, spec: { ...first.spec, type: 'NodePort' } };
const App = () => {
  const [object, setObject] = useState(first);
  return createElement('main', {},
    createElement('button', { onClick: () => setObject(second) }, 'Other'),
    createElement(ManagedFieldsView, { object, theme: 'dark', label: 'The Service' }));
};
createRoot(document.body).render(createElement(App));
`;

async function show(page: Page, code: string, body: string): Promise<void> {
  const made = await bundled(code);
  await page.route(`${origin}/**`, (route) => {
    const isPage = new URL(route.request().url()).pathname === '/';
    const html = `<!doctype html><html lang="en"><title>Host</title><style></style>${body}<script type="module" src="/page.js"></script>`;
    return route.fulfill({
      contentType: isPage ? 'text/html; charset=utf-8' : 'text/javascript',
      headers: isPage ? { 'content-security-policy': policy } : {},
      body: isPage ? html.replace('<style></style>', '') : made,
    });
  });
  await page.goto(`${origin}/`);
}

test('the element draws an object with its owners, under a strict policy, and reads the text inside of it', async ({
  page,
}) => {
  const own = '<managed-fields-view id="own"></managed-fields-view>';
  const inside = `<managed-fields-view id="inside" theme="light">${JSON.stringify({ kind: 'ConfigMap' })}</managed-fields-view>`;
  await show(
    page,
    elementPage,
    `<main><h1>A host</h1>${own}${inside}<managed-fields-view id="broken">{</managed-fields-view></main>`,
  );
  const view = page.locator('#own');
  await expect(view.getByRole('figure')).toHaveAccessibleName('Service web');
  await expect(view.getByText('ClusterIP')).toBeVisible();
  await expect(view.getByText('alice').filter({ visible: true }).first()).toBeVisible();
  await expect(view.getByText('helm').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('#inside')).toContainText('This object has no managedFields');
  await expect(page.locator('#broken')).toContainText('This is no JSON');
  // The style sheet of the view counts: its lines have a gutter with a bar in the colour of an owner.
  const bar = view
    .locator('.mf-gutter')
    .filter({ has: page.locator('*') })
    .first();
  expect(await bar.evaluate((element) => getComputedStyle(element).width)).not.toBe('auto');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/element.png`, fullPage: true });
});

test('the component of React follows its object', further, async ({ page }) => {
  await show(page, reactPage, '');
  const view = page.locator('managed-fields-view');
  await expect(view.getByRole('figure')).toHaveAccessibleName('The Service');
  await expect(view.getByText('ClusterIP')).toBeVisible();
  await page.getByRole('button', { name: 'Other' }).click();
  await expect(view.getByText('NodePort')).toBeVisible();
  await expect(view.getByText('ClusterIP')).toHaveCount(0);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/react.png`, fullPage: true });
});
