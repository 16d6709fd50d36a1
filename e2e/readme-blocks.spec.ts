import { service } from '@managed-fields/player/sample-texts';
import { expect, type Page } from '@playwright/test';
import { codeBlocks } from '../conformance/code-blocks.ts';
import { bundled } from './host/bundled.ts';
import { Embed } from './host/embed.ts';
import { type HostServer, serveHostPages } from './host/server.ts';
import { further, test } from './test.ts';

// What READMEs show for a page is put into one as it stands there. Blocks of JavaScript run in conformance/packages.

function blockOf(readme: string, language: string): string {
  const block = codeBlocks(readme).find((each) => each.language === language);
  if (block === undefined) throw new Error(`${readme} has no block of ${language}`);
  return block.code;
}

let host: HostServer;
let playground: string;

test.beforeAll(async ({ baseURL }) => {
  playground = `${baseURL}/`;
  host = await serveHostPages(baseURL ?? '');
});

test.afterAll(() => host.close());

/** Opens a page of somebody else's: what stands in its body, the module that it runs, and a Service as `web.json`. */
async function open(page: Page, body: string, module = ''): Promise<void> {
  host.show('page.js', await bundled(module));
  await page.route('**/web.json', (route) => route.fulfill({ json: service }));
  const script = '<script type="module" src="/page.js"></script>';
  await page.goto(host.show('page.html', `<!doctype html><html lang="en"><title>Host</title>${body}${script}`));
}

/** The markup and the module of a block of HTML. */
function partsOf(html: string): readonly [markup: string, module: string] {
  const script = /<script type="module">([\s\S]*?)<\/script>/.exec(html);
  return [html.replace(script?.[0] ?? '', ''), script?.[1] ?? ''];
}

test('the element of the view, as its README shows it', async ({ page }) => {
  await open(page, ...partsOf(blockOf('packages/view/README.md', 'html')));
  await expect(page.locator('managed-fields-view').getByRole('figure')).toHaveAccessibleName('Service web');
});

test('the component of the view, as its README shows it', further, async ({ page }) => {
  const drawn = `${blockOf('packages/view/README.md', 'jsx')}
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#place')).render(<Owners deployment={${JSON.stringify(service)}} />);`;
  await open(page, '<div id="place"></div>', drawn);
  const view = page.locator('managed-fields-view');
  await expect(view.getByRole('figure')).toHaveAccessibleName('Service web');
  await expect(view).toHaveAttribute('theme', 'dark');
});

test('the embed of the first README, and the module of the embed', further, async ({ page }) => {
  await open(page, blockOf('README.md', 'html').replaceAll('https://PLAYGROUND/', playground));
  const embed = new Embed(page, 'managed-fields-playground');
  await embed.ready();
  await expect(embed.frame.getByRole('button', { name: /^Step 4:/ })).toHaveAttribute('aria-current', 'step');

  const [markup, module] = partsOf(blockOf('packages/embed/README.md', 'html'));
  const element = '<managed-fields-playground example="hpa-handover"></managed-fields-playground>';
  await open(page, `${markup}${element}`, module.replace('https://fields.example.com/', playground));
  await embed.ready();
});
