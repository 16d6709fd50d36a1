import { readFileSync } from 'node:fs';
import type {
  EmbedContent,
  EmbedSettings,
  ManagedFieldsPlayground,
  PlaygroundAnswer,
  ScenarioForm,
} from '@managed-fields/embed';
import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { type HostServer, serveHostPages } from './host/server.ts';
import { twoFrames } from './page.ts';
import { test } from './test.ts';

let host: HostServer;
let playground: string;

test.beforeAll(async ({ baseURL }) => {
  playground = baseURL ?? '';
  host = await serveHostPages(playground);
});

test.afterAll(() => host.close());

/** An element of ours on a host page. */
class Embed {
  readonly element: Locator;
  readonly frame: FrameLocator;

  constructor(page: Page | FrameLocator, selector: string) {
    this.element = page.locator(selector);
    this.frame = this.element.frameLocator('iframe');
  }

  /** Waits until the frame has taken the place of the children. */
  async ready(): Promise<void> {
    await expect(this.element.locator('iframe')).not.toHaveAttribute('inert');
    await expect(this.element.locator('iframe')).toBeVisible();
  }

  /** The last state that the frame sent. */
  state(): Promise<ManagedFieldsPlayground['state']> {
    return this.element.evaluate((element: ManagedFieldsPlayground) => element.state);
  }

  load(content: EmbedContent<ScenarioForm>): Promise<void> {
    return this.element.evaluate((element: ManagedFieldsPlayground, given) => element.load(given), content);
  }

  set(settings: EmbedSettings): Promise<void> {
    return this.element.evaluate((element: ManagedFieldsPlayground, given) => element.set(given), settings);
  }

  get(): Promise<PlaygroundAnswer> {
    return this.element.evaluate((element: ManagedFieldsPlayground) => element.get());
  }
}

test('a strict page of another origin shows children, an example and a file, and talks with them', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(host.address('docs.html?strict'));
  const [children, example, file] = ['#children', '#example', '#file'].map((id) => new Embed(page, id));
  if (!children || !example || !file) throw new Error('unreachable');

  await test.step('each shows what it was given in place of its own children', async () => {
    await children.ready();
    await expect(children.element.locator('pre')).toBeHidden();
    await expect(children.frame.getByText('greeting').first()).toBeVisible();
    await expect.poll(() => children.state()).toMatchObject({ step: 2, steps: 2, outcome: 'conflict' });
    await example.element.scrollIntoViewIfNeeded();
    await example.ready();
    await expect.poll(() => example.state()).toMatchObject({ step: 2 });
    await file.element.scrollIntoViewIfNeeded();
    await file.ready();
    await expect.poll(() => file.state()).toMatchObject({ step: 1, steps: 1, outcome: 'created' });
  });

  await test.step('the frame may do no more than it must', async () => {
    const frame = example.element.locator('iframe');
    await expect(frame).toHaveAttribute('title', 'Three ways out of a conflict');
    await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(frame).toHaveAttribute('allow', 'clipboard-write');
    await expect(frame).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    );
  });

  await test.step('attributes lead the frame without loading it again', async () => {
    const frame = frameOf(page, 'conflict-three-ways');
    await frame.evaluate(() => Object.assign(window, { same: true }));
    await example.set({ step: 1 });
    await expect.poll(() => example.state()).toMatchObject({ step: 1 });
    await example.element.evaluate((element) => element.setAttribute('view', 'table'));
    await expect.poll(() => example.state()).toMatchObject({ step: 1, view: 'table' });
    expect(await frame.evaluate(() => 'same' in window)).toBe(true);
  });

  await test.step('what one gives, another loads, and so does the playground', async () => {
    const answer = await children.get();
    if (answer.kind !== 'scenario') throw new Error(answer.code);
    await file.load({ fragment: answer.fragment });
    await expect.poll(() => file.state()).toMatchObject({ steps: 2 });
    await expect(file.frame.getByText('greeting').first()).toBeVisible();
    expect(answer.address).toBe(`${playground}/#${answer.fragment}`);
    await file.load({ example: 'first-configmap' });
    await expect.poll(() => file.state()).toMatchObject({ steps: 4, outcome: 'created' });
  });

  await test.step('children that change are shown as they are now', async () => {
    await children.element
      .locator('script')
      .last()
      .evaluate((script) => script.remove());
    await expect.poll(() => children.state()).toMatchObject({ steps: 1, outcome: 'created' });
  });

  expect(said.filter((text) => /content security policy|refused/i.test(text))).toEqual([]);
});

test('ten embeds on one page each show their own, and leave nothing behind', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(host.address('ten.html'));
  const all = page.locator('managed-fields-playground');
  await expect(all.locator('iframe')).toHaveCount(10);
  for (const index of Array(10).keys()) await expect(all.nth(index).locator('iframe')).not.toHaveAttribute('inert');
  const steps = await all.evaluateAll((elements: ManagedFieldsPlayground[]) =>
    elements.map(({ state }) => state?.step),
  );
  expect(steps).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
  await expect(all.nth(4)).toHaveJSProperty('offsetHeight', 300);

  await test.step('an element that is moved or taken away takes its frame along', async () => {
    await page.evaluate(() => {
      const [first, second] = document.querySelectorAll('managed-fields-playground');
      second?.remove();
      if (first) document.querySelector('main')?.append(first);
    });
    await expect(all.locator('iframe')).toHaveCount(9);
    await expect(all.nth(8).locator('iframe')).not.toHaveAttribute('inert');
    expect(page.frames()).toHaveLength(10);
  });

  await test.step('an element that a script makes works as a written one', async () => {
    const made = page.locator('#made');
    await page.evaluate(() => {
      const element = document.createElement('managed-fields-playground');
      Object.assign(element, { id: 'made', example: 'shared-field', step: 2, loading: 'eager', title: 'Made' });
      document.querySelector('main')?.prepend(element);
    });
    await expect(made.locator('iframe')).not.toHaveAttribute('inert');
    await expect(made).toHaveJSProperty('state.step', 2);
  });
  expect(errors).toEqual([]);
});

test('the theme follows the host, by its mark, by its text, or as an attribute says', async ({ page }) => {
  await page.goto(host.address('docs.html'));
  const embed = new Embed(page, '#children');
  await embed.ready();
  const isDark = () =>
    embed.frame.locator('body').evaluate(() => {
      const [red = 0] = (
        getComputedStyle(document.querySelector('.mf') ?? document.body).color.match(/[\d.]+/g) ?? []
      ).map(Number);
      return red > 128;
    });
  expect(await isDark()).toBe(false);
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect.poll(isDark).toBe(true);

  await test.step('without a mark, the colour of the text decides', async () => {
    await page.evaluate(() => {
      delete document.documentElement.dataset['theme'];
      document.body.style.color = 'black';
    });
    await expect.poll(isDark).toBe(false);
    await page.evaluate(() => {
      document.body.style.color = 'oklch(0.9 0.01 250)';
    });
    await expect.poll(isDark).toBe(true);
  });

  await test.step('a class is a mark', async () => {
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.className = `theme ${name}`;
      }, theme);
      await expect.poll(isDark).toBe(theme === 'dark');
    }
  });

  await test.step('an attribute wins', async () => {
    await embed.set({ theme: 'light' });
    await expect.poll(isDark).toBe(false);
  });
});

test('a frame that waits for a click or to be seen asks for nothing before', async ({ page }) => {
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

test('the children stay until the frame is ready, and where it never is', async ({ page, browser }) => {
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

test('a frame is called like its scenario, a file may stand in the element, and without steps it says so', async ({
  page,
}) => {
  const file = 'version: 1\nsteps:\n- {kind: apply, manager: alice, text: "{apiVersion: v1}"}\n';
  const body = `<script src="PLAYGROUND/embed.js"></script>
    <managed-fields-playground id="named" loading="eager" example="first-configmap"></managed-fields-playground>
    <managed-fields-playground id="file" loading="eager"><pre data-scenario>${file}</pre></managed-fields-playground>
    <managed-fields-playground id="empty" loading="eager"></managed-fields-playground>`;
  await page.goto(host.show('names.html', `<!doctype html><html lang="en"><body>${body}</body></html>`));
  const [named, whole, empty] = ['#named', '#file', '#empty'].map((id) => new Embed(page, id));
  if (!named || !whole || !empty) throw new Error('unreachable');

  await named.ready();
  const titled = named.element.locator('iframe');
  const title = (await named.frame.locator('h1').textContent()) ?? '';
  await expect(titled).toHaveAttribute('title', title);
  await named.element.evaluate((element) => element.setAttribute('title', 'Its own'));
  await expect(titled).toHaveAttribute('title', 'Its own');
  await named.element.evaluate((element) => element.removeAttribute('title'));
  await expect(titled).toHaveAttribute('title', title);

  await whole.ready();
  await expect(whole.element.locator('iframe')).toHaveAttribute('title', 'managedFields playground: alice');
  await expect.poll(() => whole.state()).toMatchObject({ step: 1, steps: 1 });

  await empty.ready();
  await expect(empty.frame.getByText('Nothing to show')).toBeVisible();
  await expect.poll(async () => (await empty.element.boundingBox())?.height).toBeLessThan(200);
});

test('heights end without jitter, and nothing below jumps twice', async ({ page }) => {
  await page.goto(host.address('docs.html'));
  const embed = new Embed(page, '#children');
  await embed.ready();
  await expect.poll(() => embed.state()).toMatchObject({ outcome: expect.stringMatching(/./) });
  const watch = () =>
    embed.element.evaluate((element: ManagedFieldsPlayground) => {
      const heights: number[] = [];
      Object.assign(window, { heights });
      new ResizeObserver(() => heights.push(element.offsetHeight)).observe(element);
    });
  const heights = () => page.evaluate(() => (window as Window & { heights?: number[] }).heights ?? []);
  await watch();

  for (const change of [{ step: 2 }, { step: 1 }, { view: 'table' }, { view: 'object' }, { step: 2 }] as const) {
    await embed.set(change);
    await expect.poll(() => embed.state()).toMatchObject(change);
    // The frame needs all of its height and no more.
    await expect
      .poll(() => embed.frame.locator('html').evaluate((root) => root.scrollHeight - window.innerHeight))
      .toBe(0);
  }
  await page.setViewportSize({ width: 500, height: 800 });
  await expect
    .poll(() => embed.frame.locator('html').evaluate((root) => root.scrollHeight - window.innerHeight))
    .toBe(0);

  const seen = await heights();
  // What the frame measures with its next picture it says before it answers, and the element is measured with the one after.
  await twoFrames(embed.frame.locator('html'));
  await embed.get();
  await twoFrames(page.locator('html'));
  const back = seen.filter((height, index) => index > 1 && height === seen[index - 2]);
  expect(back.length, `heights ${seen}`).toBeLessThanOrEqual(2);
});

test('frames without an origin of their own work, written by hand, by the element, and on a page without one', async ({
  page,
}) => {
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
});

test('an embed works where storage and workers are refused', async ({ page }) => {
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

test('the snippets of docs/embedding.md work as they are written', async ({ page }) => {
  const document = readFileSync(new URL('../docs/embedding.md', import.meta.url), 'utf8');
  const snippets = [...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code: code.replaceAll('https://fields.example.com', playground),
  }));
  const markup = snippets.filter(
    ({ language, code }) => language === 'html' || (language === 'md' && !code.includes('{{<')),
  );
  const [talk] = snippets.filter(({ language, code }) => language === 'js' && code.includes('whenDefined'));
  const bodies = markup.map(({ code }, index) => `<section id="s${index}">${code}</section>`);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(
    host.show('snippets.html', `<!doctype html><html lang="en"><body>${bodies.join('\n')}</body></html>`),
  );

  for (const index of markup.keys()) {
    const section = page.locator(`#s${index}`);
    await section.scrollIntoViewIfNeeded();
    const button = section.getByRole('button');
    if (await button.isVisible()) await button.click();
    const frame = section.locator('iframe');
    await expect(frame).not.toHaveAttribute('inert');
    await expect(frame.contentFrame().getByText('kind: ').first(), markup[index]?.code).toBeVisible();
  }

  await page.evaluate((code) => {
    const script = window.document.createElement('script');
    script.type = 'module';
    script.textContent = code;
    window.document.head.append(script);
  }, talk?.code ?? '');
  await expect.poll(() => said).toContainEqual(expect.stringMatching(/^http.*\/#s\//));
  await expect.poll(() => said).toContainEqual('2 4 changed object');
  expect(said.filter((text) => /error|refused|failed/i.test(text))).toEqual([]);
});

/** The frame of embed.html whose address ends like this. */
function frameOf(page: Page, ending: string): Frame {
  const found = page.frames().find((frame) => frame.url().endsWith(ending));
  if (found === undefined) throw new Error(`no frame at ${ending}`);
  return found;
}
