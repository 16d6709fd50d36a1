import { expect, type Locator } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const changes = (playground: Playground): Locator => playground.result.getByRole('listbox', { name: /^What differs/ });

async function openChanges(playground: Playground, address: string): Promise<void> {
  await playground.open(address);
  await playground.result.getByRole('tab', { name: 'Changes' }).click();
  await expect(changes(playground)).toBeVisible();
}

test('a step is compared with the one before, or any other, and owners are shown inside the diff', async ({ page }) => {
  const playground = new Playground(page);
  await openChanges(playground, '#x/conflict-three-ways@4');

  await test.step('a step is compared with the one before, and owners are shown inside the diff', async () => {
    await expect(playground.result.getByLabel('Compared with')).toHaveValue('s3');
    const replicas = changes(playground).getByRole('option', { name: /replicas: 4/ });
    await expect(replicas).toHaveAccessibleName(
      /owned by pipeline \(Apply\) and kubectl-replace \(Update\).*other owners than before/,
    );
    await expect(playground.result).toContainText('No value differs; 2 fields changed owners.');
  });

  await test.step('what changed owners is listed by its owners, and picks the field', async () => {
    const moves = playground.result.getByRole('list', { name: 'Changed owners' });
    await expect(moves.getByRole('listitem').first()).toContainText('pipeline');
    await moves.getByRole('button', { name: '.spec.replicas' }).click();
    await expect(playground.field).toContainText('.spec.replicas = 4');
  });

  await test.step('any earlier step can be compared with, and nothing at all', async () => {
    const against = playground.result.getByLabel('Compared with');
    await against.selectOption({ label: 'after step 1 · first release' });
    await expect(changes(playground).getByRole('option', { name: /replicas/ })).toHaveCount(2);
    await against.selectOption('nothing');
    await expect(changes(playground).getByRole('option', { name: /^apiVersion: apps\/v1/ })).toHaveAccessibleName(
      /added/,
    );
  });
});

test('a change is shown with its sign and in words, and beside what was there', further, async ({ page }) => {
  const playground = new Playground(page);
  await openChanges(playground, '#x/conflict-three-ways@2');

  await test.step('a change is shown with its sign and in words, the rest is folded and opens', async () => {
    const options = changes(playground).getByRole('option');
    await expect(options.filter({ hasText: 'replicas' })).toHaveCount(2);
    const [was, is] = [options.filter({ hasText: 'replicas' }).nth(0), options.filter({ hasText: 'replicas' }).nth(1)];
    await expect(was).toContainText('−');
    await expect(was).toHaveAccessibleName(/old value/);
    await expect(is).toContainText('+');
    await expect(is).toHaveAccessibleName(/new value/);
    const fold = options.filter({ hasText: 'lines are the same' }).first();
    const before = await options.count();
    await fold.click();
    await expect.poll(() => options.count()).toBeGreaterThan(before);
    await playground.result.getByRole('button', { name: 'Show every line' }).click();
    await expect(options.filter({ hasText: 'lines are the same' })).toHaveCount(0);
  });

  await test.step('both texts stand beside each other where there is room', async () => {
    await playground.result.getByRole('button', { name: 'Side by side' }).click();
    await expect(changes(playground).getByRole('option', { name: /replicas/ })).toHaveCount(1);
  });
});

test('a refused step changed nothing and says so', further, async ({ page }) => {
  const playground = new Playground(page);
  await openChanges(playground, '#x/conflict-three-ways@3');
  await expect(playground.result).toContainText('This step was refused, so it changed nothing.');
});

test('on a phone the diff fits the screen', further, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@2');
  await page.getByRole('tab', { name: 'Result', exact: true }).click();
  await playground.result.getByRole('tab', { name: 'Changes' }).click();
  await expect(changes(playground)).toBeVisible();
  await expect(playground.result.getByRole('button', { name: 'Side by side' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
