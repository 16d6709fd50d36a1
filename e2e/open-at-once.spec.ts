import { expect, type Page, test } from '@playwright/test';
import { Playground } from './page.ts';

/** Holds back what the browser asks for until it is let go. */
async function holdBack(page: Page, what: RegExp): Promise<{ readonly letGo: () => void }> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(what, async (route) => {
    await held;
    await route.continue();
  });
  return { letGo: () => letGo() };
}

test('an example is on screen with its owners before engine and editor are there', async ({ page }) => {
  const held = await holdBack(page, /\/assets\/(?:worker|monaco|editor)[^/]*\.js/);
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@3');
  await expect(playground.result.locator('.own-bar').first()).toBeVisible();
  await expect(playground.conflict.or(playground.result)).not.toHaveCount(0);
  await expect(playground.step.getByRole('listbox')).toBeVisible();
  held.letGo();
  await expect(playground.editor()).toBeVisible();
  await playground.selectStep(2);
  await expect(playground.result.getByRole('heading')).toContainText('step 2');
});
