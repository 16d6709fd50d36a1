/** The address of a playground as an option or an environment variable names it, without query and fragment. */
export function pageAddress(
  given: string | undefined,
): { readonly kind: 'address'; readonly address: string } | { readonly kind: 'usage'; readonly message: string } {
  if (given === undefined || given === '') {
    return {
      kind: 'usage',
      message: 'where is the playground? Say it by --page-address URL or the environment variable MANAGED_FIELDS_PAGE',
    };
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return { kind: 'usage', message: `the page's address is one of http or https, not ${JSON.stringify(given)}` };
  }
  const path = url.pathname.endsWith('.html') ? url.pathname : url.pathname.replace(/\/?$/, '/');
  return { kind: 'address', address: `${url.origin}${path}` };
}

/** Hosts that lead every reader to their own machine. */
const ownMachine = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])\.?$/;

/** The address that others open, where one was given; one of this machine is none. */
export function publicAddress(
  given: string | undefined,
):
  | { readonly kind: 'address'; readonly address: string | undefined }
  | { readonly kind: 'usage'; readonly message: string } {
  if (given === undefined || given === '') return { kind: 'address', address: undefined };
  const read = pageAddress(given);
  if (read.kind === 'usage' || !ownMachine.test(new URL(read.address).hostname)) return read;
  return { kind: 'usage', message: `links are made for others, who cannot open ${JSON.stringify(given)}` };
}
