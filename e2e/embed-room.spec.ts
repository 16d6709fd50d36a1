import { roomOfExample } from '@managed-fields/embed';
import { expect, type Page } from '@playwright/test';
import { Embed } from './host/embed.ts';
import { type HostServer, serveHostPages } from './host/server.ts';
import { addressOf } from './page.ts';
import { further, furtherAfterFirst, test } from './test.ts';

// What an embed takes of a page before and after its frame is there, and what of it is there without one.

let host: HostServer;
let playground: string;

test.beforeAll(async ({ baseURL }) => {
  playground = baseURL ?? '';
  host = await serveHostPages(playground);
});

test.afterAll(() => host.close());

const ten = [
  'first-configmap',
  'conflict-three-ways',
  'apply-force',
  'shared-field',
  'atomic-list',
  'hpa-handover',
  'prune',
  'quantities',
  'two-ways-env',
  'list-order',
] as const;

declare global {
  interface Window {
    shifted: number;
  }
}

/** How far what stands on a page was moved since it was opened, as browsers measure it (CLS). */
function shiftedBy(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Reflect.get(entry, 'value');
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
}

for (const [place, width] of [1000, 390].entries()) {
  const some = furtherAfterFirst(place);
  test(
    `static views do not move the page when loader and frame come late, ${width} pixels wide`,
    some,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 1600 });
      let sendLoader = () => {};
      await page.route('**/embed.js', async (route) => {
        await new Promise<void>((sent) => {
          sendLoader = sent;
        });
        await route.continue();
      });
      const shiftOf = async (isRoomKept: boolean, ready: () => Promise<void>) => {
        // As a fence writes them: one view is higher than the frame will be, one lower.
        const fences = ['apply-force', 'conflict-three-ways'].map((name, index) => {
          const room = roomOfExample(name) ?? '';
          const [wide, narrow] = room.split(' ');
          const style = isRoomKept ? ` style="--mf-room:${wide}px;--mf-room-narrow:${narrow}px"` : '';
          const view = `<div class="mf"><p style="height:${index === 0 ? 1400 : 200}px">A static view.</p></div>`;
          return `<p>Before.</p><managed-fields-playground loading="eager" example="${name}" room="${room}"${style}>${view}</managed-fields-playground>`;
        });
        const at = host.show(
          'static.html',
          `<!doctype html><link rel="stylesheet" href="PLAYGROUND/static.css"><script src="PLAYGROUND/embed.js" async></script>
<body style="margin: 16px; font: 16px/1.5 sans-serif"><main style="max-width: 712px">${fences.join('')}<p>After.</p></main>`,
        );
        await page.goto(at, { waitUntil: 'commit' });
        // It is painted before the loader comes, or else nothing could be moved by it.
        await expect(page.getByText('After.')).toBeAttached();
        await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
        sendLoader();
        await ready();
        return shiftedBy(page);
      };
      const frames = page.locator('managed-fields-playground iframe');
      const shown = async () => {
        for (const index of [0, 1]) await expect(frames.nth(index)).not.toHaveAttribute('inert');
      };
      expect(await shiftOf(true, shown)).toBeLessThan(0.002);
      // The measure can tell.
      expect(await shiftOf(false, shown)).toBeGreaterThan(0.002);
      // Where no frame comes, the views stay, and nothing moves either.
      await page.route('**/embed.html*', (route) => route.abort());
      expect(await shiftOf(true, () => expect(frames).toHaveCount(2))).toBeLessThan(0.002);
      await expect(page.getByText('A static view.').first()).toBeVisible();
    },
  );

  test(`ten embeds that say their room do not move the page, ${width} pixels wide`, further, async ({ page }) => {
    await page.setViewportSize({ width, height: 1600 });
    const embeds = (withRoom: boolean) =>
      ten
        .map((name, place) => {
          // Every other one at its second step.
          const step = 1 + (place % 2);
          const room = withRoom ? ` room="${roomOfExample(name, step)}"` : '';
          return `<p>Before.</p><managed-fields-playground loading="eager" example="${name}" step="${step}"${room}></managed-fields-playground>`;
        })
        .join('\n');
    const shiftOf = async (body: string) => {
      const at = host.show(
        'rooms.html',
        `<!doctype html><script src="PLAYGROUND/embed.js"></script>
<body style="margin: 16px; font: 16px/1.5 sans-serif"><main style="max-width: 712px">${body}</main>`,
      );
      await page.goto(at);
      const all = page.locator('managed-fields-playground');
      for (const index of ten.keys()) await expect(all.nth(index).locator('iframe')).not.toHaveAttribute('inert');
      return shiftedBy(page);
    };
    expect(await shiftOf(embeds(true))).toBeLessThan(0.02);
    // The measure can tell: without the room the page moves.
    expect(await shiftOf(embeds(false))).toBeGreaterThan(0.02);
  });
}

test('a fence of a scenario that nobody measured does not move the page', further, async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 1600 });
  // As a plugin writes them, for a small object and for one that the frame has no room for.
  const fences = [1, 60].map((size, index) => {
    const data = Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, 'a']));
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data });
    const scenario = addressOf([{ kind: 'apply', manager: 'm', text }]).slice(1);
    const height = [500, 720][index];
    const room = ` height="${height}" style="--mf-room:${height}px;--mf-room-narrow:${height}px"`;
    const view = `<div class="mf"><p style="height:${index === 0 ? 200 : 1400}px">A static view.</p></div>`;
    return `<p>Before.</p><managed-fields-playground scenario="${scenario}"${room}>${view}</managed-fields-playground>`;
  });
  const shiftOf = async (body: string) => {
    const at = host.show(
      'fences.html',
      `<!doctype html><link rel="stylesheet" href="PLAYGROUND/static.css">
<body style="margin: 16px; font: 16px/1.5 sans-serif"><main style="max-width: 712px">${body}<p>After.</p></main>`,
    );
    await page.goto(at);
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await page.addScriptTag({ url: `${playground}/embed.js` });
    const frames = page.locator('managed-fields-playground iframe');
    for (const index of fences.keys()) await expect(frames.nth(index)).not.toHaveAttribute('inert');
    return shiftedBy(page);
  };
  expect(await shiftOf(fences.join(''))).toBeLessThan(0.002);
  const lines = page.frameLocator('managed-fields-playground iframe >> nth=1').getByRole('listbox').first();
  // What does not fit scrolls within the frame.
  expect(await lines.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100);
  // The measure can tell.
  const moved = fences.map((fence) => fence.replace(/ height="\d+" style="[^"]+"/, ''));
  expect(await shiftOf(moved.join(''))).toBeGreaterThan(0.002);
});

test('a lesson is embedded by its name, and one that is not there leaves what its author wrote', async ({ page }) => {
  await page.goto(host.address('docs.html'));
  await page.evaluate(() => {
    for (const [id, lesson] of [
      ['lesson', 'give-up-a-field'],
      ['gone', 'no-such-lesson'],
      ['odd', '../index'],
    ] as const) {
      const element = document.createElement('managed-fields-playground');
      element.id = id;
      element.setAttribute('lesson', lesson);
      element.setAttribute('loading', 'eager');
      if (id !== 'lesson') element.append('What the author wrote.');
      document.querySelector('main')?.prepend(element);
    }
  });
  const lesson = new Embed(page, '#lesson');
  await lesson.ready();
  await expect(lesson.frame.getByText('Give a field up').first()).toBeVisible();
  await expect(lesson.element).toHaveJSProperty('lesson', 'give-up-a-field');
  await lesson.element.evaluate((element) => element.setAttribute('lesson', 'take-it-over'));
  await expect(lesson.frame.getByText('Take a field over').first()).toBeVisible();
  for (const id of ['gone', 'odd']) {
    const element = page.locator(`#${id}`);
    await expect(element.locator('iframe')).toHaveAttribute('inert', '');
    await expect(element.getByText('What the author wrote.')).toBeVisible();
  }
});

test(
  'what Share gives for pages without scripts shows the object there, and opens by a button where they run',
  further,
  async ({ page, browser }) => {
    await page.goto('/#x/first-configmap@2');
    await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', 'ready');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this scenario' });
    await dialog.getByRole('tab', { name: 'Element' }).click();
    await dialog.getByLabel('Form of the scenario').selectOption('still');
    const box = dialog.getByRole('textbox', { name: 'The code of the element' });
    await expect(box).toHaveValue(/<div class="mf/);
    const code = await box.inputValue();
    expect(code).toContain('example="first-configmap"');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    const body = `<!doctype html><title>Host</title><body><main>${code}</main>`;
    const at = host.show('still.html', body);
    await still.goto(at);
    await expect(still.getByRole('figure').getByText('ConfigMap').first()).toBeVisible();
    // Its style is there, too.
    expect(await still.locator('.mf').evaluate((element) => getComputedStyle(element).fontFamily)).not.toMatch(
      /^Times/,
    );
    await still.emulateMedia({ media: 'print' });
    await expect(still.getByRole('figure').getByText('ConfigMap').first()).toBeVisible();
    await context.close();

    await page.goto(at);
    const element = page.locator('managed-fields-playground');
    await expect(element.locator('iframe')).toHaveCount(0);
    await element.getByRole('button', { name: 'A first ConfigMap' }).click();
    await expect(element.locator('iframe')).not.toHaveAttribute('inert');
  },
);
