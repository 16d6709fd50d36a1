const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in UTF-8; halves of surrogate pairs become U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const point = code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point));
    else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point));
  }
  return Uint8Array.from(bytes);
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f);
}

/** Bytes as a text with a letter a byte. */
export function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Bytes as padded base64. Upstream: encoding/base64 StdEncoding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const letters = [18, 12, 6, 0].map((shift) => alphabet.charAt((bits >> shift) & 63)).join('');
    text += letters.slice(0, bytes.length - at + 1).padEnd(4, '=');
  }
  return text;
}

/** The same without padding, with `-` and `_` in place of `+` and `/`. Upstream: encoding/base64 RawURLEncoding. */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes padded base64; undefined where the text is none. Line breaks are skipped, and bits that fill no byte are
 * dropped.
 * Upstream: encoding/base64 StdEncoding.
 */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const letters = text.replace(/[\r\n]/g, '');
  if (letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(letters)) return undefined;
  const padding = letters.endsWith('==') ? 2 : letters.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((letters.length / 4) * 3 - padding);
  let bits = 0;
  for (let at = 0, length = 0; length < bytes.length; at++) {
    bits = ((bits << 6) | alphabet.indexOf(letters.charAt(at))) & 0xffffff;
    // Four letters are three bytes: each but the first of a group ends one.
    if (at % 4 > 0) bytes[length++] = bits >> (6 - 2 * (at % 4));
  }
  return bytes;
}

/** Decodes UTF-8; undefined where the bytes are none. */
export function textOfUtf8(bytes: Uint8Array): string | undefined {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at);
    if (character === undefined) return undefined;
    text += character.text;
    at += character.length;
  }
  return text;
}

/** Decodes UTF-8; each byte that is no part of a character becomes U+FFFD, as where Go writes JSON. */
export function lossyText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const { text: character, length } = characterAt(bytes, at) ?? { text: '\ufffd', length: 1 };
    text += character;
    at += length;
  }
  return text;
}

/**
 * The character at a place, and how many bytes it takes; undefined where there is none.
 * Upstream: unicode/utf8 DecodeRune.
 */
function characterAt(bytes: Uint8Array, at: number): { readonly text: string; readonly length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0) return undefined;
  let code = length === 1 ? first : first & (0x7f >> length);
  for (let offset = 1; offset < length; offset++) {
    const next = bytes[at + offset];
    if (next === undefined || next >> 6 !== 2) return undefined;
    code = (code << 6) | (next & 0x3f);
  }
  const least = length === 3 ? 0x800 : length === 4 ? 0x10000 : 0;
  if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  return { text: String.fromCodePoint(code), length };
}

/** How many bytes a string takes in UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair stands for two of the four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return bytes;
}

/** A text in which halves of surrogate pairs are U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
