import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { readGallery } from '../../app/gallery/gallery-file.ts';
import { browserArguments, ensureBrowser } from '../../e2e/browser.ts';
import { serveBuilt } from '../../e2e/serve-built.ts';
import { readArguments, stop } from '../arguments.ts';

readArguments({
  name: 'pnpm heights',
  about: `Measures how high the frame of each example is where it opens, in the built page, and writes that into
packages/embed/src/heights.ts: a page that knows it keeps the room before the frame is there.`,
});

/** Widths of frames, in CSS pixels: one for pages on wide screens, one for phones. */
const widths = [680, 360] as const;

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = `${root}dist/`;
if (!existsSync(dist)) stop('There is no built page; pnpm build makes it.');
const names = readGallery().groups.flatMap(({ examples }) => examples.map(({ name }) => name));
const server = await serveBuilt(dist);
const browser = await chromium.launch({ args: browserArguments, executablePath: ensureBrowser() });
const page = await browser.newPage();
const lines: string[] = [];
try {
  // A host that hears how high its frame is to be.
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script src="embed.js"></script><body style="margin:0">`,
    }),
  );
  await page.goto(`${server.address}/host.html`);
  for (const name of [...names].sort()) {
    lines.push(`${name} ${await heightOf(name, widths[0])} ${await heightOf(name, widths[1])}`);
  }
} finally {
  await browser.close();
  await server.close();
}
writeFileSync(
  `${root}packages/embed/src/heights.ts`,
  `/**
 * How high the frames of the gallery's examples are where they open, in CSS pixels: a line an example, with the height on a
 * wide screen and on a phone. \`pnpm heights\` measures it.
 */
export const measured = \`
${lines.join('\n')}
\`;
`,
);

/** Returns the height that the frame of an example asks for before it says that it is ready. */
async function heightOf(name: string, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(async (example) => {
    document.body.replaceChildren();
    const element = document.createElement('managed-fields-playground');
    element.style.margin = '0';
    for (const [key, value] of Object.entries({ example, loading: 'eager', lang: 'en' }))
      element.setAttribute(key, value);
    await new Promise((done) => {
      element.addEventListener('ready', done, { once: true });
      document.body.append(element);
    });
    return element.offsetHeight;
  }, name);
}
