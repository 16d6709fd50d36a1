import { expect, type Frame, type Page } from '@playwright/test';

/** Watches a page for what a hostile input could bring about. */
export interface Guard {
  /** Fails where something ran, was loaded or was made that must not be, in any frame; `what` names the input. */
  expectClean(what: string): Promise<void>;
}

/**
 * Sets traps in a page and all its frames; to be called before the page is opened. `ours` are the origins that may be
 * asked.
 */
export async function guard(page: Page, ours: readonly string[]): Promise<Guard> {
  const seen: string[] = [];
  await page.addInitScript(() => {
    Object.assign(window, { trap: (what: unknown) => console.error(`TRAP ${String(what)}`) });
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
      console.error(`TRAP policy ${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('console', (message) => {
    if (/^TRAP |Content Security Policy/.test(message.text())) seen.push(message.text());
  });
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => seen.push(`an error: ${error.stack ?? error.message}`));
  page.on('popup', (popup) => seen.push(`a window: ${popup.url()}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !ours.includes(new URL(url).origin)) seen.push(`a request: ${url}`);
  });
  return {
    async expectClean(what) {
      const odd = await Promise.all(page.frames().map(oddParts));
      expect([...seen, ...odd.flat()], what).toEqual([]);
    },
  };
}

/**
 * Finds what a page of ours never has: elements that run or load something, handlers as attributes, a changed
 * prototype.
 */
function oddParts(frame: Frame): Promise<readonly string[]> {
  return frame.evaluate(() => {
    const odd: string[] = [];
    const never =
      'iframe[srcdoc], object, embed, base, form, math, video, audio, meta[http-equiv="refresh" i], script:not([src])';
    // The pages of hosts are the tests' own.
    const ours = document.querySelector('meta[http-equiv="Content-Security-Policy"]') !== null;
    if (ours) odd.push(...[...document.querySelectorAll(never)].map(({ outerHTML }) => outerHTML.slice(0, 100)));
    for (const element of ours ? document.querySelectorAll('*') : []) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) odd.push(`${element.tagName} has ${name}`);
        const leads = /^(src|href|xlink:href|action|formaction|data|poster)$/i.test(name);
        if (leads && /^\s*(javascript|vbscript|data:text)|evil/i.test(value))
          odd.push(`${element.tagName} ${name}=${value}`);
      }
    }
    if (Reflect.get({}, 'polluted') !== undefined) odd.push('a changed prototype');
    return odd;
  });
}
