import { decodeLink } from '@managed-fields/share-link';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { longLineLinks } from './hostile/large.ts';
import { Playground, pasteOnPage } from './page.ts';
import { tasksDuring } from './tasks.ts';
import { test } from './test.ts';

// Texts of a megabyte in one line, which a link of two kilobytes can hold. That they are computed is the worker's affair,
// where a watchdog ends it; that the page stays free meanwhile is shown here, by the tasks of its main thread.
test.describe.configure({ timeout: 180_000 });

/** Milliseconds that a task may compute: generous, where the page was blocked for half a minute. */
const most = 1000;

async function engineEnded(page: Page): Promise<void> {
  await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', /ready|hung|broke/, { timeout: 60_000 });
}

/** Does something, and expects that no task of the page computes for long meanwhile. */
async function during(page: Page, what: string, run: () => Promise<void>): Promise<void> {
  const [longest] = await tasksDuring(page, async () => {
    await run();
    // What waits for a quiet moment comes now.
    await page.waitForTimeout(300);
  });
  const computed = longest?.computed ?? 0;
  test.info().annotations.push({ type: 'longest task', description: `${what}: ${computed} ms` });
  process.stdout.write(`${what}: ${computed} ms (lasted ${longest?.lasted ?? 0} ms)\n`);
  expect(longest, what).toBeDefined();
  expect.soft(computed, what).toBeLessThan(most);
}

async function clickIfThere(button: Locator): Promise<void> {
  if ((await button.count()) > 0) await button.first().click();
}

test('each of the links can be opened', () => {
  for (const { name, text } of longLineLinks) expect(decodeLink(text).kind, name).toBe('scenario');
});

for (const { name, text } of longLineLinks) {
  test(`${name}: the page stays free, whatever is looked at and taken back`, async ({ page }) => {
    const playground = new Playground(page);
    await during(page, `${name}, opened`, async () => {
      await page.goto(`/#${text}`);
      await engineEnded(page);
      await page.waitForTimeout(3000);
    });
    await during(page, `${name}, all views`, async () => {
      for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
        await clickIfThere(playground.result.getByRole('tab', { name: view, exact: true }));
      }
    });
    await during(page, `${name}, edit a copy`, () => clickIfThere(page.getByRole('button', { name: 'Edit a copy' })));
    await during(page, `${name}, the second step`, async () => {
      await clickIfThere(playground.steps.getByRole('button', { name: /^Step 2:/ }));
      await engineEnded(page);
    });
    expect(await page.locator('*').count(), 'elements').toBeLessThan(20_000);
    await during(page, `${name}, the first step removed`, async () => {
      await playground.steps.getByRole('button', { name: 'Actions for step 1' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await engineEnded(page);
    });
    await during(page, `${name}, undone`, async () => {
      await playground.steps.getByRole('button', { name: 'Undo' }).click();
      await engineEnded(page);
    });
  });
}

test('on a phone the page stays free as well', async ({ browser }) => {
  test.setTimeout(400_000);
  const page = await phone(browser);
  for (const { name, text } of longLineLinks) {
    await page.goto('about:blank');
    await during(page, `${name}, on a phone`, async () => {
      await page.goto(`/#${text}`);
      await engineEnded(page);
      for (const tab of ['Step', 'Result', 'Steps'])
        await clickIfThere(page.getByRole('tab', { name: tab, exact: true }));
    });
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
  return context.newPage();
}

test('a frame stays free as well', async ({ page }) => {
  test.setTimeout(400_000);
  for (const { name, text } of longLineLinks) {
    await page.goto('about:blank');
    await during(page, `${name}, in a frame`, async () => {
      await page.goto(`/embed.html#${text}`);
      await expect(page.locator('.embed')).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
      for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
        await clickIfThere(page.getByRole('button', { name: view, exact: true }));
      }
    });
  }
});

test('what is pasted stays out of the way as well', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const dialog = page.getByRole('dialog', { name: 'Paste or open' });
  for (const text of [`{${'a: b, '.repeat(200_000)}}`, ': '.repeat(700_000), 'kubectl get pods\n'.repeat(80_000)]) {
    await during(page, `${text.slice(0, 16)}… pasted`, async () => {
      await pasteOnPage(page, text);
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText('Reading…')).toHaveCount(0, { timeout: 60_000 });
    });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('a long line says how much of it is left out, and the whole of it can be copied', async ({ page }) => {
  const value = 'word-'.repeat(60_000);
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
