const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits: ReadonlyMap<string, number> = new Map([...alphabet].map((character, value) => [character, value]));

/**
 * The text that base64 stands for, or undefined where it is not base64. Bytes that are not UTF-8 become U+FFFD each,
 * as they do when Go writes JSON.
 * Upstream: encoding/base64 StdEncoding.
 */
export function decodeBase64(encoded: string): string | undefined {
  const text = encoded.replace(/[\r\n]/g, '');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const character of text.replace(/(?<!=)=+$/, '')) {
    bits = ((bits << 6) | (digits.get(character) ?? 0)) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return decodeUtf8(bytes);
}

function decodeUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const { point, width } = decodePoint(bytes, i);
    text += String.fromCodePoint(point);
    i += width;
  }
  return text;
}

/** The code point at a place and its bytes; U+FFFD and one byte where there is none. */
function decodePoint(bytes: readonly number[], at: number): { readonly point: number; readonly width: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { point: first, width: 1 };
  const width = first >> 5 === 6 ? 2 : first >> 4 === 14 ? 3 : first >> 3 === 30 ? 4 : 0;
  const rest = bytes.slice(at + 1, at + width);
  const point = rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3f), first & (0xff >> (width + 1)));
  const least = width === 2 ? 0x80 : width === 3 ? 0x800 : 0x10000;
  const whole = width > 0 && rest.length === width - 1 && rest.every((byte) => byte >> 6 === 2);
  if (!whole || point < least || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) {
    return { point: 0xfffd, width: 1 };
  }
  return { point, width };
}
