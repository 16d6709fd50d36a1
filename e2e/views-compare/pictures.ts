import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { preview } from 'vite';
import { browserArguments, findBrowser } from '../browser.ts';
import { refuseMonaco } from '../test.ts';
import type { Pictured } from './picture.ts';

/** A screen that pictures are taken on, in CSS pixels. */
export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The three screens. */
export const screens: readonly Screen[] = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'wide', width: 1440, height: 900 },
];

/** The two themes. */
export const themes = ['light', 'dark'] as const;

/** What to take pictures of, and where. */
export interface Wanted {
  /** The folder of a built page. */
  readonly build: string;
  /** The folder that the pictures are written into, which is made where there is none. */
  readonly folder: string;
  readonly views: readonly Pictured[];
  readonly screens: readonly Screen[];
  /** How many browsers work side by side. */
  readonly workers: number;
  /** Is told of every view on a screen when its pictures are there. */
  readonly onTaken: (view: Pictured, screen: Screen) => void;
}

/** A view that could not be brought on screen, and why. */
export interface Failed {
  readonly view: string;
  readonly screen: string;
  readonly reason: string;
}

/** The day that it always is on a picture. */
const today = new Date('2026-03-01T12:00:00Z');

/** What the page says while it works on something; a picture waits until it is said nowhere. */
const working = /^(Asking|Computing|Loading|Looking|Playing|Reading|Writing)\b.*…$/;

/** A view that does not come is tried anew: a busy machine may have been too slow for it. */
const tries = 5;

/** The name of the file with a picture. */
export function fileOf(view: string, screen: string, theme: string): string {
  const words = view.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${words}.${screen}.${theme}.png`;
}

/**
 * Takes pictures of views of a built page on some screens in both themes: a file each, named by `fileOf`. They are
 * steady: the clock stands still, nothing moves, no pointer rests on anything, the page waits for nothing, and a picture
 * counts once a second one is the same. Returns the views that could not be brought on screen.
 */
export async function takePictures(wanted: Wanted): Promise<readonly Failed[]> {
  mkdirSync(wanted.folder, { recursive: true });
  const server = await preview({
    build: { outDir: wanted.build },
    // The address stands on some pictures, so it is always the same one.
    preview: { port: 4210, strictPort: true, host: '127.0.0.1', open: false },
    logLevel: 'silent',
  });
  const address = server.resolvedUrls?.local[0] ?? '';
  const todo = wanted.views.flatMap((view) => wanted.screens.map((screen) => ({ view, screen })));
  const failed: Failed[] = [];
  const work = async () => {
    // A browser each, because the clipboard belongs to the browser.
    const executablePath = findBrowser();
    const browser = await chromium.launch({ args: browserArguments, ...(executablePath ? { executablePath } : {}) });
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      const { view, screen } = next;
      const reason = await takeView(browser, address, wanted, view, screen);
      if (reason !== undefined) failed.push({ view: view.name, screen: screen.name, reason });
      wanted.onTaken(view, screen);
    }
    await browser.close();
  };
  try {
    await Promise.all(Array.from({ length: wanted.workers }, work));
  } finally {
    await server.close();
  }
  return failed;
}

/** Takes the pictures of a view on a screen. Returns why it could not be brought there, if so. */
async function takeView(
  browser: Browser,
  address: string,
  wanted: Wanted,
  view: Pictured,
  screen: Screen,
): Promise<string | undefined> {
  let reason: string | undefined;
  for (let turn = 0; turn < tries; turn += 1) {
    const context = await newContext(browser, address, screen);
    const page = await context.newPage();
    try {
      if (view.monaco !== true) await refuseMonaco(page);
      await page.clock.setFixedTime(today);
      await view.open(page, wanted.build);
      await page.mouse.move(0, 0);
      // Where an object is followed, a connection stays open; what else is fetched is there by then.
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await restyle(page);
        writeFileSync(join(wanted.folder, fileOf(view.name, screen.name, theme)), await steadyPicture(page));
      }
      return undefined;
    } catch (error) {
      reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    } finally {
      await context.close();
    }
  }
  return reason;
}

function newContext(browser: Browser, address: string, { width, height }: Screen): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: address,
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

/** Computes the style of all elements anew: after a change of the theme, Chromium keeps the colours of some buttons. */
async function restyle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { --restyled: 1 }');
    document.adoptedStyleSheets.push(sheet);
    void document.body.offsetHeight;
    document.adoptedStyleSheets.pop();
  });
}

/** A picture of what is on screen, once two in a row are the same while the page works on nothing. */
async function steadyPicture(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  let last: Buffer | undefined;
  for (let turn = 0; turn < 20; turn += 1) {
    await expect(page.getByText(working).filter({ visible: true })).toHaveCount(0, { timeout: 20_000 });
    const next = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (last?.equals(next)) return next;
    last = next;
    await page.waitForTimeout(250);
  }
  throw new Error('the picture does not come to rest');
}
