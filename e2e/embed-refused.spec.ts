import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test';
import { Embed, frameOf } from './host/embed.ts';
import { type HostServer, serveHostPages } from './host/server.ts';
import { further, test } from './test.ts';

// Embeds that have to wait, or whose files, origin, storage or workers are refused, and messages that somebody else forged.

let host: HostServer;

test.beforeAll(async ({ baseURL }) => {
  host = await serveHostPages(baseURL ?? '');
});

test.afterAll(() => host.close());

test('a frame that waits for a click or to be seen asks for nothing before', further, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(host.address('lazy.html'), { waitUntil: 'networkidle' });
  const files = () => asked.filter((url) => /embed\.html|scenario\.yaml/.test(url)).map((url) => new URL(url).pathname);
  expect(files()).toEqual([]);

  const click = new Embed(page, '#click');
  await expect(click.element.locator('pre')).toBeVisible();
  await click.element.getByRole('button', { name: 'A scenario of this site' }).click();
  await click.ready();
  await expect.poll(() => click.state()).toMatchObject({ steps: 1, outcome: 'created' });
  expect(files()).toEqual(expect.arrayContaining(['/embed.html', '/scenario.yaml']));
  expect(files()).toHaveLength(2);

  const far = new Embed(page, '#far');
  await far.element.scrollIntoViewIfNeeded();
  await far.ready();
  expect(files()).toHaveLength(4);
});

test('the children stay until the frame is ready, and where it never is', further, async ({ page, browser }) => {
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route('**/embed.html*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(host.address('docs.html'), { waitUntil: 'domcontentloaded' });
  const embed = new Embed(page, '#children');
  const fallback = embed.element.locator('pre');
  await expect(embed.element.locator('iframe')).toBeAttached();
  await expect(fallback).toBeVisible();
  release();
  await embed.ready();
  await expect(fallback).toBeHidden();

  const code = await page.evaluate(() => {
    const element = document.createElement('managed-fields-playground');
    Object.assign(element, { id: 'lost', src: 'nowhere.yaml', loading: 'eager' });
    element.append(Object.assign(document.createElement('pre'), { textContent: 'what the file said' }));
    const failed = new Promise((resolve) => element.addEventListener('error', ({ detail }) => resolve(detail.code)));
    document.body.append(element);
    return failed;
  });
  expect(code).toBe('unreachable');
  await expect(page.getByText('what the file said')).toBeVisible();

  await test.step('without children, the frame says why there is nothing', async () => {
    const heard = page.evaluate(() => {
      const element = document.createElement('managed-fields-playground');
      Object.assign(element, { id: 'nothing', src: 'nowhere.yaml', loading: 'eager' });
      const failed = new Promise((resolve) => element.addEventListener('error', ({ detail }) => resolve(detail)));
      document.body.append(element);
      return failed;
    });
    const sentence = 'The scenario at nowhere.yaml could not be fetched.';
    expect(await heard).toMatchObject({ code: 'unreachable', message: sentence });
    const nothing = new Embed(page, '#nothing');
    await nothing.ready();
    await expect(nothing.frame.getByRole('alert')).toHaveText(sentence);
  });

  for (const base of ['javascript:trap(1)', 'data:text/html,x', 'http://[']) {
    await test.step(`a playground cannot lie at ${base}: the frame says so, or the children stay`, async () => {
      const heard = (text: string) =>
        page.evaluate(
          ([base, text]) => {
            document.querySelector('#misplaced')?.remove();
            const element = document.createElement('managed-fields-playground');
            Object.assign(element, { id: 'misplaced', base, example: 'first-configmap', loading: 'eager' });
            element.append(text ?? '');
            const failed = new Promise((resolve) => element.addEventListener('error', ({ detail }) => resolve(detail)));
            document.body.append(element);
            return failed;
          },
          [base, text],
        );
      const sentence = `The playground cannot lie at ${base}: base is the address of its folder, by http or https.`;
      expect(await heard('')).toMatchObject({ code: 'misplaced', message: sentence });
      const misplaced = new Embed(page, '#misplaced');
      await misplaced.ready();
      await expect(misplaced.frame.getByRole('alert')).toHaveText(sentence);
      expect(await heard('what stays')).toMatchObject({ code: 'misplaced', message: base });
      await expect(misplaced.element.locator('iframe')).toHaveCount(0);
      await expect(page.getByText('what stays')).toBeVisible();
    });
  }

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const silent = await plain.newPage();
  await silent.goto(host.address('docs.html'));
  await expect(silent.locator('#children pre')).toBeVisible();
  await expect(silent.getByText('apiVersion')).toBeHidden();
  await plain.close();
});

test(
  'frames without an origin of their own work, written by hand, by the element, and on a page without one',
  further,
  async ({ page }) => {
    const shown = async (pageOrFrame: Page | FrameLocator) => {
      const written = pageOrFrame.frameLocator('#written');
      await expect(written.getByText('web').first()).toBeVisible();
      const embed = new Embed(pageOrFrame, '#element');
      await embed.ready();
      await expect(embed.frame.getByText('opaque').first()).toBeVisible();
      await expect.poll(() => embed.state()).toMatchObject({ outcome: 'created' });
      expect(await embed.frame.locator('html').evaluate(() => window.origin)).toBe('null');
    };
    await page.goto(host.address('sandboxed.html'));
    await shown(page);
    await page.goto(host.address('frames.html'));
    await shown(page.frameLocator('iframe'));
  },
);

test('an embed works where storage and workers are refused', further, async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: refuse });
    }
    Object.defineProperty(window, 'Worker', { value: refuse });
  });
  await page.goto(host.address('docs.html'));
  const embed = new Embed(page, '#children');
  await embed.ready();
  await expect.poll(() => embed.state()).toMatchObject({ outcome: 'conflict' });
});

test('nobody but the host is heard: forged messages of other windows change nothing', async ({ page, baseURL }) => {
  await page.goto(host.address('docs.html'));
  const embed = new Embed(page, '#children');
  await embed.ready();
  await expect.poll(() => embed.state()).toMatchObject({ step: 2, outcome: 'conflict' });
  const before = await embed.state();
  const inside = await embed.frame.locator('body').textContent();

  const forge = () => {
    const messages = [
      { managedFields: 'hello', v: 1 },
      { managedFields: 'port', v: 1 },
      { v: 1, kind: 'load', example: 'first-configmap' },
      { v: 1, kind: 'set', step: 1, theme: 'dark' },
      { v: 1, kind: 'get', id: 1 },
      { v: 1, kind: 'error', code: 'forged', message: 'forged' },
      { v: 1, kind: 'resize', height: 5000 },
    ];
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    const windows = [window.top, ...Array.from({ length: window.top?.length ?? 0 }, (_, index) => window.top?.[index])];
    for (const target of windows) {
      for (const message of messages) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => heard.push(data);
        for (const each of messages.slice(2)) port1.postMessage(each);
        if (target !== window) target?.postMessage(message, '*', [port2]);
      }
    }
  };
  const heardBy = (frame: Frame) => frame.evaluate(() => ('heard' in window ? window.heard : []));

  await test.step('the page itself, when the element has the only port', async () => {
    await page.evaluate(forge);
  });
  await test.step('a frame of somebody else, on the page', async () => {
    // One that waits for a port for ever, and one that forges.
    for (const file of ['embed.html#x/first-configmap', 'gallery.yaml']) {
      await page.evaluate((address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
        return new Promise((loaded) => frame.addEventListener('load', loaded));
      }, `${baseURL}/${file}`);
    }
    const waiting = frameOf(page, '#x/first-configmap');
    await expect(waiting.getByText('created').first()).toBeVisible();
    const shown = await waiting.locator('body').textContent();
    const stranger = frameOf(page, '/gallery.yaml');
    await stranger.evaluate(() => {
      const answers: unknown[] = [];
      Object.assign(window, { answers });
      window.addEventListener('message', ({ data }) => answers.push(data));
    });
    await stranger.evaluate(forge);
    await embed.get();
    expect(await stranger.evaluate(() => ('answers' in window ? window.answers : undefined))).toEqual([]);
    expect(await waiting.locator('body').textContent()).toBe(shown);
  });

  // What is asked properly comes after all that was forged.
  const answer = await embed.get();
  expect(answer.kind).toBe('scenario');
  expect(await embed.state()).toEqual(before);
  expect(await embed.frame.locator('body').textContent()).toBe(inside);
  for (const frame of page.frames()) expect(await heardBy(frame)).toEqual([]);
});
