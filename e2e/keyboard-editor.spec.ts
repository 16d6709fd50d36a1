import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { test } from './test.ts';

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  b: c\n';

async function open(page: Page): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open();
  await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
  await playground.paste(text);
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.editor().focus();
  return playground;
}

test('the editor says that Tab indents, and how to get out', async ({ page }) => {
  const playground = await open(page);
  await expect(playground.editor()).toHaveAccessibleName(/Tab indents; press Escape, then Tab to leave\. Ctrl\+M/);
  await expect(playground.step.locator('.editor-keys')).toContainText('Tab indents');
  const before = await playground.step.locator('.view-lines').textContent();
  await page.keyboard.press('Tab');
  await expect(playground.editor()).toBeFocused();
  // Read as it is: the two spaces count.
  await expect.poll(() => playground.step.locator('.view-lines').textContent()).not.toBe(before);
});

test('Escape, then Tab leaves the editor, once', async ({ page }) => {
  const playground = await open(page);
  await page.keyboard.press('Escape');
  await expect(playground.step.locator('.editor-keys')).toContainText('Tab leaves the editor now');
  await page.keyboard.press('Tab');
  await expect(playground.editor()).not.toBeFocused();
  // Back again by keys, where Tab indents as before.
  await page.keyboard.press('Shift+Tab');
  await expect(playground.editor()).toBeFocused();
  await expect(playground.step.locator('.editor-keys')).toContainText('Tab indents');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(playground.editor()).not.toBeFocused();
});

test('Escape first closes the list of completions', async ({ page }) => {
  const playground = await open(page);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget.visible')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.suggest-widget.visible')).toHaveCount(0);
  await expect(playground.step.locator('.editor-keys')).toContainText('Tab indents');
});

test('Ctrl+M switches what Tab does', async ({ page }) => {
  const playground = await open(page);
  await page.keyboard.press('Control+m');
  await expect(playground.step.locator('.editor-keys')).toContainText('Tab leaves the editor');
  await page.keyboard.press('Tab');
  await expect(playground.editor()).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(playground.editor()).toBeFocused();
  await page.keyboard.press('Control+m');
  await expect(playground.step.locator('.editor-keys')).toContainText('Tab indents');
});
