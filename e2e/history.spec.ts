import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { openFromFirstPage, survey } from './survey-page.ts';
import { further, test } from './test.ts';

const objects = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: Array.from({ length: 60 }, (_, place) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `cm-${place}`, namespace: 'shop', uid: `u-${place}`, resourceVersion: '1' },
    data: { a: '1' },
  })),
});

const openSurvey = (page: Page) => openFromFirstPage(page, objects);

test('Back leads from an example and its steps to where one was, and Forward there again', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page.locator('.welcome').getByRole('button', { name: 'A first ConfigMap' }).click();
  await expect(playground.walk).toContainText('Step 1 of 4');
  await playground.walk.getByRole('button', { name: 'Next' }).click();
  await playground.walk.getByRole('button', { name: 'Next' }).click();
  await expect(playground.walk).toContainText('Step 3 of 4');
  await page.goBack();
  await expect(playground.walk).toContainText('Step 2 of 4');
  await page.goBack();
  await expect(playground.walk).toContainText('Step 1 of 4');
  await page.goForward();
  await expect(playground.walk).toContainText('Step 2 of 4');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
});

test('Back leads from a view to the one before', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('managedFields').click();
  await tab('Table').click();
  await page.goBack();
  await expect(tab('managedFields')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab('Object')).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(tab('managedFields')).toHaveAttribute('aria-selected', 'true');
});

test(
  'Back leads from an object to the survey as it was left, and from there to the first page',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await openSurvey(page);
    await survey(page).getByRole('tab', { name: 'Managers' }).click();
    await survey(page).getByRole('tab', { name: 'Objects' }).click();
    await survey(page).getByText('cm-0', { exact: true }).dblclick();
    await expect(playground.step.getByRole('heading')).toContainText('Live object');
    await page.goBack();
    await expect(survey(page).getByText('cm-0', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(survey(page).getByRole('tab', { name: 'Managers' })).toHaveAttribute('aria-selected', 'true');
    await page.goForward();
    await page.goForward();
    await expect(playground.step.getByRole('heading')).toContainText('Live object');
    for (let times = 0; times < 4; times++) await page.goBack();
    await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  },
);

test(
  'Back closes a dialog that fills the screen, and one that was closed is no place any more',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/first-configmap');
    await page.getByRole('tab', { name: 'managedFields', exact: true }).click();
    await page.getByRole('button', { name: 'Examples' }).click();
    await expect(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Object', exact: true })).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'Back leads to the blank page from a link that was followed on it, also after a change',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.follow('#l/from-helm-to-argocd');
    await page.getByRole('button', { name: 'Apply as argocd-controller' }).click();
    await expect(playground.stepButton(2)).toContainText('changed');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
    await page.goForward();
    await expect(playground.stepButton(2)).toContainText('changed');
    await expect(page.getByRole('region', { name: 'Lesson' })).toBeVisible();
  },
);

test('nothing of a place is in the address', async ({ page }) => {
  await new Playground(page).open();
  await openSurvey(page);
  await survey(page).getByRole('tab', { name: 'Findings' }).click();
  expect(page.url()).not.toContain('shop');
  const kept = await page.evaluate(() => JSON.stringify(history.state));
  expect(kept).toMatch(/^\{"place":\d+\}$/);
});
