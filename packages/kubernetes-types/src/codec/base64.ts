import { base64, bytesOfBase64 } from '@managed-fields/merge-engine';

/** The answer of `normalizeBase64`: the text in canonical form, or the server's error. */
type Base64 = { readonly kind: 'bytes'; readonly text: string } | { readonly kind: 'error'; readonly message: string };

/**
 * Decodes padded base64 and encodes it again: line breaks are skipped, and bits that fill no byte are dropped.
 * Upstream: encoding/base64 StdEncoding, by which encoding/json reads []byte.
 */
export function normalizeBase64(text: string): Base64 {
  const bytes = bytesOfBase64(text);
  if (bytes !== undefined) return { kind: 'bytes', text: base64(bytes) };
  return { kind: 'error', message: `illegal base64 data at input byte ${faultIn(text)}` };
}

/** The place that Go names in a text that is not base64. The text before it is ASCII, so that it counts bytes, too. */
function faultIn(text: string): number {
  let at = 0;
  let read = 0;
  while (true) {
    at = skipBreaks(text, at);
    const character = text[at];
    // For a group that ends early Go names its beginning.
    if (character === undefined) return at - read;
    if (character === '=') return faultInPadding(text, at, read);
    if (!/[A-Za-z0-9+/]/.test(character)) return at;
    read = (read + 1) % 4;
    at++;
  }
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (text[at] === '\n' || text[at] === '\r') at++;
  return at;
}

/** The place of a fault in padding that begins at `at`, after `read` letters of a group. */
function faultInPadding(text: string, at: number, read: number): number {
  if (read < 2) return at;
  const next = skipBreaks(text, at + 1);
  if (read === 3) return next;
  if (next >= text.length) return text.length;
  // Upstream names the character before the one that should have been padding.
  return text[next] === '=' ? skipBreaks(text, next + 1) : next - 1;
}
