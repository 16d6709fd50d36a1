import { expect, type Locator } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const tree = (playground: Playground): Locator => playground.result.getByRole('tree');
const object = (playground: Playground): Locator =>
  playground.result.getByRole('region', { name: 'The object, without managedFields' });

async function openEntries(playground: Playground, address: string): Promise<void> {
  await playground.open(address);
  await playground.result.getByRole('tab', { name: 'managedFields' }).click();
  await expect(tree(playground)).toBeVisible();
}

test('the entries are read as a tree that is linked with the object', async ({ page }) => {
  const playground = new Playground(page);
  await openEntries(playground, '#x/conflict-three-ways@4');

  await test.step('a node is chosen and its line is marked; a line is chosen and its node is marked', async () => {
    await tree(playground)
      .getByRole('treeitem', { name: /f:replicas/ })
      .first()
      .click();
    await expect(object(playground).locator('.mf-picked')).toHaveText(/replicas: 4/);
    await expect(playground.field).toContainText('.spec.replicas = 4');
    await object(playground)
      .getByRole('option', { name: /app: web/ })
      .last()
      .click();
    await expect(tree(playground).locator('.row-picked').first()).toHaveText(/f:app/);
  });

  await test.step('pointing at a node lights its line, and the other way round', async () => {
    await tree(playground)
      .getByRole('treeitem', { name: /f:replicas/ })
      .first()
      .hover();
    await expect(object(playground).locator('.mf-lit')).toHaveText(/replicas: 4/);
    await object(playground)
      .getByRole('option', { name: /replicas: 4/ })
      .hover();
    await expect(tree(playground).locator('.row-lit').first()).toHaveText(/f:replicas/);
  });

  await test.step('the tree opens and closes by keys', async () => {
    const items = tree(playground).getByRole('treeitem');
    await tree(playground).focus();
    await page.keyboard.press('Home');
    await expect(items.first()).toHaveAttribute('aria-expanded', 'true');
    const all = await items.count();
    await page.keyboard.press('ArrowLeft');
    await expect(items.first()).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => items.count()).toBeLessThan(all);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(tree(playground)).toHaveAttribute('aria-activedescendant', /\/0$/);
    await expect(items.nth(1)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('raw entries are linked as the tree is', async () => {
    await playground.result.getByRole('button', { name: 'Raw' }).click();
    const raw = playground.result.getByRole('listbox', { name: /^metadata.managedFields/ });
    await raw
      .getByRole('option', { name: /f:replicas/ })
      .first()
      .click();
    await expect(object(playground).locator('.mf-picked')).toHaveText(/replicas: 4/);
  });
});

test('the tenth updater is announced, and whom the next one folds', further, async ({ page }) => {
  const playground = new Playground(page);
  await openEntries(playground, '#x/eleven-updaters@11');
  await expect(playground.result).toContainText('10 of 10 Update entries');
  await expect(playground.result).toContainText(
    'The next new updater folds cart-service and search-service into ancient-changes.',
  );
  await playground.selectStep(12);
  await expect(tree(playground).getByRole('treeitem', { name: /^.{0,3}ancient-changes/ })).toBeVisible();
  await tree(playground)
    .getByRole('treeitem', { name: /^.{0,3}ancient-changes/ })
    .click();
  await expect(playground.result).toContainText('Not a program. The server keeps at most ten Update entries');
});

test('an entry without a time says why', further, async ({ page }) => {
  const playground = new Playground(page);
  await openEntries(playground, '#x/hpa-conflict@2');
  await tree(playground)
    .getByRole('treeitem', { name: /\/scale/ })
    .first()
    .click();
  await expect(playground.result).toContainText('the server keeps none for a field that was written through /scale');
});
