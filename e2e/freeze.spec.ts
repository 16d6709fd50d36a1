import { decodeLink } from '@managed-fields/share-link';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { whole } from '../conformance/whole.ts';
import { longLineLinks } from './hostile/large.ts';
import { Playground, pasteOnPage } from './page.ts';
import { tasks as measured, measures, TaskWatch } from './tasks.ts';
import { further, test, withMonaco } from './test.ts';

test.use(withMonaco);

// Texts of a megabyte in one line, which a link of two kilobytes can hold. That they are computed is the worker's affair,
// where a watchdog ends it; that the page stays free meanwhile is shown here, by the tasks of its main thread.
test.describe.configure({ timeout: 300_000 });
// A recording of what a test does is made by the page itself, on its main thread.
test.use({ trace: 'off' });

/**
 * How many times longer than the reference work a task may take while a page is opened, and after its first view. On a
 * quiet machine the longest are some 6 and 4 times as long; what this is about took from 30 to 600 times.
 */
const most = { opened: 25, later: 12 } as const;

const named = (names: RegExp) => longLineLinks.filter(({ name }) => names.test(name));

/** Links of which each step is looked at, changed and taken back; the others are looked at. */
const changed = named(/different pairs|turned|JSON|a file/);
/** Links for screens on which they are drawn by other means. */
const chosen = named(/turned|JSON/);

async function engineEnded(page: Page): Promise<void> {
  await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', /ready|hung|broke/, { timeout: 60_000 });
}

/** Begins to watch a page; the returned function ends a phase, once what waits for a quiet moment has come too. */
async function watchTasks(page: Page) {
  const watch = await TaskWatch.start(page);
  return {
    quiet: (milliseconds: number) => watch.quiet(milliseconds),
    end: async (phase: string) => {
      await watch.quiet(300);
      await watch.endPhase(phase);
    },
    expectShort: () => watch.expectShort((phase) => (phase.includes('opened') ? most.opened : most.later)),
  };
}

async function clickIfThere(button: Locator): Promise<void> {
  if ((await button.count()) > 0) await button.first().click();
}

test('each of the links can be opened', () => {
  for (const { name, text } of longLineLinks) expect(decodeLink(text).kind, name).toBe('scenario');
});

// Without a measure a few show what there is to see: how much is drawn, and that nothing is lost.
for (const link of measures || whole ? longLineLinks : chosen) {
  const { name, text } = link;
  test(`${name}: the page stays free, whatever is looked at and taken back`, measured, async ({ page }) => {
    const playground = new Playground(page);
    const tasks = await watchTasks(page);
    await page.goto(`/#${text}`);
    await engineEnded(page);
    // Monaco comes once the page is idle.
    await tasks.quiet(2000);
    await tasks.end('opened');
    expect((await page.getByTestId('announcement').textContent())?.length, 'what is announced').toBeLessThan(1100);
    for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
      await clickIfThere(playground.result.getByRole('tab', { name: view, exact: true }));
    }
    await tasks.end('all views');
    expect(await page.locator('*').count(), 'elements').toBeLessThan(20_000);
    if (!changed.includes(link)) {
      await tasks.expectShort();
      return;
    }
    await clickIfThere(page.getByRole('button', { name: 'Edit a copy' }));
    await tasks.end('edit a copy');
    await clickIfThere(playground.steps.getByRole('button', { name: /^Step 2:/ }));
    await engineEnded(page);
    await tasks.end('the second step');
    expect(await page.locator('*').count(), 'elements').toBeLessThan(20_000);
    await playground.steps.getByRole('button', { name: 'Actions for step 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await engineEnded(page);
    await tasks.end('the first step removed');
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await engineEnded(page);
    await tasks.end('undone');
    await tasks.expectShort();
  });
}

test('on a phone the page stays free as well', measured, async ({ browser }) => {
  const page = await phone(browser);
  const tasks = await watchTasks(page);
  for (const { name, text } of chosen) {
    await page.goto('about:blank');
    await page.goto(`/#${text}`);
    await engineEnded(page);
    await tasks.end(`${name}, opened`);
    for (const tab of ['Step', 'Result', 'Steps'])
      await clickIfThere(page.getByRole('tab', { name: tab, exact: true }));
    await tasks.end(`${name}, looked at`);
  }
  await tasks.expectShort();
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

test('a frame stays free as well', measured, async ({ page }) => {
  const tasks = await watchTasks(page);
  for (const { name, text } of chosen) {
    await page.goto('about:blank');
    await page.goto(`/embed.html#${text}`);
    await expect(page.locator('.embed')).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
    await tasks.end(`${name}, opened`);
    for (const view of ['Table', 'managedFields', 'Changes', 'Object']) {
      await clickIfThere(page.getByRole('button', { name: view, exact: true }));
    }
    await tasks.end(`${name}, looked at`);
  }
  await tasks.expectShort();
});

test('what is pasted stays out of the way as well', measured, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  const dialog = page.getByRole('dialog', { name: 'Paste or open' });
  const tasks = await watchTasks(page);
  for (const [start, again, count, end] of [
    ['{', 'a: b, ', 200_000, '}'],
    ['', ': ', 700_000, ''],
    ['', 'kubectl get pods\n', 80_000, ''],
  ] as const) {
    // The text is made on the page, before: handing it over is the test's own work.
    await page.evaluate(
      ([first, part, times, last]) => Object.assign(window, { pasted: first + part.repeat(times) + last }),
      [start, again, count, end] as const,
    );
    await tasks.end(`${again.trim()} opened, made`);
    await pasteOnPage(page);
    await expect(dialog).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText('Reading…')).toHaveCount(0, { timeout: 60_000 });
    await tasks.end(`${again.trim()} pasted`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await tasks.expectShort();
});

test('a long line says how much of it is left out, and the whole of it can be copied', further, async ({ page }) => {
  const value = 'word-'.repeat(60_000);
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: ${value}\n`;
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, text);
  await playground.answered();
  const left = playground.line('a:').locator('.mf-left-out');
  await expect(left).toHaveText(`… ${'  a: '.length + value.length - 5000} more characters are not drawn`);
  await playground.result.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(value);
});
