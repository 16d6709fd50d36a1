import { create } from 'zustand';

/** The token by which this tab may ask the cluster; undefined where no front of a cluster's API gave one to it. */
export const frontToken: string | undefined = givenToken();

/** What the front says of itself, once it was asked. */
export const useFront = create<{
  /** Where others open the playground, as it was named when the front was started. */
  readonly pageAddress: string | undefined;
}>(() => ({ pageAddress: undefined }));

/** Takes what `public/theme.js` has found in the address; where it could store nothing, it left it for this page. */
function givenToken(): string | undefined {
  try {
    const stored = sessionStorage.getItem('managed-fields.token');
    if (stored !== null) return stored;
  } catch {
    // No storage.
  }
  const left: unknown = Reflect.get(globalThis, 'managedFieldsToken');
  return typeof left === 'string' ? left : undefined;
}
