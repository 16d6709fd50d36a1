import { code, isBlank, isBreakOrEnd, isSpaceOrEnd, isWord } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { type Failure, scanFailure } from './failure.ts';
import { type Token, token } from './token.ts';

/**
 * Scans a tag: `!`, `!name`, `!!name`, `!handle!name` or `!<uri>`. The handle is empty where the suffix is the whole
 * tag.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_tag.
 */
export function scanTag(cursor: Cursor): Token | Failure {
  const from = cursor.at;
  let handle = '';
  let suffix: string | Failure;
  if (cursor.peek(1) === code.less) {
    cursor.at += 2;
    suffix = scanUri(cursor, '', from);
    if (typeof suffix !== 'string') return suffix;
    if (cursor.peek() !== code.greater) return scanFailure(cursor, "did not find the expected '>'", from, cursor.at);
    cursor.at++;
  } else {
    handle = scanHandle(cursor);
    if (handle.length > 1 && handle.endsWith('!')) {
      suffix = scanUri(cursor, '', from);
    } else {
      suffix = scanUri(cursor, handle, from);
      handle = suffix === '' ? '' : '!';
      if (suffix === '') suffix = '!';
    }
    if (typeof suffix !== 'string') return suffix;
  }
  if (!isSpaceOrEnd(cursor.peek())) {
    return scanFailure(cursor, 'did not find expected whitespace or line break', cursor.at);
  }
  return token('tag', from, cursor.at, cursor.line, handle, suffix);
}

/**
 * Scans a `%YAML` or `%TAG` directive to the end of its line.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_directive.
 */
export function scanDirective(cursor: Cursor): Token | Failure {
  const from = cursor.at;
  const line = cursor.line;
  cursor.at++;
  const name = scanWord(cursor);
  if (name === '') return scanFailure(cursor, 'could not find expected directive name', from);
  if (!isSpaceOrEnd(cursor.peek())) {
    return scanFailure(cursor, 'found unexpected non-alphabetical character', cursor.at);
  }
  const directive =
    name === 'YAML'
      ? scanVersion(cursor, from)
      : name === 'TAG'
        ? scanTagDirective(cursor, from)
        : scanFailure(cursor, 'found unknown directive name', from, cursor.at);
  if ('message' in directive) return directive;
  const to = cursor.at;
  cursor.passBlanks();
  cursor.passComment();
  if (!isBreakOrEnd(cursor.peek())) {
    return scanFailure(cursor, 'did not find expected comment or line break', cursor.at);
  }
  cursor.passBreak();
  return token(directive.kind, from, to, line, directive.value, directive.suffix);
}

/** A directive's content. */
interface Directive {
  readonly kind: 'version-directive' | 'tag-directive';
  readonly value: string;
  readonly suffix: string;
}

function scanVersion(cursor: Cursor, from: number): Directive | Failure {
  cursor.passBlanks();
  const major = scanVersionNumber(cursor, from);
  if (typeof major !== 'number') return major;
  if (cursor.peek() !== code.dot) {
    return scanFailure(cursor, "did not find expected digit or '.' character", from, cursor.at);
  }
  cursor.at++;
  const minor = scanVersionNumber(cursor, from);
  if (typeof minor !== 'number') return minor;
  return { kind: 'version-directive', value: `${major}.${minor}`, suffix: '' };
}

function scanVersionNumber(cursor: Cursor, from: number): number | Failure {
  const digits = /\d*/y;
  digits.lastIndex = cursor.at;
  const [text = ''] = digits.exec(cursor.text.slice(0, cursor.end)) ?? [];
  if (text.length > 2) {
    cursor.at += 2;
    return scanFailure(cursor, 'found extremely long version number', from, cursor.at);
  }
  if (text === '') return scanFailure(cursor, 'did not find expected version number', from, cursor.at);
  cursor.at += text.length;
  return Number(text);
}

function scanTagDirective(cursor: Cursor, from: number): Directive | Failure {
  cursor.passBlanks();
  if (cursor.peek() !== code.exclamation) return scanFailure(cursor, "did not find expected '!'", cursor.at);
  const handle = scanHandle(cursor);
  if (handle !== '!' && !handle.endsWith('!')) return scanFailure(cursor, "did not find expected '!'", cursor.at);
  if (!isBlank(cursor.peek())) return scanFailure(cursor, 'did not find expected whitespace', cursor.at);
  cursor.passBlanks();
  const prefix = scanUri(cursor, '', from);
  if (typeof prefix !== 'string') return prefix;
  if (!isSpaceOrEnd(cursor.peek())) {
    return scanFailure(cursor, 'did not find expected whitespace or line break', cursor.at);
  }
  return { kind: 'tag-directive', value: handle, suffix: prefix };
}

/** Scans `!`, a word, and another `!` if one follows. The cursor is at the first `!`. */
function scanHandle(cursor: Cursor): string {
  const from = cursor.at;
  cursor.at++;
  scanWord(cursor);
  if (cursor.peek() === code.exclamation) cursor.at++;
  return cursor.text.slice(from, cursor.at);
}

function scanWord(cursor: Cursor): string {
  const from = cursor.at;
  while (isWord(cursor.peek())) cursor.at++;
  return cursor.text.slice(from, cursor.at);
}

const uriMarks = new Set([...";/?:@&=+$,.!~*'()[]%"].map((mark) => mark.charCodeAt(0)));

/** Scans the characters of a URI after `head`, whose first character, a `!`, is dropped. */
function scanUri(cursor: Cursor, head: string, start: number): string | Failure {
  let uri = head.slice(1);
  let found = head !== '';
  while (isWord(cursor.peek()) || uriMarks.has(cursor.peek())) {
    found = true;
    if (cursor.peek() === code.percent) {
      const character = scanUriEscapes(cursor, start);
      if (typeof character !== 'string') return character;
      uri += character;
    } else {
      uri += cursor.text[cursor.at];
      cursor.at++;
    }
  }
  return found ? uri : scanFailure(cursor, 'did not find expected tag URI', start, cursor.at);
}

/** Scans the octets of one character, each as `%` and two digits. */
function scanUriEscapes(cursor: Cursor, start: number): string | Failure {
  const octets: number[] = [];
  let width = 1;
  do {
    const digits = cursor.text.slice(cursor.at + 1, Math.min(cursor.at + 3, cursor.end));
    if (cursor.peek() !== code.percent || !/^[0-9A-Fa-f]{2}$/.test(digits)) {
      return scanFailure(cursor, 'did not find URI escaped octet', start, cursor.at + 1);
    }
    const octet = Number.parseInt(digits, 16);
    if (octets.length === 0) {
      width = octet < 0x80 ? 1 : octet >> 5 === 6 ? 2 : octet >> 4 === 14 ? 3 : octet >> 3 === 30 ? 4 : 0;
      if (width === 0) return scanFailure(cursor, 'found an incorrect leading UTF-8 octet', start, cursor.at + 3);
    } else if (octet >> 6 !== 2) {
      return scanFailure(cursor, 'found an incorrect trailing UTF-8 octet', start, cursor.at + 3);
    }
    octets.push(octet);
    cursor.at += 3;
  } while (octets.length < width);
  const [first = 0, ...rest] = octets;
  const point = rest.reduce(
    (sum, octet) => (sum << 6) | (octet & 0x3f),
    width === 1 ? first : first & (0xff >> (width + 1)),
  );
  return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
}

/**
 * Scans an anchor (`&name`) or an alias (`*name`).
 * Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_anchor.
 */
export function scanAnchor(cursor: Cursor): Token | Failure {
  const from = cursor.at;
  const kind = cursor.peek() === code.ampersand ? 'anchor' : 'alias';
  cursor.at++;
  const name = scanWord(cursor);
  if (name === '' || !mayFollowAnchor(cursor.peek())) {
    return scanFailure(cursor, 'did not find expected alphabetic or numeric character', from, cursor.at + 1);
  }
  return token(kind, from, cursor.at, cursor.line, name);
}

const afterAnchor = new Set([...'?:,]}%@`'].map((mark) => mark.charCodeAt(0)));

function mayFollowAnchor(character: number): boolean {
  return isSpaceOrEnd(character) || afterAnchor.has(character);
}
