import { readFileSync } from 'node:fs';
import type { ManagedFieldsPlayground } from '@managed-fields/embed';
import { expect } from '@playwright/test';
import { Embed, frameOf } from './host/embed.ts';
import { type HostServer, serveHostPages } from './host/server.ts';
import { twoFrames } from './page.ts';
import { further, test } from './test.ts';

// What an embed shows, and how it goes with the page around it; embed-refused.spec.ts is about what is held back from it.

let host: HostServer;
let playground: string;

test.beforeAll(async ({ baseURL }) => {
  playground = baseURL ?? '';
  host = await serveHostPages(playground);
});

test.afterAll(() => host.close());

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

test('ten embeds on one page each show their own, and leave nothing behind', further, async ({ page }) => {
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

test('the theme follows the host, by its mark, by its text, or as an attribute says', further, async ({ page }) => {
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

test(
  'a frame is called like its scenario, a file may stand in the element, and without steps it says so',
  further,
  async ({ page }) => {
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
  },
);

test('heights end without jitter, and nothing below jumps twice', further, async ({ page }) => {
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

test('the snippets of docs/embedding.md work as they are written', further, async ({ page }) => {
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

test(
  'an example that is not there leaves what its author wrote, until one is asked for that is',
  further,
  async ({ page }) => {
    await page.goto(host.address('docs.html'));
    await page.evaluate(() => {
      const element = document.createElement('managed-fields-playground');
      const fallback = document.createElement('p');
      fallback.textContent = 'Own words';
      element.id = 'gone';
      element.setAttribute('example', 'none');
      element.setAttribute('loading', 'eager');
      element.append(fallback);
      const heard: string[] = [];
      for (const type of ['error', 'ready']) element.addEventListener(type, () => heard.push(type));
      Object.assign(window, { heard });
      document.body.prepend(element);
    });
    const heard = () => page.evaluate(() => ('heard' in window ? window.heard : []));
    await expect.poll(heard).toEqual(['error', 'ready']);
    await expect(page.getByText('Own words')).toBeVisible();
    await page.locator('#gone').evaluate((element) => element.setAttribute('example', 'first-configmap'));
    await expect(page.getByText('Own words')).toBeHidden();
    await expect(page.locator('#gone iframe').contentFrame().getByRole('listbox').first()).toBeVisible();
  },
);
