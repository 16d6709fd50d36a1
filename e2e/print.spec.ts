import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

test('on paper stand the object with its owners and the legend, and nothing else', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@4');
  await playground.result.getByRole('tab', { name: 'Table' }).click();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { name: 'apps/v1 Deployment default/web' })).toBeVisible();
  await expect(sheet.getByRole('listitem')).toContainText(['pipeline', 'kubectl-replace']);
  await expect(sheet).toContainText('shared: pipeline and kubectl-replace');
  await expect(sheet).toContainText('managedFields: ▸ 2 entries');
  await expect(sheet).not.toContainText('f:replicas');
  await expect(playground.steps).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(playground.steps).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test('every line of a long object goes on paper', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const data = Array.from({ length: 2500 }, (_, index) => `  key-${index}: value`).join('\n');
  await playground.paste(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\ndata:\n${data}\n`);
  await expect(playground.stepButton(1)).toContainText('read');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').getByText('key-2499').first()).toBeVisible();
});
