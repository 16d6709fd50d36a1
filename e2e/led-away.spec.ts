import type { ManagedFieldsPlayground } from '@managed-fields/embed';
import { expect, type Frame, type Page } from '@playwright/test';
import { type HostServer, serveHostPages } from './host/server.ts';
import { further, test } from './test.ts';

let host: HostServer;

test.beforeAll(async ({ baseURL }) => {
  host = await serveHostPages(baseURL ?? '');
});

test.afterAll(() => host.close());

/** A page that a frame is led to: it plays the embed, answers whatever comes, and keeps what it was sent. */
const impostor = `<!doctype html><title>An impostor</title><script>
  window.heard = [];
  const hear = ({ data, ports }) => {
    heard.push(data);
    for (const port of ports ?? []) port.onmessage = hear;
  };
  addEventListener('message', hear);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = hear;
  window.found = [location.href, document.referrer, name, JSON.stringify(history.state)];
  for (const nonce of [undefined, '', '0-0-0-0', ...found]) {
    parent.postMessage({ managedFields: 'hello', v: 1, nonce }, '*');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = hear;
    parent.postMessage({ managedFields: 'hello', v: 1, nonce }, '*', [port2]);
  }
</script>`;

const secret = 'apiVersion: v1\\nkind: Secret\\nmetadata: {name: hunter2}\\n';

/** A host page with an element in a sandbox without an origin, and the frame that has shown it. */
async function openSandboxed(page: Page, sandbox = 'allow-scripts'): Promise<Frame> {
  host.show('impostor.html', impostor);
  host.show(
    'leading.html',
    `<!doctype html><title>A host</title><script src="PLAYGROUND/embed.js"></script>
    <managed-fields-playground loading="eager" sandbox="${sandbox}" title="A secret"><pre>The children</pre></managed-fields-playground>
    <script>
      window.errors = [];
      const element = document.querySelector('managed-fields-playground');
      element.addEventListener('error', ({ detail }) => errors.push(detail.code));
      element.load({ scenario: { version: 1, steps: [{ kind: 'apply', manager: 'me', text: '${secret}' }] } });
    </script>`,
  );
  await page.goto(host.address('leading.html'));
  await expect(page.locator('managed-fields-playground iframe')).not.toHaveAttribute('inert');
  const frame = page.frame({ url: /embed\.html/ });
  if (frame === null) throw new Error('there is no frame');
  await expect(frame.getByText('hunter2').first()).toBeVisible();
  return frame;
}

const element = (page: Page) => page.locator('managed-fields-playground');
const errors = (page: Page) => page.evaluate(() => Reflect.get(window, 'errors'));

test('a frame keeps its nonce neither in its address nor in its history, with an origin and without', async ({
  page,
}) => {
  for (const sandbox of ['allow-scripts', 'allow-scripts allow-same-origin']) {
    const frame = await openSandboxed(page, sandbox);
    expect(await element(page).locator('iframe').getAttribute('src')).toMatch(/#nonce=\d+(-\d+){3}&$/);
    expect(await frame.evaluate(() => [location.hash, history.state])).toEqual(['', null]);
    await element(page).evaluate((each: ManagedFieldsPlayground) => each.set({ theme: 'dark' }));
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
});

for (const sandbox of ['allow-scripts', 'allow-scripts allow-same-origin']) {
  test(`a frame with ${sandbox} that was led elsewhere hears nothing, and the children come back`, async ({ page }) => {
    const frame = await openSandboxed(page, sandbox);
    const led = page.waitForResponse(/impostor/);
    await page.route(/impostor/, async (route) => {
      await route.continue();
    });
    // Kept, so that what it hears can be read when the element has taken the frame away.
    const heard: unknown[] = [];
    await page.exposeFunction('noteHeard', (what: unknown) => heard.push(what));
    await page.addInitScript(() => {
      addEventListener(
        'message',
        ({ data }) => location.pathname === '/impostor.html' && Reflect.get(window, 'noteHeard')(data),
      );
    });
    await frame.evaluate((address) => {
      location.href = address;
    }, host.address('impostor.html'));
    await led;
    await expect(element(page).locator('iframe')).toHaveCount(0);
    await expect(element(page).locator('pre')).toBeVisible();
    expect(await errors(page)).toEqual(['no-answer']);
    expect(heard).toEqual([]);
    // Asked again, the element shows the playground again.
    const answer = await element(page).evaluate((each: ManagedFieldsPlayground) => each.get());
    expect(answer.kind).toBe('scenario');
    await expect(element(page).frameLocator('iframe').getByText('hunter2').first()).toBeVisible();
  });
}

test('a page that a frame was led to before it said anything hears nothing', further, async ({ page, baseURL }) => {
  const heard: unknown[] = [];
  await page.exposeFunction('noteHeard', (what: unknown) => heard.push(what));
  await page.addInitScript(() => {
    if (!location.pathname.endsWith('/embed.html')) return;
    addEventListener('message', ({ data }) => Reflect.get(window, 'noteHeard')(data));
  });
  // The server's answer for the frame is the impostor, without the nonce.
  await page.route(`${baseURL}/embed.html*`, (route) =>
    route.fulfill({ contentType: 'text/html', body: impostor.replace('location.href', `''`) }),
  );
  host.show(
    'early.html',
    `<!doctype html><title>A host</title><script src="PLAYGROUND/embed.js"></script>
    <managed-fields-playground loading="eager" sandbox="allow-scripts"><pre>The children</pre>
    <script type="application/yaml" data-manager="me">${'kind: Secret'}</script></managed-fields-playground>`,
  );
  await page.clock.install();
  await page.goto(host.address('early.html'));
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('/embed.html'))).toBe(true);
  await page.frame({ url: /embed\.html/ })?.waitForLoadState();
  // Whatever the element would say to a frame it says at once, or after a moment.
  await page.clock.fastForward(2000);
  expect(heard).toEqual([]);
  await expect(element(page).locator('pre')).toBeVisible();
});
