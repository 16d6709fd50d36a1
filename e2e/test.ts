import { expect, test as plain } from '@playwright/test';

/** What browsers say where a policy refuses something: the content's, or that of Trusted Types. */
const refusal = /Content Security Policy|requires 'Trusted/;

/**
 * Playwright's test, which fails where a policy of any page, frame or host was breached. Who breaches one on purpose takes
 * what was said out of `breaches`.
 */
export const test = plain.extend<{ readonly breaches: string[] }>({
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
