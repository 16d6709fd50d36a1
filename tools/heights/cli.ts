import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { browserArguments, ensureBrowser } from '../../e2e/browser.ts';
import { serveBuilt } from '../../e2e/serve-built.ts';
import { readArguments, stop } from '../arguments.ts';

readArguments({
  name: 'pnpm heights',
  about: `Measures how high the frame of each example is at each of its steps, and that of each lesson where it opens, in the built
page, and writes that into packages/embed/src/heights.ts: a page that knows it keeps the room before the frame is there. DIST names
another folder than dist.`,
});

/** Widths of frames, in CSS pixels: one for pages on wide screens, one for phones. */
const widths = [680, 360] as const;

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = process.env['DIST'] ?? `${root}dist/`;
if (!existsSync(dist)) stop('There is no built page; pnpm build makes it.');
const stored = (folder: string) => readdirSync(`${dist}${folder}`).filter((file) => file.endsWith('.json'));
const server = await serveBuilt(dist);
const browser = await chromium.launch({ args: browserArguments, executablePath: ensureBrowser() });
const page = await browser.newPage();
const lines: string[] = [];
try {
  // A host that hears how high its frames are to be.
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script src="embed.js"></script><body style="margin:0">`,
    }),
  );
  await page.goto(`${server.address}/host.html`);
  for (const file of stored('examples/')) {
    const { steps }: { steps: readonly unknown[] } = JSON.parse(readFileSync(`${dist}examples/${file}`, 'utf8'));
    const example = file.replace('.json', '');
    lines.push(`x/${example} ${await heightsOf(steps.map((_, index) => ({ example, step: String(index + 1) })))}`);
  }
  for (const file of stored('lessons/')) {
    const lesson = file.replace('.json', '');
    lines.push(`l/${lesson} ${await heightsOf([{ lesson }])}`);
  }
} finally {
  await browser.close();
  await server.close();
}
writeFileSync(
  `${root}packages/embed/src/heights.ts`,
  `/**
 * How high the frames of examples and lessons are, in CSS pixels: a line for each, by what stands after the \`#\` of its address,
 * with the heights on a wide screen and on a phone; those of an example are of its steps, one after the other. \`pnpm heights\`
 * measures them.
 */
export const measured = \`
${lines.sort().join('\n')}
\`;
`,
);

/** Returns the heights that frames ask for before they say that they are ready: both widths of each, all apart by commas. */
async function heightsOf(shown: readonly Readonly<Record<string, string>>[]): Promise<string> {
  const heights = await page.evaluate(
    async ([all, both]) => {
      document.body.replaceChildren();
      const each = all.flatMap((attributes) => both.map((width) => ({ attributes, width })));
      const measured = each.map(async ({ attributes, width }) => {
        const element = document.createElement('managed-fields-playground');
        element.style.cssText = `margin: 0; width: ${width}px`;
        for (const [key, value] of Object.entries({ ...attributes, loading: 'eager', lang: 'en' }))
          element.setAttribute(key, value);
        await new Promise((done) => {
          element.addEventListener('ready', done, { once: true });
          document.body.append(element);
        });
        return element.offsetHeight;
      });
      return Promise.all(measured);
    },
    [shown, widths] as const,
  );
  return shown.map((_, place) => heights.slice(place * widths.length, (place + 1) * widths.length).join(' ')).join(',');
}
