/** The answer of `normalizeBase64`: the text as it is written again, or the server's words. */
export type Base64 =
  | { readonly kind: 'bytes'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values: ReadonlyMap<string, number> = new Map([...alphabet].map((character, index) => [character, index]));

/**
 * Reads padded base64 and writes it again: line breaks are skipped, and bits that stand for no byte are dropped.
 * Upstream: encoding/base64 StdEncoding, by which encoding/json reads []byte.
 */
export function normalizeBase64(text: string): Base64 {
  const bytes: number[] = [];
  let at = 0;
  while (true) {
    const group: number[] = [];
    while (group.length < 4) {
      at = skipBreaks(text, at);
      const character = text[at];
      // A group that ends early is told at its own beginning.
      if (character === undefined) {
        return group.length === 0 ? { kind: 'bytes', text: encodeBase64(bytes) } : corrupt(text, at - group.length);
      }
      const value = values.get(character);
      if (value === undefined) {
        const end = character === '=' ? paddingEnd(text, at, group.length) : { bad: at };
        if ('bad' in end) return corrupt(text, end.bad);
        pushBytes(bytes, group);
        return { kind: 'bytes', text: encodeBase64(bytes) };
      }
      group.push(value);
      at++;
    }
    pushBytes(bytes, group);
  }
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (text[at] === '\n' || text[at] === '\r') at++;
  return at;
}

/** Where padding that begins at `at` ends the text, or the place of what is wrong with it. */
function paddingEnd(text: string, at: number, read: number): { readonly ok: true } | { readonly bad: number } {
  if (read < 2) return { bad: at };
  let next = skipBreaks(text, at + 1);
  if (read === 2) {
    if (next >= text.length) return { bad: text.length };
    // Upstream names the character before the one that should have been padding.
    if (text[next] !== '=') return { bad: next - 1 };
    next = skipBreaks(text, next + 1);
  }
  return next < text.length ? { bad: next } : { ok: true };
}

/** Offsets count bytes, as Go does. */
function corrupt(text: string, at: number): Base64 {
  const offset = encodeUtf8(text.slice(0, at)).length;
  return { kind: 'error', message: `illegal base64 data at input byte ${offset}` };
}

function pushBytes(bytes: number[], group: readonly number[]): void {
  const [a = 0, b = 0, c = 0, d = 0] = group;
  const bits = (a << 18) | (b << 12) | (c << 6) | d;
  const whole = [bits >> 16, (bits >> 8) & 255, bits & 255];
  bytes.push(...whole.slice(0, group.length - 1));
}

/** Bytes as padded base64. */
export function encodeBase64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const group = [bits >> 18, (bits >> 12) & 63, (bits >> 6) & 63, bits & 63].map((index) => alphabet[index] ?? '');
    const missing = Math.max(0, at + 3 - bytes.length);
    text += group.slice(0, 4 - missing).join('') + '='.repeat(missing);
  }
  return text;
}

/** A text as UTF-8 bytes; half a surrogate pair becomes U+FFFD. */
export function encodeUtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return bytes;
}

function tail(bits: number): number {
  return 0x80 | (bits & 63);
}
