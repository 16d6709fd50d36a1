/** The part of the browser's Trusted Types that is used here. TypeScript's library does not have them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('own-script', { createScriptURL: ownAddress });

/**
 * Returns the address of a script of this page, as workers need it under the policy of the page. Throws for every other
 * address. A browser without Trusted Types gets the checked text.
 */
export function ownScript(address: string): string {
  // A `TrustedScriptURL`, used where the type says string.
  return policy === undefined ? ownAddress(address) : (policy.createScriptURL(address) as string);
}

function ownAddress(address: string): string {
  const { href } = new URL(address, location.href);
  if (!href.startsWith(new URL('./', location.href).href)) throw new TypeError(`no script of this page: ${address}`);
  return href;
}
