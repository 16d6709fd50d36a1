/** What is used of the browser's Trusted Types; the compiler's library does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('own-script', { createScriptURL: ownAddress });

/**
 * The address of a script of the page's own, as workers take it under the page's policy. Throws for every other address;
 * a browser without Trusted Types gets the checked text.
 */
export function ownScript(address: string): string {
  // A `TrustedScriptURL`; what takes one is declared to take a text.
  return policy === undefined ? ownAddress(address) : (policy.createScriptURL(address) as string);
}

function ownAddress(address: string): string {
  const { href } = new URL(address, location.href);
  if (!href.startsWith(new URL('./', location.href).href)) throw new TypeError(`no script of this page: ${address}`);
  return href;
}
