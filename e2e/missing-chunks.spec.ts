import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { spread, whole } from '../conformance/whole.ts';
import { pasteOnPage } from './page.ts';
import { further, monacoOnNeed, test, withMonaco } from './test.ts';

const dist = process.env['E2E_DIST'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const html = readFileSync(join(dist, 'index.html'), 'utf8');
/** All chunks of scripts and styles but those that the page itself names, without which there is none. */
const chunks = readdirSync(join(dist, 'assets')).filter((file) => /\.(?:js|css)$/.test(file) && !html.includes(file));
/** So many visits, each without its share of the chunks; every other one of the few is made where nobody asks for all. */
const visits = Math.min(whole ? 40 : 4, chunks.length);
/**
 * How often a chunk may be asked for: twice by what the reader does and twice by the Escape after it, and for each of the
 * parts that need it and are drawn from the start, plays of the engine in the page among them.
 */
const most = { turn: 4, start: 10 };

/** The actions of a reader, one after the other. */
const wishes: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.getByRole('button', { name: 'Examples', exact: true }).click(quick),
  (page) => page.getByRole('button', { name: 'Share', exact: true }).click(quick),
  (page) => page.getByRole('button', { name: 'Commands' }).click(quick),
  (page) => page.getByRole('button', { name: 'Open a draft' }).click(quick),
  (page) => page.getByRole('button', { name: 'Appearance and help' }).click(quick),
  (page) => page.keyboard.press('?'),
  (page) => page.getByRole('tab', { name: 'Changes' }).click(quick),
  (page) => page.getByRole('tab', { name: 'managedFields' }).click(quick),
  (page) => page.getByRole('tab', { name: 'Table' }).click(quick),
  (page) => page.getByRole('button', { name: 'Export' }).click(quick),
  (page) => page.getByRole('tab', { name: 'Object' }).click(quick),
  (page) => page.locator('#result').getByText('replicas').first().click(quick),
  (page) => page.getByRole('button', { name: 'Add step' }).click(quick),
  (page) => page.locator('.step-text, .code, .monaco-editor').first().click(quick),
  (page) => pasteOnPage(page, 'kubectl apply -f a.yaml\n'),
];
/** A wish that something missing keeps from being uttered is passed over. */
const quick = { timeout: 300 };
/** Milliseconds of the page's clock in which what is wanted is asked for, and in which a second try is over. */
const times = { ask: 150, retry: 650 };

const missing = /A part of the page could not be fetched/;

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

test.describe('visits', () => {
  test.use(withMonaco);
  for (const visit of spread([...Array(visits).keys()], 2)) {
    const blocked = new Set(chunks.filter((_, at) => at % visits === visit));

    test(`without ${blocked.size} chunks, every ${visits}th from ${visit + 1}`, further, async ({ page }) => {
      const asked = new Map<string, number>();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => {
        const file = request.url().split('/').at(-1) ?? '';
        if (blocked.has(file)) asked.set(file, (asked.get(file) ?? 0) + 1);
      });
      await page.context().route(/\/assets\//, (route, request) => {
        const isBlocked = blocked.has(request.url().split('/').at(-1) ?? '');
        return isBlocked ? route.abort() : route.continue();
      });
      await page.clock.install();
      await page.goto('/#x/conflict-three-ways@3');
      await expect(page.getByRole('banner')).toBeVisible();
      // Parts are asked for one after another while the page has nothing else to do.
      let seen = -1;
      const isOver = async () => {
        const now = sumOf(asked);
        const same = now === seen;
        seen = now;
        return same;
      };
      await expect.poll(isOver, { intervals: [1500] }).toBe(true);
      let before = new Map(asked);
      const tooOften: string[] = [...asked]
        .filter(([, count]) => count > most.start)
        .map(([file]) => `at first: ${file}`);
      let said = 0;
      for (const [number, wish] of wishes.entries()) {
        await wish(page).catch(() => undefined);
        await page.clock.runFor(times.ask);
        if ([...asked].some(([file, count]) => count > (before.get(file) ?? 0))) {
          await page.clock.runFor(times.retry);
          said += await page.getByText(missing).count();
        }
        for (const [file, count] of asked) {
          const more = count - (before.get(file) ?? 0);
          if (more > most.turn) tooOften.push(`wish ${number}: ${file}, ${more} times`);
        }
        before = new Map(asked);
        await page.keyboard.press('Escape');
      }
      test.info().annotations.push({ type: 'asked', description: JSON.stringify([...asked]) });
      await expect(page.locator('.crash')).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Steps of the scenario' })).toBeVisible();
      expect(errors).toEqual([]);
      if (visits < 10) expect(said, 'sentences on what is missing').toBeGreaterThan(0);
      expect(tooOften).toEqual([]);
    });
  }
});

test.describe('on need', () => {
  test.use(monacoOnNeed);
  test('a page that is open while another version is deployed says so, and loses nothing', async ({ page }) => {
    let isDeployed = false;
    await page
      .context()
      .route(/\/assets\//, (route) => (isDeployed ? route.fulfill({ status: 404 }) : route.continue()));
    await page
      .context()
      .route('**/index.html', (route) =>
        isDeployed ? route.fulfill({ body: html.replaceAll(/-[\w-]{8}\.js/g, '-newer000.js') }) : route.continue(),
      );
    // Nothing is fetched ahead, and time stands still, so that nothing is fetched because the first view takes long.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
    await page.goto('/#x/first-configmap');
    await expect(page.getByRole('region', { name: 'Steps of the scenario' })).toBeVisible();
    isDeployed = true;
    await page.clock.resume();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('A newer version of this page was deployed')).toBeVisible();
    isDeployed = false;
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: 'Reload' }).first().click();
    await reloaded;
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
