const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * What padded base64 stands for: `text` where the bytes are UTF-8, else undefined; undefined at all where it is none.
 * Upstream: encoding/base64 StdEncoding, which passes over line breaks.
 */
export function readBase64(written: string): { readonly text: string | undefined } | undefined {
  const letters = written.replace(/[\r\n]/g, '');
  if (letters.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(letters)) return undefined;
  const bytes: string[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of letters.replace(/=+$/, '')) {
    bits = ((bits << 6) | alphabet.indexOf(letter)) & 0xfff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push(`%${((bits >> count) & 255).toString(16).padStart(2, '0')}`);
  }
  try {
    return { text: decodeURIComponent(bytes.join('')) };
  } catch {
    return { text: undefined };
  }
}
