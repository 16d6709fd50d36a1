import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test.use(withMonaco);

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  b: c\n';

test('Tab indents in the editor, and there are ways out of it by keys', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
  await playground.paste(text);
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.editor().focus();
  const keys = playground.step.locator('.editor-keys');

  await test.step('it says that Tab indents, and how to get out', async () => {
    await expect(playground.editor()).toHaveAccessibleName(/Tab indents; press Escape, then Tab to leave\. Ctrl\+M/);
    await expect(keys).toContainText('Tab indents');
    const before = await playground.step.locator('.view-lines').textContent();
    await page.keyboard.press('Tab');
    await expect(playground.editor()).toBeFocused();
    // Read as it is: the two spaces count.
    await expect.poll(() => playground.step.locator('.view-lines').textContent()).not.toBe(before);
    await page.keyboard.press('ControlOrMeta+Z');
  });

  await test.step('Escape, then Tab leaves it, once', async () => {
    await page.keyboard.press('Escape');
    await expect(keys).toContainText('Tab leaves the editor now');
    await page.keyboard.press('Tab');
    await expect(playground.editor()).not.toBeFocused();
    // Back again by keys, where Tab indents as before.
    await page.keyboard.press('Shift+Tab');
    await expect(playground.editor()).toBeFocused();
    await expect(keys).toContainText('Tab indents');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await expect(playground.editor()).not.toBeFocused();
  });

  await test.step('Escape first closes the list of completions', async () => {
    await playground.editor().focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Control+Space');
    await expect(page.locator('.suggest-widget.visible')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.suggest-widget.visible')).toHaveCount(0);
    await expect(keys).toContainText('Tab indents');
  });

  await test.step('Ctrl+M switches what Tab does', async () => {
    await page.keyboard.press('Control+m');
    await expect(keys).toContainText('Tab leaves the editor');
    await page.keyboard.press('Tab');
    await expect(playground.editor()).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(playground.editor()).toBeFocused();
    await page.keyboard.press('Control+m');
    await expect(keys).toContainText('Tab indents');
  });
});
