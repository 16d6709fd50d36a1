import { latin1, utf8 } from '@managed-fields/merge-engine';
import { bytesValue, type CelValue, uintValue } from '../value/cel-value.ts';
import type { Token } from './tokens.ts';

/** The value of a literal, or the error in it. */
export type Literal =
  | { readonly kind: 'value'; readonly value: CelValue }
  | { readonly kind: 'error'; readonly message: string };

/** Returns the value of a token; undefined where it is no literal. `sign` precedes numbers. */
export function literalValue({ kind, text }: Token, sign: string): Literal | undefined {
  const value = (given: CelValue): Literal => ({ kind: 'value', value: given });
  switch (kind) {
    case 'true':
    case 'false':
      return value(kind === 'true');
    case 'null':
      return value(null);
    case 'NUM_INT': {
      const number = sign === '-' ? -BigInt(text) : BigInt(text);
      return BigInt.asIntN(64, number) === number ? value(number) : { kind: 'error', message: 'invalid int literal' };
    }
    case 'NUM_UINT': {
      const number = BigInt(text.slice(0, -1));
      const fits = BigInt.asUintN(64, number) === number;
      return fits ? value(uintValue(number)) : { kind: 'error', message: 'invalid uint literal' };
    }
    case 'NUM_FLOAT': {
      const number = Number(sign + text);
      return Number.isFinite(number) ? value(number) : { kind: 'error', message: 'invalid double literal' };
    }
    case 'STRING':
    case 'BYTES': {
      const isBytes = kind === 'BYTES';
      const read = readTextLiteral(isBytes ? text.slice(1) : text, isBytes);
      if (read.kind === 'error') return read;
      return value(isBytes ? bytesValue(Uint8Array.from(read.text, (char) => char.charCodeAt(0))) : read.text);
    }
    default:
      return undefined;
  }
}

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
  return latin1(utf8(text));
}
