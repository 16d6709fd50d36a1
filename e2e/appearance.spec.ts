import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Appearance and help' }).click();
  await page
    .getByRole('menuitemradio', { name: item })
    .or(page.getByRole('menuitemcheckbox', { name: item }))
    .click();
}

test('the theme is kept over a reload', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  for (const theme of ['Light', 'Dark'] as const) {
    await choose(page, theme);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    await expect(page.locator('body')).toHaveCSS('color-scheme', theme.toLowerCase());
  }
});

test('a system that asks for more contrast gets it', further, async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await new Playground(page).open();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await page.emulateMedia({ contrast: 'no-preference' });
  await expect(page.locator('html')).not.toHaveAttribute('data-contrast', 'more');
});

test('with forced colours owners are told apart by letter, pattern and outline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const playground = new Playground(page);
  await playground.open('#x/eleven-updaters@12');
  const bars = playground.result.locator('.mf-bar');
  await expect(bars.first()).toBeVisible();
  const looks = await bars.evaluateAll((each) =>
    each.map((bar) => {
      const [letter, pattern] = [bar.querySelector('b'), getComputedStyle(bar, '::after')];
      return {
        letter: letter?.textContent,
        colour: letter && getComputedStyle(letter).backgroundColor,
        pattern: pattern.backgroundImage,
        drawn: pattern.backgroundColor,
      };
    }),
  );
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(1);
  expect(new Set(looks.map(({ letter }) => letter)).size).toBe(11);
  expect(new Set(looks.map(({ pattern }) => pattern)).size).toBeGreaterThan(4);
  const tint = playground.line('cart: shown').locator('.mf-tint').first();
  await expect(tint).toHaveCSS('outline-style', 'dotted');
  await expect(playground.stepButton(1).locator('.badge')).toHaveCSS('border-top-style', 'solid');
});

test('on a phone the page stands in tabs, without an editor until it is asked for', further, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = new Playground(page);
  await playground.open();
  await expect(page.getByRole('heading', { name: 'See who owns every field' })).toBeVisible();
  await page.getByRole('button', { name: /^A conflict and its three ways out/ }).click();
  await expect(playground.walk).toContainText('Step 1 of 6');
  await page.getByRole('tab', { name: /^Steps/ }).click();
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

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('high contrast is kept over a reload, in the editor too, and can be left', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/first-configmap');
    await choose(page, 'Dark');
    await choose(page, 'High contrast');
    await page.reload();
    const black = 'rgb(0, 0, 0)';
    await expect(page.locator('body')).toHaveCSS('background-color', black);
    await expect(playground.step.locator('.monaco-editor-background').first()).toHaveCSS('background-color', black);
    await choose(page, 'High contrast');
    await expect(page.locator('body')).not.toHaveCSS('background-color', black);
    await expect(playground.step.locator('.monaco-editor-background').first()).not.toHaveCSS('background-color', black);
  });

  test('whoever wants less motion gets none', further, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    // The editor brings rules of its own, and moves the most when it has the focus.
    await playground.editor().focus();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return ![transitionDuration, animationDuration].every((times) =>
            times.split(', ').every((time) => Number.parseFloat(time) <= 0.001),
          );
        })
        .map(({ tagName, className }) => `${tagName} ${className}`),
    );
    expect(moving).toEqual([]);
  });
});
