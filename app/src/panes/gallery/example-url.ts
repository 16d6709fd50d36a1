import { encodeExample } from '@managed-fields/share-link';

/** The short permanent address of an example, at one of its steps (from 1) or at its beginning. */
export function exampleUrl(name: string, place?: number): string {
  const fragment = encodeExample(name, place === undefined ? undefined : String(place));
  return `${location.origin}${location.pathname}#${fragment}`;
}
