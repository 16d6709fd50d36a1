import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test.use(withMonaco);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('one menu reaches examples, commands, drafts, themes and shortcuts', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
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
  await playground.open('#x/first-configmap');
  await page.getByRole('tab', { name: 'Step', exact: true }).tap();
  await expect(playground.step.getByRole('listbox')).toBeVisible();
  await expect(page.locator('.monaco-editor')).toHaveCount(0);
  await playground.write('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: by-thumb\n');
  await page.getByRole('tab', { name: /^Steps/ }).tap();
  await expect(playground.stepButton(1)).toContainText('created');
  await page.getByRole('tab', { name: 'Result', exact: true }).tap();
  await expect(playground.line('name: by-thumb')).toBeVisible();
});

test('no editor is fetched that a phone does not show', further, async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await new Playground(page).open('#x/first-configmap');
  await page.getByRole('tab', { name: 'Step', exact: true }).tap();
  await page.getByRole('button', { name: 'Edit text' }).tap();
  expect(fetched.filter((url) => /\/monaco-|editor\.worker/.test(url))).toEqual([]);
});

test('the line that was tapped stands above the sheet of its field, which stays on the lower edge', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open('#x/hpa-conflict@2');
  await page.getByRole('tab', { name: 'Result', exact: true }).tap();
  const inView = async () => {
    const [line, sheet] = await Promise.all([
      page.locator('#result .mf-picked').first().boundingBox(),
      playground.field.boundingBox(),
    ]);
    return {
      under: (line?.y ?? 0) + (line?.height ?? 0) - (sheet?.y ?? 0),
      bottom: (sheet?.y ?? 0) + (sheet?.height ?? 0),
    };
  };
  // The lowest line on screen, which the sheet comes over.
  const low = await page.evaluate(() => {
    const bottom = document.querySelector('#result > .inspector')?.getBoundingClientRect().top ?? 0;
    const lines = [...document.querySelectorAll('#result .mf-line')].map((line) => line.getBoundingClientRect());
    const last = lines.findLast((box) => box.bottom < bottom);
    return { x: 150, y: (last?.top ?? 0) + 8 };
  });
  await page.touchscreen.tap(low.x, low.y);
  await expect(playground.field).toBeVisible();
  await expect.poll(async () => (await inView()).under).toBeLessThan(0);
  const { bottom } = await inView();
  await page.locator('#result').evaluate((pane) => pane.scrollBy(0, 200));
  expect((await inView()).bottom).toBeCloseTo(bottom, 0);
});
