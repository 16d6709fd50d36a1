import { expect, type Page, test } from '@playwright/test';
import { Playground } from './page.ts';
import { showView, views } from './views.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('one menu reaches examples, commands, drafts, themes and shortcuts', async ({ page }) => {
  const playground = new Playground(page);
  await page.goto('/');
  const open = async (item: string) => {
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('menuitemradio', { name: item }))
      .tap();
  };
  await open('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await open('Commands…');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
  await open('Examples…');
  await page.getByRole('option', { name: 'A conflict and its three ways out' }).tap();
  await expect(page.getByRole('region', { name: 'Chosen example' })).toContainText('A conflict and its three ways out');
  await page.getByRole('button', { name: 'All examples' }).tap();
  await page.getByRole('option', { name: 'A first ConfigMap' }).tap();
  await page.getByRole('button', { name: 'Step through it' }).tap();
  await expect(playground.walk).toContainText('Step 1 of 4');
  await playground.walk.getByRole('button', { name: 'Next' }).tap();
  await expect(playground.walk).toContainText('Step 2 of 4');
});

test('a step is read in the static view and written in a plain sheet', async ({ page }) => {
  const playground = new Playground(page);
  await page.goto('/#x/first-configmap');
  await page.getByRole('tab', { name: 'Step', exact: true }).tap();
  await expect(playground.step.getByRole('listbox')).toBeVisible();
  await expect(page.locator('.monaco-editor')).toHaveCount(0);
  await playground.write('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: by-thumb\n');
  await page.getByRole('tab', { name: /^Steps/ }).tap();
  await expect(playground.stepButton(1)).toContainText('created');
  await page.getByRole('tab', { name: 'Result', exact: true }).tap();
  await expect(playground.line('name: by-thumb')).toBeVisible();
});

test('no editor is fetched that a phone does not show', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/#x/first-configmap');
  await page.getByRole('tab', { name: 'Step', exact: true }).tap();
  await page.getByRole('button', { name: 'Edit text' }).tap();
  expect(fetched.filter((url) => /\/monaco-|editor\.worker/.test(url))).toEqual([]);
});

for (const view of views) {
  test(`nothing scrolls sideways on a narrow screen: ${view.name}`, async ({ page }) => {
    await showView(page, new Playground(page), view);
    const covered = (await page.getByRole('dialog').or(page.getByRole('menu')).count()) > 0;
    for (const width of [390, 320, 639]) {
      await page.setViewportSize({ width, height: 740 });
      for (const tab of covered ? [] : ['Steps', 'Step', 'Result']) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}( \\d+)?$`) }).click();
        expect.soft(await wide(page), `${tab}, ${width} px`).toEqual([]);
      }
      expect.soft(await wide(page), `${width} px`).toEqual([]);
    }
  });
}

/** What is wider than the screen and may not be: all but what scrolls by itself for a reason, such as code. */
async function wide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= window.innerWidth) {
      const boxes = [...document.querySelectorAll<HTMLElement>('main *, .header *, .walk *, .dialog *')];
      return boxes
        .filter(
          (box) =>
            box.scrollWidth > box.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX),
        )
        .map((box) => `${box.tagName}.${box.className} scrolls by ${box.scrollWidth - box.clientWidth}`);
    }
    return [`the page scrolls by ${root.scrollWidth - window.innerWidth}`];
  });
}
