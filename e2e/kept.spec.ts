import { expect, type Page } from '@playwright/test';
import { Playground, replaceText } from './page.ts';
import { dumpOf, listOf } from './survey-dump.ts';
import { choose, expectRead, file, openEmpty, survey } from './survey-page.ts';
import { further, test } from './test.ts';

// What somebody has on screen outlives what browsers do to a page: storage that is full or emptied, a worker that is ended.

const configMap = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: ${value}\n`;

const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

/** A page of the same origin that is not the playground. */
async function plainPage(page: Page): Promise<Page> {
  const plain = await page.context().newPage();
  await plain.goto('/icon.svg');
  return plain;
}

test('a storage that another page has filled is said to be full, and what was typed is there once it is not', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('green'));
  await expect.poll(() => stored(page)).toContain('colour: green');
  const filler = await plainPage(page);
  await filler.evaluate(() => {
    for (let size = 1 << 22; size > 0; size >>= 1) {
      try {
        for (let at = 0; ; at++) localStorage.setItem(`filler ${size} ${at}`, 'x'.repeat(size));
      } catch {
        // So much does not fit any more.
      }
    }
  });
  const full = page.getByText('This browser’s storage is full');
  const long = 'blue '.repeat(1000);
  await playground.paste(configMap(long));
  await expect(full).toBeVisible();
  await page.reload();
  await expect(playground.line('colour: blue')).toBeVisible();
  await expect(full).toBeVisible();
  await filler.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key);
  });
  await playground.paste(configMap('red'));
  await expect.poll(() => stored(page)).toContain('colour: red');
  await expect(full).toBeHidden();
  await page.reload();
  await expect(playground.line('colour: red')).toBeVisible();
});

test(
  'a draft that another tab deletes stays on screen, and is kept again by what is typed',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.paste(configMap('green'));
    await expect.poll(() => stored(page)).toContain('colour: green');
    const other = new Playground(await page.context().newPage());
    await other.open();
    await expect(other.line('colour: green')).toBeVisible();
    await other.page.getByRole('button', { name: 'Open a draft' }).click();
    await other.page.getByRole('menuitem', { name: 'All drafts' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Drafts in this browser' });
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(playground.line('colour: green')).toBeVisible();
    await playground.paste(configMap('blue'));
    await expect.poll(() => stored(page)).toContain('colour: blue');
    await page.reload();
    await expect(playground.line('colour: blue')).toBeVisible();
  },
);

test(
  'data of the site that is deleted while a page is open takes nothing that is on screen',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.paste(configMap('green'));
    await playground.addStep('Scale');
    await expect.poll(() => stored(page)).toContain('colour: green');
    // Drafts lie in localStorage, files of the page in caches, and nothing anywhere else.
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    const plain = await plainPage(page);
    await plain.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
    const steps = playground.steps.getByRole('listitem');
    await expect(steps).toHaveCount(2);
    await playground.steps.getByRole('button', { name: 'Undo' }).click();
    await expect(steps).toHaveCount(1);
    await expect.poll(() => stored(page)).toContain('colour: green');
    await page.reload();
    await expect(playground.line('colour: green')).toBeVisible();
  },
);

test('an engine that the browser ends is said to give no answer, and starts again with the text as it is', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap('green'));
  await expect(playground.line('colour: green')).toBeVisible();
  await playground.answered();
  for (const worker of page.workers()) await worker.evaluate(() => self.close());
  // Nobody waits ten seconds for it.
  await page.clock.install();
  await replaceText(playground.editor(), configMap('blue'));
  await page.clock.runFor(30_000);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The engine did not answer');
  await expect.poll(() => stored(page)).toContain('colour: blue');
  await page.clock.resume();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(playground.line('colour: blue')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a survey whose worker the browser ends says so, and reads all files again', further, async ({ page }) => {
  await openEmpty(page);
  await choose(page, file('first.json', listOf(dumpOf(20))));
  await expectRead(page, '20 objects');
  for (const worker of page.workers()) await worker.evaluate(() => self.close());
  // Nobody waits a minute for it.
  await page.clock.install();
  await choose(page, file('second.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: second}\n'));
  await expect(survey(page).getByRole('progressbar')).toBeVisible();
  await page.clock.runFor(70_000);
  const alert = survey(page).getByRole('alert');
  await expect(alert).toContainText('the worker does not answer any more');
  await alert.getByRole('button', { name: 'Read again' }).click();
  await page.clock.runFor(5000);
  await expect(survey(page)).toContainText('21 objects');
  await expect(alert).toHaveCount(0);
});
