import { base64, utf8 } from '@managed-fields/merge-engine';

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
        return group.length === 0
          ? { kind: 'bytes', text: base64(Uint8Array.from(bytes)) }
          : corrupt(text, at - group.length);
      }
      const value = values.get(character);
      if (value === undefined) {
        const end = character === '=' ? paddingEnd(text, at, group.length) : { bad: at };
        if ('bad' in end) return corrupt(text, end.bad);
        pushBytes(bytes, group);
        return { kind: 'bytes', text: base64(Uint8Array.from(bytes)) };
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
  const offset = utf8(text.slice(0, at)).length;
  return { kind: 'error', message: `illegal base64 data at input byte ${offset}` };
}

function pushBytes(bytes: number[], group: readonly number[]): void {
  const [a = 0, b = 0, c = 0, d = 0] = group;
  const bits = (a << 18) | (b << 12) | (c << 6) | d;
  const whole = [bits >> 16, (bits >> 8) & 255, bits & 255];
  bytes.push(...whole.slice(0, group.length - 1));
}
