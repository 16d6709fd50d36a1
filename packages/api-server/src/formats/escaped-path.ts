import { utf8 } from '@managed-fields/merge-engine';

const kept = /[A-Za-z0-9\-._~$&+,/:;=@]/;

/** Escapes what may not stand in the path of an address. Upstream: Go's net/url escape, encodePath. */
export function escapedPath(path: string): string {
  return Array.from(path, (letter) =>
    kept.test(letter)
      ? letter
      : Array.from(utf8(letter), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  ).join('');
}
