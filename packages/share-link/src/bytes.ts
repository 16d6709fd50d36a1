// Browsers and Node have both classes. The compiler knows them only with the DOM's types.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: 'utf-8',
  options: { fatal: true; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

/** Encodes a text in UTF-8. Lone halves of surrogate pairs would be lost; JSON text has none. */
export function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8; undefined for bytes that are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes bytes as base64url without padding. Upstream: RFC 4648 section 5. */
export function toBase64url(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = (at(bytes, i) << 16) | (at(bytes, i + 1) << 8) | at(bytes, i + 2);
    pieces.push(digit(bits >> 18), digit(bits >> 12));
    if (left > 1) pieces.push(digit(bits >> 6));
    if (left > 2) pieces.push(digit(bits));
  }
  return pieces.join('');
}

/** Decodes base64url; undefined for any text that `toBase64url` does not write, such as one with unused bits set. */
export function fromBase64url(text: string): Uint8Array | undefined {
  const rest = text.length % 4;
  if (rest === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length; i++) {
    const value = alphabet.indexOf(text.charAt(i));
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[length++] = (bits >> held) & 0xff;
    }
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined;
}

function digit(bits: number): string {
  return alphabet.charAt(bits & 63);
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
