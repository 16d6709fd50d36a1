import { utf8 } from '@managed-fields/merge-engine';

/** The value of a text or bytes literal, or the error in it. Bytes are characters up to 255. */
export type TextLiteral =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string };

const named: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['?', '?'],
]);

/**
 * Parses a quoted text; with `r` before it, escapes are not read. Escapes in bytes name bytes, those in texts name
 * characters.
 * Upstream: github.com/google/cel-go parser/unescape.go.
 */
export function readTextLiteral(written: string, isBytes: boolean): TextLiteral {
  const raw = /^[rR]/.test(written);
  const quoted = (raw ? written.slice(1) : written).replace(/\r\n?/g, '\n');
  const width = quoted.length >= 6 && /^('''|""")/.test(quoted) ? 3 : 1;
  const inner = quoted.slice(width, -width);
  if (raw || !inner.includes('\\')) return { kind: 'text', text: isBytes ? bytesOf(inner) : inner };
  return unescaped(inner, isBytes);
}

function unescaped(inner: string, isBytes: boolean): TextLiteral {
  let text = '';
  let rest = inner;
  while (rest !== '') {
    const match = /^\\(?:[xX](..)|u(.{4})|U(.{8})|([0-3][0-7]{2})|(.))/su.exec(rest);
    if (match === null) {
      const [char = ''] = rest;
      text += isBytes ? bytesOf(char) : char;
      rest = rest.slice(char.length);
      continue;
    }
    const [whole, byte, short, long, octal, name] = match;
    rest = rest.slice(whole.length);
    const hex = byte ?? short ?? long;
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
    const character = name === undefined ? undefined : named.get(name);
    if (character !== undefined) text += character;
    else if (Number.isNaN(code) || (isBytes && (short ?? long) !== undefined)) {
      return { kind: 'error', message: 'unable to unescape string' };
    } else if (!isBytes && (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))) {
      return { kind: 'error', message: 'invalid unicode code point' };
    } else text += String.fromCodePoint(code);
  }
  return { kind: 'text', text };
}

/** Returns each byte of a text's UTF-8 as a character. */
function bytesOf(text: string): string {
  return Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join('');
}
