import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readScenario } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link';
import type { Browser, Page, Request } from '@playwright/test';
import type { FirstView } from './budgets.ts';

/** A file that the page fetched. */
export interface Fetched {
  /** Without its folder. */
  readonly file: string;
  /** Bytes, gzipped at the highest level. */
  readonly bytes: number;
}

/** The files that were asked for before the first owner was on screen, in this order. */
export interface Arrival {
  readonly scripts: readonly Fetched[];
  readonly styles: readonly Fetched[];
  readonly facts: readonly Fetched[];
}

/** Opens a first view as somebody new does, and sees what it takes. */
export async function arrivalOf(browser: Browser, address: string, way: FirstView): Promise<Arrival> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 }, serviceWorkers: 'block' });
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const page = await context.newPage();
  await page.addInitScript({ content: noteOverlay(way.overlay) });
  await page.goto(`${address}/${placeOf(way)}`);
  const drawn = await overlayTime(page);
  const fetched = await Promise.all(requests.map((request) => fetchedBy(request, drawn)));
  await context.close();
  const files = fetched.filter((each) => each !== undefined);
  const isFacts = ({ file }: Fetched) => /^(bundled|whole)-data/.test(file);
  const scripts = files.filter(({ file }) => /\.m?js$/.test(file));
  return {
    scripts: scripts.filter((each) => !isFacts(each)),
    styles: files.filter(({ file }) => file.endsWith('.css')),
    facts: scripts.filter(isFacts),
  };
}

/** The bytes of a file of the built page, gzipped. */
export function gzipped(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length;
}

/**
 * A script for the page that notes when the first owner was drawn, in milliseconds since 1970. A text, because what
 * runs this program adds helpers to functions that a page does not have.
 */
function noteOverlay(selector: string): string {
  return `(() => {
    const selector = ${JSON.stringify(selector)};
    const painted = () => {
      document.documentElement.dataset.overlay = String(performance.timeOrigin + performance.now());
    };
    const look = () => {
      if (document.querySelector(selector) === null) return;
      observer.disconnect();
      // What is there when a frame begins is painted with it.
      requestAnimationFrame(painted);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  })();`;
}

async function overlayTime(page: Page): Promise<number> {
  const root = page.locator('html[data-overlay]');
  return Number(await root.getAttribute('data-overlay'));
}

/** Returns the file of a request that began before a moment, in milliseconds since 1970; undefined of any other. */
async function fetchedBy(request: Request, moment: number): Promise<Fetched | undefined> {
  const response = await request.response();
  // When a request began is known once it is answered.
  if (response === null || !response.ok() || request.timing().startTime > moment) return undefined;
  const file = new URL(request.url()).pathname.split('/').at(-1) ?? '';
  return { file, bytes: gzipped(await response.body()) };
}

/** The address of a first view, below that of the built page. */
export function placeOf({ address, scenario }: FirstView): string {
  return address.replace('{link}', scenario === undefined ? '' : fragmentOf(scenario));
}

function fragmentOf(example: string): string {
  const read = readScenario(readFileSync(new URL(`../../public/examples/${example}.yaml`, import.meta.url), 'utf8'));
  const link = read.kind === 'scenario' ? encodeLink(read.scenario) : read;
  if (link.kind !== 'link') throw new Error(`no link of ${example}`);
  return link.fragment;
}
