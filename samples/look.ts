import { mkdirSync, readFileSync } from 'node:fs';
import type { ManagedFieldsPlayground } from '@managed-fields/embed';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Site, SitePage, Theme } from './sites.ts';
import { differences, stylesOf } from './styles.ts';

/** Something that a sample promises, and why it does not hold. */
export interface Finding {
  readonly what: string;
  readonly problem: string | undefined;
}

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const views = '.mf';
const elements = 'managed-fields-playground';

/** Opens the pages of a site in a browser and says what holds of them. */
export async function look(browser: Browser, site: Site, address: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const sitePage of site.pages) {
    const check = async (what: string, body: () => Promise<void>) => {
      const named = sitePage.path === '' ? what : `${sitePage.path} ${what}`;
      const problem = await body().then(
        () => undefined,
        (reason: Error) => reason.message.replaceAll('\u001b', '').trim(),
      );
      findings.push({ what: named, problem });
    };
    await readWithoutScripts(browser, `${address}${sitePage.path}`, sitePage, check);
    await readWithScripts(browser, site, `${address}${sitePage.path}`, sitePage, check);
  }
  return findings;
}

type Check = (what: string, body: () => Promise<void>) => Promise<void>;

/** What is there where scripts are off. */
async function readWithoutScripts(browser: Browser, address: string, { fence, view }: SitePage, check: Check) {
  const context = await browser.newContext({ viewport: wide, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  if (fence !== 'none') {
    await check(`without scripts the fence is ${fence === 'drawn' ? 'a static view' : 'its text'}`, async () => {
      const shown = page
        .locator(elements)
        .first()
        .locator(fence === 'drawn' ? views : 'pre');
      await expect(shown).toBeVisible();
      await expect(shown).toContainText('{{ .Values.greeting }} <b>*all*</b>');
    });
  }
  if (view) await check('without scripts the static view is there', () => expect(lastView(page)).toBeVisible());
  await context.close();
}

async function readWithScripts(browser: Browser, site: Site, address: string, parts: SitePage, check: Check) {
  const context = await browser.newContext({
    viewport: wide,
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);

  const all = page.locator(elements);
  const raw = all.nth(parts.fence === 'none' ? 0 : 1);
  if (parts.fence !== 'none') {
    await check('the fence becomes the element, at its step', async () => {
      await ready(all.first());
      await expect.poll(() => stateOf(all.first())).toMatchObject({ step: 2, steps: 2, outcome: 'conflict' });
    });
  }
  await check('the element in the page shows its scenario', async () => {
    await ready(raw);
    await expect.poll(() => stateOf(raw)).toMatchObject({ step: 1, steps: 1, outcome: 'created' });
    await expect(raw.frameLocator('iframe').locator('.mf-code').first()).toContainText('{{ fast }} <b>');
  });
  await check('an element without steps says so', async () => {
    await ready(all.last());
    await expect(all.last().frameLocator('iframe').locator('body')).toContainText('Nothing to show');
  });
  await check('each frame has a name of its own', async () => {
    const names = await all
      .locator('iframe')
      .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('title')));
    expect(new Set(names).size).toBe(await all.count());
  });
  if (parts.view) {
    await check('the static view is as wide as its column', async () => {
      const [own, around] = await lastView(page).evaluate((view) => {
        const { paddingLeft, paddingRight } = getComputedStyle(view.parentElement ?? view);
        const room =
          (view.parentElement?.clientWidth ?? 0) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return [view.getBoundingClientRect().width, room] as const;
      });
      expect(own).toBeGreaterThan(280);
      expect(Math.abs(own - around)).toBeLessThan(2);
    });
    await check('the object is copied as YAML', () => copiesYaml(page));
  }
  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await check('its theme changes', () => darken(page, site));
    if (parts.view) {
      await check(`the static view has nothing of the ${theme} theme but its colours`, async () => {
        expect(await foreignStyles(browser, page, theme)).toEqual([]);
      });
    }
    await check(`static views and frames are ${theme}`, () => themed(page, theme));
    for (const [name, size] of Object.entries({ wide, phone })) {
      await page.setViewportSize(size);
      await check(`nothing is wider than a ${name} screen in the ${theme} theme`, () => fits(page));
      await shoot(page, `${site.name}${parts.path.replace('/', '') && '-markdown'}-${theme}-${name}`);
    }
    await page.setViewportSize(wide);
  }
  await check('no errors are reported', async () => expect(errors).toEqual([]));
  await context.close();
}

/** The static view that stands in no element. */
function lastView(page: Page): Locator {
  return page.locator(`${views}:not(${elements} *)`);
}

async function ready(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await expect(element.locator('iframe')).not.toHaveAttribute('inert', { timeout: 20_000 });
}

function stateOf(element: Locator): Promise<ManagedFieldsPlayground['state']> {
  return element.evaluate((playground: ManagedFieldsPlayground) => playground.state);
}

/** Selects the lines of the object, copies them as a reader does, and compares what is pasted. */
async function copiesYaml(page: Page): Promise<void> {
  const code = lastView(page).locator('.mf-code:visible').first();
  await code.evaluate((lines) => getSelection()?.selectAllChildren(lines));
  await page.keyboard.press('Control+c');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r\n', '\n');
  expect(copied).toContain('\nmetadata:\n  ');
  expect(copied).toContain('\n  name: shared');
  expect(copied).toContain('data:\n  greeting: hello\n  template: ');
  expect(copied).not.toMatch(/[\u00a0]|owned by|nobody/);
}

async function darken(page: Page, { darken: press }: Site): Promise<void> {
  if (press === undefined) await page.emulateMedia({ colorScheme: 'dark' });
  else await press(page);
}

async function themed(page: Page, theme: Theme): Promise<void> {
  const frames = page.locator(elements).locator('iframe');
  for (const frame of await frames.all()) {
    await expect(frame.contentFrame().locator('html')).toHaveAttribute('data-theme', theme);
  }
  const background = { light: 'rgb(255, 255, 255)', dark: 'rgb(24, 29, 37)' }[theme];
  for (const view of await page.locator(views).all()) await expect(view).toHaveCSS('background-color', background);
}

async function fits(page: Page): Promise<void> {
  const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(needed).toBeLessThanOrEqual(there);
  for (const box of await page.locator(`${views}:visible, ${elements}`).all()) {
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(there);
  }
}

/** What is otherwise in a page than on an empty one, where nobody else has a say. */
async function foreignStyles(browser: Browser, page: Page, theme: Theme): Promise<readonly string[]> {
  const empty = await browser.newPage({ viewport: wide });
  const html = await lastView(page).evaluate((view) => view.outerHTML);
  const css = readFileSync(new URL('../packages/embed/dist/static.css', import.meta.url), 'utf8');
  await empty.setContent(`<!doctype html><html data-theme="${theme}"><style>${css}</style><body>${html}`);
  const [own, expected] = [await stylesOf(lastView(page)), await stylesOf(lastView(empty))];
  await empty.close();
  return differences(own, expected).slice(0, 10);
}

/** Takes pictures of the screen at the beginning of the page and at each element, which draws only where it is seen. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SAMPLES_SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const places = page.locator(`${elements}, ${views}:not(${elements} *)`);
  for (const [index, place] of (await places.all()).entries()) {
    await place.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${name}-${index + 1}.png` });
  }
}
