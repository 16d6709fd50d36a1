/** Milliseconds between the two tries. */
const pause = 500;

/** Code that did not come, though it was asked for twice. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode';
}

/**
 * Fetches code, and asks once more where it did not come; rejects with `MissingCode` after that. Where a browser remembers that an address
 * had nothing (all but those of Chromium do), the second try fails without a request, and only a reload brings the code.
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

/** Puts a new link in the place of each style sheet that did not come: with the code it is not asked for again. */
async function fetchStylesAgain(): Promise<void> {
  // A worker has no styles.
  if (globalThis.document === undefined) return;
  const broken = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  );
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
