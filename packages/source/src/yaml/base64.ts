import { lossyText } from '@managed-fields/merge-engine';

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
  return lossyText(Uint8Array.from(bytes));
}
