import { expect, type Frame, type Page } from '@playwright/test';
import { type HostServer, serveHostPages } from './host/server.ts';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const draft = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: private-draft\n';

let host: HostServer;

test.beforeAll(async ({ baseURL }) => {
  host = await serveHostPages(baseURL ?? '');
});

test.afterAll(() => host.close());

/** Notes what the pages of a context read of their storage, and which workers they start. */
async function recordReads(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('noteRead', (what: string) => seen.push(what));
  await page.addInitScript(() => {
    const note = (what: string) => Reflect.get(window, 'noteRead')(`${location.pathname} ${what}`);
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      note(key);
      return getItem.call(this, key);
    };
    const { Worker: Plain } = window;
    window.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        note('a worker');
      }
    };
  });
  return seen;
}

async function keepDraft(page: Page): Promise<void> {
  const playground = new Playground(page);
  await playground.open();
  await playground.write(draft);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('private-draft');
}

/** The frame of the page, once it shows what it will. */
async function loadedFrame(page: Page): Promise<Frame> {
  const linked = () => page.frames().find((frame) => /^https?:.*\/\?/.test(frame.url()));
  await expect.poll(linked).toBeDefined();
  const frame = linked();
  if (frame === undefined) throw new Error('there is no frame');
  await expect(frame.getByRole('link')).toBeVisible();
  // What would be fetched late is fetched by now.
  await page.waitForLoadState('networkidle');
  return frame;
}

const link = '?lang=en&step=2#x/conflict-three-ways@2';

const frames = (address: string) => [
  { name: 'a frame', html: `<iframe src="${address}" width="800" height="600"></iframe>` },
  { name: 'a sandboxed frame', html: `<iframe src="${address}" sandbox="allow-scripts allow-popups"></iframe>` },
  { name: 'an object', html: `<object data="${address}" type="text/html" width="800" height="600"></object>` },
  {
    name: 'a frame in a frame',
    html: `<iframe srcdoc='<iframe src="${address}" width="700" height="500"></iframe>' width="800" height="600"></iframe>`,
  },
];

test('in every kind of frame the page shows a link alone: no draft is read and no engine starts', async ({
  page,
  baseURL,
}) => {
  await keepDraft(page);
  const reads = await recordReads(page);
  const address = `${baseURL}/${link}`;
  for (const [at, { name, html }] of frames(address).entries()) {
    const framing = `<!doctype html><title>A page</title>${html}`;
    const path = `framing-${at}.html`;
    await page.route(`${baseURL}/${path}`, (route) => route.fulfill({ contentType: 'text/html', body: framing }));
    for (const around of [`${baseURL}/${path}`, host.show(path, framing)]) {
      await test.step(`${name} at ${around}`, async () => {
        reads.splice(0);
        await page.goto(around);
        const frame = await loadedFrame(page);
        expect(await frame.locator('#root').textContent()).toBe(
          'The playground does not run inside another page, because your drafts would show there. Open it in a new tab',
        );
        const opens = frame.getByRole('link', { name: 'Open it in a new tab' });
        await expect(opens).toHaveAttribute('href', address);
        await expect(opens).toHaveAttribute('target', '_blank');
        await expect(opens).toHaveAttribute('rel', 'noopener');
        expect(reads.filter((read) => !read.endsWith('managed-fields.preferences'))).toEqual([]);
      });
    }
  }
});

test(
  'the link leads to what the address names, also after it changed, and the page alone shows it',
  further,
  async ({ page, baseURL }) => {
    host.show('link.html', `<!doctype html><title>A page</title><iframe src="${baseURL}/${link}"></iframe>`);
    await page.goto(host.address('link.html'));
    const frame = await loadedFrame(page);
    await page.evaluate((address) => {
      document.querySelector('iframe')?.setAttribute('src', address);
    }, `${baseURL}/?lang=en#x/first-configmap`);
    await expect(frame.getByRole('link')).toHaveAttribute('href', `${baseURL}/?lang=en#x/first-configmap`);
    const [opened] = await Promise.all([page.context().waitForEvent('page'), frame.getByRole('link').click()]);
    await expect(new Playground(opened).walk).toContainText('Step 1 of ');
    expect(await opened.evaluate(() => window.opener)).toBe(null);
  },
);

for (const [lang, open] of [
  ['en', 'Open it in a new tab'],
  ['uk', 'Відкрити в новій вкладці'],
  ['zh-CN', '在新标签页中打开'],
] as const) {
  test(`a frame speaks ${lang}`, further, async ({ page, baseURL }) => {
    host.show('spoken.html', `<!doctype html><title>A page</title><iframe src="${baseURL}/?lang=${lang}"></iframe>`);
    await page.goto(host.address('spoken.html'));
    const frame = await loadedFrame(page);
    await expect(frame.getByRole('link', { name: open })).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('lang', lang);
  });
}

test('where the code for frames is missing, a frame shows nothing', further, async ({ page, baseURL }) => {
  await keepDraft(page);
  const reads = await recordReads(page);
  await page.route(/\/assets\/framed-/, (route) => route.abort());
  host.show('bare.html', `<!doctype html><title>A page</title><iframe src="${baseURL}/"></iframe>`);
  await page.goto(host.address('bare.html'));
  await page.waitForLoadState('networkidle');
  await expect(page.frameLocator('iframe').locator('#root')).toBeEmpty();
  expect(reads.filter((read) => !read.endsWith('managed-fields.preferences'))).toEqual([]);
});
