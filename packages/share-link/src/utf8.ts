// Browsers and Node both have them, but the compiler knows them only with the DOM's types.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: 'utf-8',
  options: { fatal: true; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

/** The bytes of a text in UTF-8. Lone halves of surrogate pairs would be lost; JSON text has none. */
export function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text whose bytes these are; undefined for what is not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
