import { expect, test } from '@playwright/test';
import { Playground } from './page.ts';

const configMap = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: ${value}\n`;

test('a reload keeps the draft', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('green'));
  await expect(playground.line('colour: green')).toBeVisible();
  await page.reload();
  await expect(playground.line('colour: green')).toBeVisible();
});

test('a link opens the same scenario in a fresh browser', async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.openExample('Hand replicas over to the autoscaler');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await playground.selectStep(2);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('banner').getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#s\/[A-Za-z0-9\-_./]*[A-Za-z0-9]$/);

  const elsewhere = new Playground(await (await browser.newContext()).newPage());
  await elsewhere.page.goto(link);
  const count = await playground.steps.getByRole('listitem').count();
  await expect(elsewhere.steps.getByRole('listitem')).toHaveCount(count);
  for (let number = 1; number <= count; number++) {
    const text = await playground.stepButton(number).textContent();
    await expect(elsewhere.stepButton(number)).toHaveText(text ?? '');
  }
  await expect(elsewhere.page.getByText('You are looking at a shared scenario')).toBeVisible();
});

test('a cut link says so and keeps the draft', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('blue'));
  await expect(playground.line('colour: blue')).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('banner').getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link.slice(0, -20));
  await expect(page.getByRole('alert').filter({ hasText: 'This link was cut off' })).toBeVisible();
  await expect(playground.line('colour: blue')).toBeVisible();
});

test('a shared scenario never replaces the draft', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('red'));
  await expect(playground.line('colour: red')).toBeVisible();
  await page.reload();
  await playground.open('#x/first-configmap');
  await page.getByRole('button', { name: 'Back to my draft' }).click();
  await expect(playground.line('colour: red')).toBeVisible();
});
