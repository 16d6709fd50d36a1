import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, monacoOnNeed, test, withMonaco } from './test.ts';

test.use(withMonaco);

const workerCode = /\/assets\/worker-[^/]*\.js/;
const editorCode = /\/assets\/monaco-editor-[^/]*\.js/;

/** Holds back what the browser asks for until it is let go. */
async function holdBack(page: Page, ...what: readonly RegExp[]): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  for (const each of what) {
    await page.route(each, async (route) => {
      await held;
      await route.continue();
    });
  }
  return () => letGo();
}

/** The share of the page that moved by itself since it was opened, as browsers measure it. */
async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const record = { sum: 0 };
    Object.assign(window, { shifts: record });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number' && 'hadRecentInput' in entry && !entry.hadRecentInput)
          record.sum += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const record: unknown = 'shifts' in window ? window.shifts : undefined;
      return typeof record === 'object' && record !== null && 'sum' in record ? Number(record.sum) : Number.NaN;
    });
}

/** Resolves when the browser has had nothing to do for a while. */
async function idle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
}

test('an example is on screen with its owners before engine and editor are there, and nothing moves when they come', async ({
  page,
}) => {
  const letGo = await holdBack(page, workerCode, editorCode);
  const shifts = await recordShifts(page);
  const data: string[] = [];
  page.on('request', (request) => request.url().endsWith('.json') && data.push(new URL(request.url()).pathname));
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@3');
  await expect(playground.result.locator('.mf-bar').first()).toBeVisible();
  await expect(playground.line('replicas')).toContainText('kubectl-replace');
  await expect(playground.conflict).toContainText('2 fields');
  await expect(playground.step.getByRole('listbox')).toBeVisible();
  const before = await playground.step.locator('.mf-text').getByText('apiVersion', { exact: true }).boundingBox();
  // Asked for before the code is there, and only once.
  expect(data.sort()).toEqual(['/examples/conflict-three-ways.json', '/views/conflict-three-ways/3.json']);
  letGo();
  await expect(playground.editor()).toBeVisible();
  const after = await playground.step.locator('.view-line').getByText('apiVersion', { exact: true }).boundingBox();
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(1);
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await idle(page);
  expect(await shifts()).toBeLessThan(0.02);
  // The engine answers what was not stored.
  await playground.selectStep(2);
  await expect(playground.result.getByRole('heading')).toContainText('After step 2');
});

test(
  'whoever clicks into the static view before the editor is there finds caret and scroll position in it',
  further,
  async ({ page }) => {
    const letGo = await holdBack(page, editorCode);
    const playground = new Playground(page);
    await playground.open('#x/custom-list-without-markers');
    const code = playground.step.getByRole('listbox');
    await code.evaluate((box) => box.scrollTo({ top: 140 }));
    await code
      .getByRole('option', { name: 'storage: true' })
      .getByText('storage', { exact: true })
      .click({
        position: { x: 1, y: 8 },
      });
    const clicked = await code.getByRole('option', { name: 'storage: true' }).boundingBox();
    letGo();
    await expect(playground.editor()).toBeFocused();
    const line = playground.step.locator('.view-line', { hasText: 'storage: true' });
    // The editor draws its lines in the frame after it has the focus.
    await expect.poll(async () => Math.abs(((await line.boundingBox())?.y ?? 0) - (clicked?.y ?? 0))).toBeLessThan(2);
    await page.keyboard.type('z');
    await expect(line).toContainText('zstorage');
  },
);

test.describe('on need', () => {
  test.use(monacoOnNeed);

  test(
    'no editor is fetched until its reader goes there, and what is typed before it is there is in it',
    further,
    async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const letGo = await holdBack(page, editorCode);
      const playground = new Playground(page);
      await playground.open('#x/first-configmap');
      // The last that is fetched while the reader looks.
      await expect.poll(() => asked.some((url) => /\/assets\/later-/.test(url))).toBe(true);
      expect(asked.filter((url) => editorCode.test(url))).toEqual([]);
      await playground.step
        .getByRole('option', { name: 'kind: ConfigMap' })
        .getByText('kind', { exact: true })
        .click({
          position: { x: 1, y: 8 },
        });
      await page.keyboard.type('Some');
      await expect(playground.step.getByRole('option', { name: 'Somekind' })).toBeVisible();
      await page.keyboard.press('Backspace');
      letGo();
      await page.keyboard.type('ehow');
      await expect(playground.editor()).toBeFocused();
      await page.keyboard.type('!');
      await expect(playground.step.locator('.view-line', { hasText: 'Somehow!kind: ConfigMap' })).toBeVisible();
    },
  );

  test('who goes there with the keyboard finds the editor too', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/first-configmap');
    await playground.step.getByRole('listbox').focus();
    await expect(playground.editor()).toBeFocused();
  });

  for (const [editor, comes] of [
    ['the editor', true],
    ['a plain one', false],
  ] as const) {
    test(`what is marked before ${editor} is there is marked in it`, further, async ({ page }) => {
      let letGo = () => {};
      const held = new Promise<void>((done) => {
        letGo = done;
      });
      await page.route(editorCode, async (route) => {
        await held;
        await (comes ? route.continue() : route.abort());
      });
      const playground = new Playground(page);
      await playground.open('#x/first-configmap');
      await playground.step.getByRole('listbox').focus();
      await expect(playground.editor()).toBeFocused();
      await page.keyboard.press('ControlOrMeta+A');
      letGo();
      await expect(
        playground.step.locator(comes ? '.editor:not(.editor-hidden) .monaco-editor' : '.plain-editor'),
      ).toBeVisible();
      await expect(playground.editor()).toBeFocused();
      await page.keyboard.type('kept');
      if (comes) await expect(playground.step.locator('.view-lines')).toHaveText('kept');
      else await expect(playground.editor()).toHaveValue('kept');
    });
  }
});
