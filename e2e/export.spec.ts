import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

test('the object with its owners is saved as a drawing that stands by itself', async ({ page, context }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@4');
  await playground.result.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as SVG' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('deployment-web.svg');
  const svg = await readFile(await file.path(), 'utf8');
  expect(svg).not.toMatch(/<script|foreignObject|<style|href=/i);
  expect(svg).toContain('managedFields: 2 entries');
  const drawing = await context.newPage();
  await drawing.setContent(svg);
  for (const text of ['replicas', 'shared: pipeline and kubectl-replace', 'Managers', 'kubectl-replace']) {
    await expect(drawing.locator('svg').getByText(text).first()).toBeVisible();
  }
});

test('the drawing is on a light ground, also from a dark page', further, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const playground = new Playground(page);
  await playground.open('#x/first-configmap@2');
  await playground.result.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as SVG' }).click();
  const svg = await readFile(await (await saved).path(), 'utf8');
  expect(svg).toMatch(/<rect width="\d+" height="\d+" fill="rgb\(255, 255, 255\)"\/>/);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'light');
});
