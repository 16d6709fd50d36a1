import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, furtherAfterFirst, test, withMonaco } from './test.ts';

const opened = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill(name);
  await expect(opened(page).getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(opened(page)).toHaveCount(0);
}

test('steps are gone to, added, duplicated, moved, switched off and removed', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways');
  await command(page, 'Step 3');
  await expect(playground.conflict).toBeVisible();
  await command(page, 'Add: Merge patch');
  await expect(playground.step.getByRole('heading', { name: /^Step 4 · Merge patch/ })).toBeVisible();
  await command(page, 'Duplicate the step');
  await expect(playground.step.getByRole('heading', { name: /^Step 5 · Merge patch/ })).toBeVisible();
  await command(page, 'Switch the step off');
  await expect(playground.stepButton(5)).toContainText('off');
  await command(page, 'Move the step up');
  await expect(playground.stepButton(4)).toContainText('off');
  await command(page, 'Remove the step');
  await expect(playground.steps.getByRole('listitem')).toHaveCount(7);
  await command(page, 'Undo');
  await expect(playground.steps.getByRole('listitem')).toHaveCount(8);
});

test('views, examples, drafts and the look of the page are found', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\n');
  await page.getByRole('textbox', { name: 'Title of the scenario' }).fill('My own draft');
  await expect(page).toHaveURL(/#d\//);
  await command(page, 'Show Changes');
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveAttribute('aria-selected', 'true');
  await command(page, 'A conflict and its three ways out');
  await expect(playground.walk).toContainText('Step 1 of 6');
  await command(page, 'My own draft');
  await expect(playground.walk).toHaveCount(0);
  await expect(playground.editor()).toBeVisible();
  await command(page, 'Theme: Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await command(page, 'High contrast');
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
});

test('what cannot be done now says so and does nothing', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Redo the last');
  const redo = opened(page).getByRole('option', { name: /^Redo.*not now/ });
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
  await redo.click({ force: true });
  await expect(opened(page)).toBeVisible();
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  for (const [place, keys] of ['ControlOrMeta+K', 'F1'].entries()) {
    test(
      `${keys} opens the palette, and again closes it, also from within the editor`,
      furtherAfterFirst(place),
      async ({ page }) => {
        const playground = new Playground(page);
        await playground.open('#x/first-configmap');
        await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
        await playground.editor().focus();
        await page.keyboard.press(keys);
        await expect(opened(page)).toBeVisible();
        await page.keyboard.press(keys);
        await expect(opened(page)).toHaveCount(0);
        await expect(playground.editor()).toBeFocused();
      },
    );
  }
});
