import { code, isBlank, isBreak, isSpaceOrEnd } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { begunAt, type Failure, scanFailure } from './failure.ts';
import { foldBreaks } from './plain.ts';
import { type Token, token } from './token.ts';

/**
 * Scans a scalar in single or double quotes. Double quotes allow the escapes of YAML 1.1, which has neither `\/` nor
 * halves of surrogate pairs, unlike JSON.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_flow_scalar.
 */
export function scanQuoted(cursor: Cursor): Token | Failure {
  const from = cursor.at;
  const line = cursor.line;
  const quote = cursor.peek();
  cursor.at++;
  let value = '';
  for (;;) {
    if (cursor.atDocumentMark())
      return begunAt(scanFailure(cursor, 'found unexpected document indicator', cursor.at, cursor.at + 3), line);
    if (cursor.at >= cursor.end)
      return scanFailure(cursor, 'found unexpected end of stream', from, endOfLine(cursor, from));
    const piece = scanPiece(cursor, quote);
    if (typeof piece !== 'object') value += piece;
    else if ('message' in piece) return begunAt(piece, line);
    else value += piece.text + scanSpace(cursor, quote, true);
    if (cursor.peek() === quote) break;
    value += scanSpace(cursor, quote, false);
  }
  cursor.at++;
  return token('scalar', from, cursor.at, line, value);
}

/** The text before a line break that was escaped by a backslash. */
interface Continued {
  readonly text: string;
}

/** Scans up to a blank, a line break, the closing quote or an escaped line break. */
function scanPiece(cursor: Cursor, quote: number): string | Continued | Failure {
  const { text, end } = cursor;
  let value = '';
  let start = cursor.at;
  while (cursor.at < end) {
    const character = text.charCodeAt(cursor.at);
    if (isSpaceOrEnd(character)) break;
    if (character === quote) {
      if (quote !== code.singleQuote || cursor.peek(1) !== quote) break;
      value += text.slice(start, cursor.at + 1);
      cursor.at += 2;
      start = cursor.at;
    } else if (character === code.backslash && quote === code.doubleQuote) {
      value += text.slice(start, cursor.at);
      if (isBreak(cursor.peek(1))) {
        cursor.at++;
        cursor.passBreak();
        return { text: value };
      }
      const escaped = scanEscape(cursor);
      if (typeof escaped !== 'string') return escaped;
      value += escaped;
      start = cursor.at;
    } else {
      cursor.at++;
    }
  }
  return value + text.slice(start, cursor.at);
}

/** Skips blanks and line breaks, and returns their value. After an escaped line break, blanks have none. */
function scanSpace(cursor: Cursor, quote: number, continued: boolean): string {
  if (continued && cursor.peek() === quote) return '';
  const from = cursor.at;
  let first = '';
  let more = '';
  for (;;) {
    const character = cursor.peek();
    if (isBlank(character)) cursor.at++;
    else if (!isBreak(character)) break;
    else if (first === '' && !continued) first = cursor.passBreak();
    else more += cursor.passBreak();
  }
  if (continued) return more;
  return first === '' ? cursor.text.slice(from, cursor.at) : foldBreaks(first, more);
}

const simpleEscapes: ReadonlyMap<number, string> = new Map(
  Object.entries({
    '0': '\0',
    a: '\u0007',
    b: '\b',
    t: '\t',
    '\t': '\t',
    n: '\n',
    v: '\v',
    f: '\f',
    r: '\r',
    e: '\u001b',
    ' ': ' ',
    '"': '"',
    "'": "'",
    '\\': '\\',
    N: '\u0085',
    _: '\u00a0',
    L: '\u2028',
    P: '\u2029',
  }).map(([name, text]) => [name.charCodeAt(0), text] as const),
);

const hexadecimalLengths: ReadonlyMap<number, number> = new Map([
  [0x78, 2],
  [0x75, 4],
  [0x55, 8],
]);

function scanEscape(cursor: Cursor): string | Failure {
  const from = cursor.at;
  const name = cursor.peek(1);
  const simple = simpleEscapes.get(name);
  if (simple !== undefined) {
    cursor.at += 2;
    return simple;
  }
  const length = hexadecimalLengths.get(name);
  if (length === undefined) return scanFailure(cursor, 'found unknown escape character', from, from + 2);
  cursor.at += 2;
  const digits = cursor.text.slice(cursor.at, Math.min(cursor.at + length, cursor.end));
  if (digits.length < length || !/^[0-9A-Fa-f]+$/.test(digits)) {
    return scanFailure(cursor, 'did not find expected hexdecimal number', from, cursor.at + digits.length);
  }
  const point = Number.parseInt(digits, 16);
  if ((point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff) {
    return scanFailure(cursor, 'found invalid Unicode character escape code', from, cursor.at + length);
  }
  cursor.at += length;
  return String.fromCodePoint(point);
}

function endOfLine(cursor: Cursor, from: number): number {
  let to = from;
  while (to < cursor.end && !isBreak(cursor.text.charCodeAt(to))) to++;
  return to;
}
