import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { longLineLinks } from './hostile/large.ts';
import { Playground, pasteOnPage } from './page.ts';

// Texts of a megabyte in one line, which a link of two kilobytes can hold. That they are computed is the worker's affair,
// where a watchdog ends it; that the page stays free meanwhile is shown here, by the tasks of its main thread.
test.describe.configure({ timeout: 180_000 });

/** Milliseconds of a task, with room for a machine that is busy with something else. */
const longestBefore = 2000;
const longestAfter = 1000;

/** Collects the long tasks of a page from its beginning. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
}

/** The longest task since the last call, in milliseconds; 0 where none was long. Fails where the page does not answer. */
async function longestTask(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((next) => setTimeout(next, 100));
    const tasks: number[] = Reflect.get(window, 'tasks');
    return Math.round(Math.max(0, ...tasks.splice(0)));
  });
}

async function engineEnded(page: Page): Promise<void> {
  await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', /ready|hung|broke/, { timeout: 60_000 });
}

async function expectFree(page: Page, what: string, most = longestAfter): Promise<void> {
  const longest = await longestTask(page);
  test.info().annotations.push({ type: 'longest task', description: `${what}: ${longest} ms` });
  process.stdout.write(`${what}: ${longest} ms\n`);
  expect.soft(longest, what).toBeLessThan(most);
}

async function clickIfThere(button: Locator): Promise<void> {
  if ((await button.count()) > 0) await button.first().click();
}

for (const { name, text } of longLineLinks) {
  test(`${name}: the page stays free, whatever is looked at, typed and taken back`, async ({ page }) => {
    await watchTasks(page);
    const playground = new Playground(page);
    await page.goto(`/#${text}`);
    await engineEnded(page);
    await expectFree(page, `${name}, opened`, longestBefore);
    for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
      await clickIfThere(playground.result.getByRole('tab', { name: view, exact: true }));
      await page.waitForTimeout(500);
      await expectFree(page, `${name}, ${view}`);
    }
    await clickIfThere(page.getByRole('button', { name: 'Edit a copy' }));
    await page.waitForTimeout(500);
    await expectFree(page, `${name}, edit a copy`, longestBefore);
    await clickIfThere(playground.steps.getByRole('button', { name: /^Step 2:/ }));
    await engineEnded(page);
    await expectFree(page, `${name}, the second step`);
    expect(await page.locator('*').count(), 'elements').toBeLessThan(20_000);
    await playground.steps.getByRole('button', { name: 'Actions for step 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await engineEnded(page);
    await expectFree(page, `${name}, the first step removed`);
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await engineEnded(page);
    await expectFree(page, `${name}, undone`, longestBefore);
  });
}

test('on a phone the page stays free as well', async ({ browser }) => {
  const page = await phone(browser);
  for (const { name, text } of longLineLinks) {
    await page.goto('about:blank');
    await page.goto(`/#${text}`);
    await engineEnded(page);
    await expectFree(page, `${name}, opened on a phone`, longestBefore);
    for (const tab of ['Step', 'Result', 'Steps']) {
      await clickIfThere(page.getByRole('tab', { name: tab, exact: true }));
      await page.waitForTimeout(300);
      await expectFree(page, `${name}, ${tab} on a phone`);
    }
  }
  await page.context().close();
});

async function phone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
    baseURL: test.info().project.use.baseURL ?? '',
  });
  const page = await context.newPage();
  await watchTasks(page);
  return page;
}

test('a frame stays free as well', async ({ page }) => {
  await watchTasks(page);
  for (const { name, text } of longLineLinks) {
    await page.goto('about:blank');
    await page.goto(`/embed.html#${text}`);
    await expect(page.locator('.embed')).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
    await expectFree(page, `${name}, in a frame`, longestBefore);
    for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
      await clickIfThere(page.getByRole('button', { name: view, exact: true }));
      await page.waitForTimeout(300);
      await expectFree(page, `${name}, ${view} in a frame`);
    }
  }
});

test('what is pasted stays out of the way as well', async ({ page }) => {
  await watchTasks(page);
  const playground = new Playground(page);
  await playground.open();
  const dialog = page.getByRole('dialog', { name: 'Paste or open' });
  for (const text of [`{${'a: b, '.repeat(200_000)}}`, ': '.repeat(700_000), 'kubectl get pods\n'.repeat(80_000)]) {
    await longestTask(page);
    await pasteOnPage(page, text);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('Reading…')).toHaveCount(0, { timeout: 60_000 });
    await expectFree(page, `${text.slice(0, 10)}… pasted`, longestBefore);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('a long line says how much of it is left out, and the whole of it can be copied', async ({ page }) => {
  const value = 'word '.repeat(60_000).trim();
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: ${value}\n`;
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, text);
  await page.getByRole('dialog').getByRole('button', { name: 'Take 1 step' }).click();
  await playground.answered();
  const left = playground.line('a:').locator('.left-out');
  await expect(left).toHaveText(`… ${'  a: '.length + value.length - 5000} more characters are not drawn`);
  await playground.result.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(value);
});
