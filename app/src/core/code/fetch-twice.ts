/** Milliseconds between the two requests. */
const pause = 500;

/** The error for code that could not be fetched, though it was asked for twice. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode';
}

/**
 * Fetches code, and asks a second time where that fails; then rejects with `MissingCode`. All browsers but those of
 * Chromium remember a failed import: there the second try fails without a request, and only a reload helps.
 */
export async function fetchTwice<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, pause));
  }
  try {
    await fetchStylesAgain();
    return await load();
  } catch (error) {
    throw new MissingCode(String(error));
  }
}

/** The links of style sheets that could not be fetched. One that is still being fetched has no sheet either. */
const brokenLinks = new Set<HTMLLinkElement>();

// A worker has no style sheets.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenLinks.add(target);
  },
  { capture: true },
);

/**
 * Replaces the link of each style sheet that could not be fetched by a new one: importing the code again does not fetch
 * it again.
 */
async function fetchStylesAgain(): Promise<void> {
  const broken = [...brokenLinks];
  brokenLinks.clear();
  await Promise.all(
    broken.map(
      (link) =>
        new Promise((done, fail) => {
          const again = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: link.href });
          again.onload = done;
          again.onerror = fail;
          link.replaceWith(again);
        }),
    ),
  );
}
