/** A name below the folder of the page, with nothing in it that leads out of there. */
const belowPage = /^\.\/(?!(?:.*\/)?\.\.(?:\/|$))[\w./-]+$/;

/**
 * Fetches a file of the page itself, by its name beside `index.html`. Rejects any other address: nothing of this module
 * reaches another origin, or an API that the same origin serves.
 */
export async function fetchOwnFile(
  name: `./${string}`,
  options: { readonly cache?: RequestCache } = {},
): Promise<Response> {
  if (!belowPage.test(name)) throw new TypeError(`no file of the page: ${name}`);
  return fetch(name, { ...options, method: 'GET' });
}
