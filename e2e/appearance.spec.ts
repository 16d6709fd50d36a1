import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Playground } from './page.ts';

const deployment = readFileSync(
  fileURLToPath(new URL('fixtures/deployment-four-managers.yaml', import.meta.url)),
  'utf8',
);

test('the legend tells managers apart by colour, pattern and letter, and counts their fields', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(deployment);
  const managers = playground.result.getByRole('group', { name: 'Managers' }).getByRole('button');
  await expect(managers).toHaveCount(5);
  const marks = await managers.locator('.mark').evaluateAll((each) =>
    each.map((mark) => {
      const [letter, pattern] = [mark.querySelector('b'), mark.querySelector('i')];
      return {
        letter: letter?.textContent,
        colour: letter && getComputedStyle(letter).backgroundColor,
        pattern: pattern && getComputedStyle(pattern).backgroundImage,
      };
    }),
  );
  expect(marks.map(({ letter }) => letter)).toEqual(['h', 'm', 'k', 'd']);
  for (const what of ['colour', 'pattern'] as const) expect(new Set(marks.map((mark) => mark[what])).size).toBe(4);
  await expect(managers).toContainText(['· 32', '· 10', '· 1', '· 21', /· \d+/]);
});

test('a click in the legend shows only what that manager owns', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(deployment);
  await playground.result.getByRole('button', { name: /kube-controller-manager/ }).click();
  await expect(playground.line('replicas: 5').first().locator('.tint')).not.toHaveClass(/faded/);
  await expect(playground.line('sidecar.example.com/injected').locator('.tint')).toHaveClass(/faded/);
});

test('an atomic whole is boxed and said to be one', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(deployment);
  const selector = playground.line('selector:').first();
  await expect(selector).toContainText('atomic: owned as a whole');
  await expect(selector.locator('.box-first')).toHaveCount(1);
  await expect(playground.line('app.kubernetes.io/name: checkout').nth(1).locator('.box-last')).toHaveCount(1);
});

for (const theme of ['Light', 'Dark'] as const) {
  test(`the theme ${theme} is kept over a reload`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page
      .getByRole('menuitemradio', { name: theme })
      .or(page.getByRole('menuitem', { name: theme }))
      .click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    await expect(page.locator('body')).toHaveCSS('color-scheme', theme.toLowerCase());
  });
}

test('on a phone the page stands in tabs, without an editor until it is asked for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  await page.getByRole('button', { name: /^A conflict and its three ways out/ }).click();
  await page.getByRole('tab', { name: /^Steps/ }).click();
  const playground = new Playground(page);
  await playground.stepButton(3).click();
  await page.getByRole('tab', { name: 'Step', exact: true }).click();
  await expect(playground.conflict.getByRole('button', { name: /^Share it/ })).toBeVisible();
  await playground.step.getByRole('button', { name: 'Edit text' }).click();
  await expect(playground.step.locator('textarea')).toHaveValue(/kind: Deployment/);
  await page.getByRole('tab', { name: 'Result' }).click();
  await expect(playground.line('replicas: 4')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
