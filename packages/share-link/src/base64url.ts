const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Bytes as base64url without padding. Upstream: RFC 4648 section 5. */
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

/** The bytes of a base64url text; undefined for anything that `toBase64url` does not write, unused bits included. */
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
