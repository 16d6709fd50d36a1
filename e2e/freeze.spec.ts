import { decodeLink } from '@managed-fields/share-link';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { longLineLinks } from './hostile/large.ts';
import { Playground, pasteOnPage } from './page.ts';
import { tasksDuring } from './tasks.ts';
import { test } from './test.ts';

// Texts of a megabyte in one line, which a link of two kilobytes can hold. That they are computed is the worker's affair,
// where a watchdog ends it; that the page stays free meanwhile is shown here, by the tasks of its main thread.
test.describe.configure({ timeout: 180_000 });
// A recording of what a test does is made by the page itself, on its main thread.
test.use({ trace: 'off' });

/**
 * Milliseconds that a task may compute before the first picture, and after it. On a quiet machine none takes longer than
 * 300 and 200; a machine that many share is slower, and what this is about took half a minute.
 */
const most = { before: 1000, after: 500 } as const;

/** One link of each cause, for screens on which they are drawn by other means. */
const chosen = longLineLinks.filter(({ name }) => /200,000 pairs in a line|turned|JSON|lines/.test(name));

async function engineEnded(page: Page): Promise<void> {
  await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', /ready|hung|broke/, { timeout: 60_000 });
}

/** Does something, and expects that no task of the page computes for long meanwhile. */
async function during(page: Page, what: string, run: () => Promise<void>, limit: number = most.after): Promise<void> {
  const [longest] = await tasksDuring(page, async () => {
    await run();
    // What waits for a quiet moment comes now.
    await page.waitForTimeout(300);
  });
  const computed = longest?.computed ?? 0;
  test.info().annotations.push({ type: 'longest task', description: `${what}: ${computed} ms` });
  process.stdout.write(`${what}: ${computed} ms (lasted ${longest?.lasted ?? 0} ms)\n`);
  expect(longest, what).toBeDefined();
  expect.soft(computed, what).toBeLessThan(limit);
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
    const open = async () => {
      await page.goto(`/#${text}`);
      await engineEnded(page);
      // Monaco comes once the page is idle.
      await page.waitForTimeout(2000);
    };
    await during(page, `${name}, opened`, open, most.before);
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
  const page = await phone(browser);
  for (const { name, text } of chosen) {
    await page.goto('about:blank');
    const open = async () => {
      await page.goto(`/#${text}`);
      await engineEnded(page);
    };
    await during(page, `${name}, opened on a phone`, open, most.before);
    await during(page, `${name}, looked at on a phone`, async () => {
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
  for (const { name, text } of chosen) {
    await page.goto('about:blank');
    const open = async () => {
      await page.goto(`/embed.html#${text}`);
      await expect(page.locator('.embed')).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
    };
    await during(page, `${name}, opened in a frame`, open, most.before);
    await during(page, `${name}, looked at in a frame`, async () => {
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
