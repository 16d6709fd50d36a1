import { expect, test } from '@playwright/test';
import { Playground } from './page.ts';

test('broken YAML is marked at its place, the last good result stays and is marked stale, and mending recovers', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.openExample('A first ConfigMap');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await playground.selectStep(1);
  const before = await playground.line('kind: ConfigMap').count();
  expect(before).toBe(1);

  await playground.editor().focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n  - broken: [');
  await expect(playground.stepButton(1)).toContainText('error');
  await expect(playground.result.getByText('stale')).toBeVisible();
  await expect(playground.step.locator('.squiggly-error').first()).toBeVisible();

  for (let i = 0; i < '\n  - broken: ['.length + 4; i++) await page.keyboard.press('ControlOrMeta+Z');
  await expect(playground.stepButton(1)).toContainText('created');
  await expect(playground.result.getByText('stale')).toHaveCount(0);
});

test('a field that the schema does not declare is refused in the server’s words and marked', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.openExample('A conflict and its three ways out');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await playground.selectStep(1);
  await playground.paste('apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replica: 2\n');
  await expect(playground.stepButton(1)).toContainText('error');
  await expect(playground.step).toContainText('.spec.replica: field not declared in schema');
  await expect(playground.step.locator('.squiggly-error').first()).toBeVisible();
});
