import { expect, type Page } from '@playwright/test';
import { guard } from './hostile/guard.ts';
import { Playground } from './page.ts';
import { test } from './test.ts';

/** A kind that v1.34 serves as alpha and v1.37 does not, and objects for which nothing changes. */
const objects = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {a: b}
---
apiVersion: resource.k8s.io/v1beta1
kind: DeviceClass
metadata: {name: gpu}
spec: {}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: other, namespace: shop}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: "<img src=x onerror=alert(1)>", namespace: shop}
`;

const view = (page: Page) => page.getByRole('region', { name: 'Upgrade' });

test('what an upgrade changes is found from the first page, and an object of it opens', async ({ page, baseURL }) => {
  const watch = await guard(page, [baseURL ?? '']);
  const playground = new Playground(page);
  await playground.open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('See what an upgrade changes');
  await page.keyboard.press('Enter');
  const dump = { name: 'dump.yaml', mimeType: 'text/yaml', buffer: Buffer.from(objects) };
  await page.locator('.survey input[type=file]').first().setInputFiles(dump);
  await view(page).getByLabel('From', { exact: true }).selectOption('v1.33');
  await view(page).getByLabel('To', { exact: true }).selectOption('v1.37');
  await expect(view(page).getByRole('status')).toHaveText(
    /^(Something changes for \d|Nothing changes for any) of 4 objects\.$/,
  );

  await test.step('the other way round, other sentences', async () => {
    await view(page).getByLabel('From', { exact: true }).selectOption('v1.37');
    await view(page).getByLabel('To', { exact: true }).selectOption('v1.33');
    await expect(view(page).getByRole('list', { name: 'What changes from v1.37 to v1.33' })).toBeAttached();
    await expect(view(page).getByRole('status')).toContainText('of 4 objects.');
  });

  await test.step('the filter chooses the objects', async () => {
    await page.getByRole('combobox', { name: 'Filter' }).fill('kind:ConfigMap');
    await expect(view(page).getByRole('status')).toHaveText('Nothing changes for any of 2 objects.');
  });
  await test.step('an object opens', async () => {
    await page.getByRole('combobox', { name: 'Filter' }).fill('kind:DeviceClass');
    await view(page).getByRole('button', { name: 'DeviceClass gpu' }).click();
    await expect(view(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /Back to/ })).toBeVisible();
  });
  await watch.expectClean('an upgrade');
});
