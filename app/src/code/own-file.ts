/**
 * Fetches a file of the page itself, by its name beside `index.html`. Rejects any other address: nothing of this module
 * reaches another origin, or an API that the same origin serves.
 */
export async function fetchOwnFile(
  name: `./${string}`,
  options: { readonly cache?: RequestCache } = {},
): Promise<Response> {
  const folder = new URL('./', document.baseURI);
  const { href } = new URL(name, folder);
  if (!name.startsWith('./') || !href.startsWith(folder.href)) throw new TypeError(`no file of the page: ${name}`);
  return fetch(href, { ...options, method: 'GET' });
}
