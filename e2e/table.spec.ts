import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

const grid = (playground: Playground): Locator => playground.result.getByRole('treegrid');
const row = (playground: Playground, name: string): Locator =>
  grid(playground).getByRole('row', { name, exact: false });

test('a table says of every field what it is and who owns it', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@4');

  await test.step('a field picked in the object is found in the table', async () => {
    await playground.line('replicas: 4').click();
    await playground.result.getByRole('tab', { name: 'Table' }).click();
    await expect(grid(playground).locator('.row-picked')).toContainText('.spec.replicas');
  });

  await test.step('every field has its path, value, owners and state', async () => {
    const cells = row(playground, '.spec.replicas').getByRole('gridcell');
    await expect(cells.nth(0)).toContainText('.spec.replicas');
    await expect(cells.nth(1)).toHaveText('4');
    await expect(cells.nth(2)).toContainText('pipeline (Apply) and kubectl-replace (Update)');
    await expect(cells.nth(3)).toHaveText('shared');
  });

  await test.step('keys move row by row and cell by cell, open and close', async () => {
    const metadata = grid(playground).getByRole('row', { expanded: true }).first();
    await metadata.getByRole('gridcell').first().click();
    await expect(metadata).toBeFocused();
    await expect(playground.field).toContainText('.metadata');
    await page.keyboard.press('ArrowLeft');
    await expect(grid(playground).getByRole('row', { expanded: false }).first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(row(playground, '.metadata.creationTimestamp')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(row(playground, '.metadata.creationTimestamp').getByRole('gridcell').nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(row(playground, '.metadata.creationTimestamp').getByRole('gridcell').nth(3)).toBeFocused();
    await page.keyboard.press('Control+End');
    await expect(grid(playground).getByRole('row').last().getByRole('gridcell').nth(3)).toBeFocused();
  });

  await test.step('the filter narrows by owner, state and path, and keeps what leads there', async () => {
    const rows = grid(playground).getByRole('row');
    await playground.result.getByLabel('Owned by').selectOption('kubectl-replace (Update)');
    await expect(playground.result).toContainText('2 of 40 fields');
    await expect(row(playground, '.spec.replicas')).toBeVisible();
    await expect(rows.first()).toContainText('Field');
    await expect(rows.nth(1)).toContainText('spec');
    await playground.result.getByLabel('Owned by').selectOption('all');
    await playground.result.getByLabel('State', { exact: true }).selectOption('through an atomic whole');
    await expect(row(playground, '.spec.selector.matchLabels.app')).toBeVisible();
    await playground.result.getByLabel('State', { exact: true }).selectOption('any state');
    await playground.result.getByRole('searchbox', { name: 'Path contains' }).fill('IMAGEPULL');
    await expect(playground.result).toContainText('1 of 40 fields');
    await playground.result.getByRole('searchbox', { name: 'Path contains' }).fill('');
  });

  await test.step('the table is taken away as CSV and Markdown, as it is filtered', async () => {
    await playground.result.getByLabel('Owned by').selectOption('kubectl-replace (Update)');
    await playground.result.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('deployment-web.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffField,Value,Owners,State',
      '.spec.replicas,4,pipeline (Apply) and kubectl-replace (Update),shared',
    ]);
    await playground.result.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^\| Field \| Value \| Owners \| State \|\n/);
  });
});

test('thousands of rows are drawn only where they are looked at', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const data = Array.from({ length: 4000 }, (_, index) => `  key-${index}: value`).join('\n');
  await playground.paste(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\ndata:\n${data}\n`);
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.result.getByRole('tab', { name: 'Table' }).click();
  await expect(playground.result).toContainText('4008 fields');
  await expect.poll(() => grid(playground).getByRole('row').count()).toBeLessThan(200);
  await grid(playground).getByRole('row').nth(3).click();
  await page.keyboard.press('End');
  await expect(row(playground, '.metadata.')).not.toHaveCount(0);
  await expect(grid(playground).locator('[role="row"]:focus')).toHaveCount(1);
});

test('what is long wraps in its cell, in the table and in the tree of managedFields', further, async ({ page }) => {
  const playground = new Playground(page);
  const key = 'a-long-annotation.example.com/with-a-long-name-behind-it';
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    ${key}: ${'long '.repeat(12)}\n`;
  await playground.open(
    addressOf([{ kind: 'apply', manager: 'a-manager-with-a-rather-long-name-for-a-column', text }]),
  );
  const cut = (cells: Locator) =>
    cells.evaluateAll((all) =>
      all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({ textContent }) => textContent),
    );
  for (const width of [1440, 1120]) {
    await page.setViewportSize({ width, height: 900 });
    await playground.result.getByRole('tab', { name: 'Table' }).click();
    await expect(row(playground, key)).toBeVisible();
    expect(await cut(grid(playground).getByRole('gridcell'))).toEqual([]);
    expect((await row(playground, key).boundingBox())?.height).toBeGreaterThan(50);
    await playground.result.getByRole('tab', { name: 'managedFields' }).click();
    const nodes = playground.result.getByRole('tree').getByRole('treeitem');
    await expect(nodes.filter({ hasText: key }).last()).toBeVisible();
    expect(await cut(nodes.locator('code, .tree-manager, .tree-soft, .tree-value'))).toEqual([]);
  }
});

test('a hint after a line ends where the pane does', further, async ({ page }) => {
  await page.setViewportSize({ width: 1120, height: 900 });
  const playground = new Playground(page);
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: ${'value '.repeat(4)}\n`;
  const managers = ['first', 'second', 'third'].map((name) => `a-${name}-manager-with-a-long-name`);
  await playground.open(addressOf(managers.map((manager) => ({ kind: 'apply', manager, text }))));
  await playground.selectStep(3);
  const hint = playground.line('key: value').locator('.mf-hint');
  await expect(hint).toContainText('a-first-manager');
  const [shown, pane] = await Promise.all([hint.boundingBox(), playground.result.boundingBox()]);
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0) - 16);
  expect(await hint.evaluate((words) => words.scrollWidth > words.clientWidth)).toBe(true);
  const scrolls = playground.result.getByRole('listbox');
  expect(await scrolls.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
});
