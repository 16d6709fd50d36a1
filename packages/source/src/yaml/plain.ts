import { code, isBlank, isBreak, isSpaceOrEnd } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { type Failure, scanFailure } from './failure.ts';
import { type Token, token } from './token.ts';

/** A plain scalar, and whether a line break followed it, so that the next token may be a key. */
export interface PlainScalar {
  readonly token: Token;
  readonly endedLine: boolean;
}

/**
 * Scans a plain scalar, over further lines if they are indented at least as far as `indent`.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_plain_scalar.
 */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): PlainScalar | Failure {
  const from = cursor.at;
  const line = cursor.line;
  let to = from;
  let value = '';
  let space = '';
  let endedLine = false;
  for (;;) {
    if (cursor.atDocumentMark() || cursor.peek() === code.hash) break;
    const start = cursor.at;
    passWord(cursor, inFlow);
    if (cursor.at > start) {
      value += space + cursor.text.slice(start, cursor.at);
      to = cursor.at;
      space = '';
      endedLine = false;
    }
    if (!isBlank(cursor.peek()) && !isBreak(cursor.peek())) break;
    const folded = scanSpace(cursor, indent);
    if (typeof folded !== 'string') return folded;
    space = folded;
    endedLine = cursor.lineStart > to;
    if (!inFlow && cursor.column < indent) break;
  }
  return { token: token('scalar', from, to, line, value, '', true), endedLine };
}

/** Skips characters that are neither blank nor the end of a plain scalar. */
function passWord(cursor: Cursor, inFlow: boolean): void {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end) {
    const character = text.charCodeAt(at);
    if (isSpaceOrEnd(character)) break;
    if (character === code.colon && (at + 1 >= end || isSpaceOrEnd(text.charCodeAt(at + 1)))) break;
    if (inFlow && endsInFlow(character)) break;
    at++;
  }
  cursor.at = at;
}

function endsInFlow(character: number): boolean {
  return (
    character === code.comma ||
    character === code.question ||
    character === code.openBracket ||
    character === code.closeBracket ||
    character === code.openBrace ||
    character === code.closeBrace
  );
}

/** Skips blanks and line breaks, and returns their value between two words. */
function scanSpace(cursor: Cursor, indent: number): string | Failure {
  const from = cursor.at;
  let first = '';
  let more = '';
  for (;;) {
    const character = cursor.peek();
    if (isBlank(character)) {
      if (first !== '' && cursor.column < indent && character === code.tab) {
        return scanFailure(cursor, 'found a tab character that violates indentation', cursor.at);
      }
      cursor.at++;
    } else if (isBreak(character)) {
      if (first === '') first = cursor.passBreak();
      else more += cursor.passBreak();
    } else {
      break;
    }
  }
  if (first === '') return cursor.text.slice(from, cursor.at);
  return foldBreaks(first, more);
}

/**
 * Folds line breaks: one becomes a space, of several the first is dropped. Unicode line and paragraph separators stay.
 */
export function foldBreaks(first: string, more: string): string {
  if (first !== '\n') return first + more;
  return more === '' ? ' ' : more;
}
