import type { EmbedContent, ManagedFieldsPlayground, ScenarioForm } from '@managed-fields/embed';
import { decodeLink } from '@managed-fields/share-link';
import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { spread } from '../conformance/whole.ts';
import { type HostServer, serveHostPages } from './host/server.ts';
import { files, inEveryPlace, links, messages, strings, texts } from './hostile/corpus.ts';
import { guard } from './hostile/guard.ts';
import { sealed } from './hostile/large.ts';
import { twoFrames } from './page.ts';
import { further, test } from './test.ts';

// The same inputs as in hostile.spec.ts, by the roads that lead into a frame: link, child, message.
test.describe.configure({ timeout: 300_000 });

let host: HostServer;
let playground: string;

test.beforeAll(async ({ baseURL }) => {
  playground = baseURL ?? '';
  host = await serveHostPages(playground);
  host.show('stranger.html', '<!doctype html><title>A stranger</title>');
});

test.afterAll(() => host.close());

const mine = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\ndata:\n  colour: green\n';
const fragmentOf = (form: object) => sealed('1j', Buffer.from(JSON.stringify(form)));
const forms = strings.map(({ name, text }) => ({ name, form: inEveryPlace(text) }));

test(
  'no link of a frame runs or hangs anything, and each that cannot be opened says why',
  further,
  async ({ page }) => {
    const watch = await guard(page, [playground]);
    await page.goto('/embed.html');
    const small = spread(texts, 6, 2).filter(({ text }) => text.length < 40_000);
    const asLinks = [
      ...spread(forms, 6, 1).map(({ name, form }) => ({ name, text: fragmentOf(form) })),
      ...small.map(({ name, text }) => ({ name, text: fragmentOf({ version: 1, steps: [{ kind: 'live', text }] }) })),
      ...spread(files, 8).map(({ name, text }) => ({ name, text: sealed('1j', Buffer.from(text)) })),
      ...spread(links, 4).filter(({ text }) => text.length < 100_000),
    ];
    for (const { name, text } of asLinks) {
      const { kind } = decodeLink(text);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, text);
      await untilIdle(page.mainFrame(), name);
      if (kind !== 'example') await expect(page.getByRole('alert'), name).toHaveCount(kind === 'failure' ? 1 : 0);
      await watch.expectClean(name);
    }
  },
);

test('no child of the element and nothing that a host loads runs anything', further, async ({ page }) => {
  const watch = await guard(page, [playground, new URL(host.address('')).origin]);
  const frame = await openElement(page);
  const element = page.locator('managed-fields-playground');
  const contents: readonly { readonly name: string; readonly content: EmbedContent<ScenarioForm> }[] = [
    ...spread(forms, 6, 2).map(({ name, form }) => ({ name, content: { scenario: form as ScenarioForm } })),
    ...spread(files, 8, 2).map(({ name, text }) => ({ name, content: { file: text } })),
  ];
  for (const { name, content } of contents) {
    await element.evaluate((each: ManagedFieldsPlayground, given) => each.load(given), content);
    await untilTaken(element, frame, name);
    await watch.expectClean(name);
  }
  for (const { name, text } of spread(strings, 6)) {
    await element.evaluate((each: HTMLElement, string) => {
      const child = document.createElement('script');
      child.type = 'application/yaml';
      Object.assign(child.dataset, { manager: string, name: string, note: string, op: string });
      child.textContent = `${string}\n`;
      each.replaceChildren(child);
      each.title = string;
      for (const attribute of ['focus', 'manager', 'view', 'theme', 'step', 'lang', 'height'])
        each.setAttribute(attribute, string);
    }, text);
    await untilTaken(element, frame, name);
    await watch.expectClean(`${name}, as a child`);
  }
});

test('messages of strangers change nothing, and those of a host that is one run nothing', async ({ page }) => {
  const watch = await guard(page, [playground, new URL(host.address('')).origin]);
  const frame = await openElement(page);
  await expect(frame.locator('.embed')).toContainText('colour: green');
  await expect(frame.locator('.embed')).toContainText('created');
  await untilIdle(frame);
  const before = await frame.locator('.embed').textContent();
  const stranger = page.frame({ url: /stranger/ });
  // Of one window, messages come in their order: with the last, the host has had all of them. The frame is no stranger's to see.
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => {
      if (data === 'the last') document.documentElement.id = 'has-the-last';
    });
  });
  await stranger?.evaluate(
    (posts) => {
      for (const data of posts) {
        for (const target of [parent, ...Array.from({ length: parent.length }, (_, at) => parent[at])]) {
          target?.postMessage(data, '*');
          target?.postMessage(data, '*', [new MessageChannel().port2]);
        }
      }
      parent.postMessage('the last', '*');
    },
    messages.map(({ data }) => data),
  );
  await expect(page.locator('html')).toHaveId('has-the-last');
  await untilTaken(page.locator('managed-fields-playground'), frame);
  await watch.expectClean('posted by a stranger');
  expect(await frame.locator('.embed').textContent()).toBe(before);
  // The channel to the true host still stands.
  await page
    .locator('managed-fields-playground')
    .evaluate((each: ManagedFieldsPlayground) => each.set({ theme: 'dark' }));
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');

  // A host of its own making, which says over its port what it likes.
  host.show('maker.html', '<!doctype html><title>A maker</title>');
  await page.goto(host.address('maker.html'));
  const answers = await page.evaluate(
    async ({ embed, posts }) => {
      const frame = document.createElement('iframe');
      frame.src = embed;
      const heard: string[] = [];
      const { port1, port2 } = new MessageChannel();
      await new Promise<void>((greeted) => {
        addEventListener('message', ({ data }) => data.managedFields === 'hello' && greeted());
        document.body.append(frame);
      });
      const half = new Promise<void>((done) => {
        port1.onmessage = ({ data }) => {
          heard.push(`${data.kind} ${data.code ?? ''}`);
          if (heard.length >= posts.length / 2) done();
        };
      });
      frame.contentWindow?.postMessage({ managedFields: 'port', v: 1 }, '*', [port2]);
      for (const data of posts) port1.postMessage(data);
      await half;
      return heard;
    },
    { embed: `${playground}/embed.html`, posts: messages.map(({ data }) => data) },
  );
  expect(answers).toContain('error malformed');
  expect(answers).toContain('error newer-version');
  expect(answers).toContain('error unknown-kind');
  await watch.expectClean('posted over a port');
});

/** A host page with our element, and a frame of a stranger beside it. */
async function openElement(page: Page): Promise<Frame> {
  host.show(
    'hostile.html',
    `<!doctype html><title>A host</title>
    <managed-fields-playground loading="eager"><script type="application/yaml" data-manager="me">\n${mine}</script></managed-fields-playground>
    <iframe src="stranger.html"></iframe><script src="PLAYGROUND/embed.js"></script>`,
  );
  await page.goto(host.address('hostile.html'));
  await expect.poll(() => page.frame({ url: /embed\.html/ })).not.toBeNull();
  const frame = page.frame({ url: /embed\.html/ });
  if (frame === null) throw new Error('there is no frame');
  await expect(frame.locator('.embed')).toContainText('colour: green');
  return frame;
}

/** Waits until a frame has taken in what its element was given, which it answers after, and nothing is busy. */
async function untilTaken(element: Locator, frame: Frame, what = ''): Promise<void> {
  await element.evaluate((each: ManagedFieldsPlayground) => each.get());
  await untilIdle(frame, what);
}

/** Waits until a frame is drawn, and not busy with anything that it has. */
async function untilIdle(frame: Frame, what = ''): Promise<void> {
  await twoFrames(frame.locator('html'));
  await expect(frame.locator('.embed'), what).toHaveAttribute('aria-busy', 'false', { timeout: 15_000 });
}
