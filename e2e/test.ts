import { expect, type Page, test as plain } from '@playwright/test';

/** Matches the message of a browser where a policy refuses something: the content's, or that of Trusted Types. */
const refusal = /Content Security Policy|requires 'Trusted/;

/**
 * Playwright's test, which fails where a policy of any page, frame or host was breached. Who breaches one on purpose takes
 * what was said out of `breaches`.
 *
 * Loading Monaco costs more than all the rest of a page, so it comes only where a file says `test.use(withMonaco)`.
 * Elsewhere a step is read in the static view and written in a text area, as it is where Monaco cannot be fetched.
 */
export const test = plain.extend<{ readonly editor: 'plain' | 'monaco' | 'on need'; readonly breaches: string[] }>({
  editor: ['plain', { option: true }],
  page: async ({ page, editor }, use) => {
    if (editor === 'plain') await refuseMonaco(page);
    if (editor === 'monaco') await page.context().addInitScript(pressEditor);
    await page.context().addInitScript(sayWhereItIs);
    await use(page);
  },
  breaches: [
    async ({ context }, use) => {
      const seen: string[] = [];
      context.on('console', (message) => refusal.test(message.text()) && seen.push(message.text()));
      await use(seen);
      expect(seen, 'breaches of policies').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The page is served on this machine, where its reader is asked for which address links are made. The reader of these
 * tests has answered: this one, so that the links of a test can be opened in it. Beside a cluster that counts for nothing.
 */
function sayWhereItIs(): void {
  if (window.top !== window || !location.protocol.startsWith('http')) return;
  const key = 'managed-fields.preferences';
  try {
    const kept: object = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ pageAddress: new URL('./', location.href).href, ...kept }));
  } catch {
    // No storage, or a test of one that holds something else.
  }
}

/**
 * For what is a further input, border, layout or host of a way that another test goes. `pnpm e2e` runs it, in CI's shards too;
 * `pnpm test`, which is to take ten minutes, leaves it out.
 */
export const further = { tag: '@further' } as const;

/** For the tests of a table: `pnpm test` runs the first of them, the others are further ones. */
export const furtherAfterFirst = (place: number) => (place === 0 ? {} : further);

/** For tests of the editor itself: it comes as soon as a step is shown, as if its reader pressed there and went on. */
export const withMonaco = { editor: 'monaco' } as const;

/** For tests of how the editor comes: when its reader goes there. */
export const monacoOnNeed = { editor: 'on need' } as const;

function pressEditor(): void {
  const pressed = new WeakSet<Element>();
  const press = () => {
    for (const view of document.querySelectorAll('.editor-static')) {
      if (pressed.has(view)) continue;
      pressed.add(view);
      // React listens once it has drawn.
      setTimeout(() => view.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
    }
  };
  new MutationObserver(press).observe(document, { childList: true, subtree: true });
}

/** Keeps Monaco from being loaded: no page asks for it before a step is written, and this one cannot fetch it then. */
export async function refuseMonaco(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
  if (page.context().browser()?.browserType().name() !== 'chromium') {
    await page.context().route('**/assets/monaco-*', (route) => route.abort());
    return;
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*/assets/monaco-*'] });
}
