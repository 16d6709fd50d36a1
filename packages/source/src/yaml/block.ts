import { code, isBlank, isBreak, isBreakOrEnd, isDigit } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { begunAt, type Failure, scanFailure } from './failure.ts';
import { type Token, token } from './token.ts';

/**
 * Scans a literal (`|`) or folded (`>`) scalar; the indent is that of the collection around it.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_block_scalar.
 */
export function scanBlock(cursor: Cursor, parentIndent: number): Token | Failure {
  const from = cursor.at;
  const line = cursor.line;
  const literal = cursor.peek() === code.bar;
  cursor.at++;
  const header = scanHeader(cursor);
  if ('message' in header) return header;
  let to = cursor.at;
  cursor.passBreak();

  let indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  const first = scanBreaks(cursor, indent, parentIndent);
  if ('message' in first) return begunAt(first, line);
  indent = first.indent;
  let breaks = first.breaks;

  let value = '';
  let lineBreak = '';
  let afterBlank = false;
  while (cursor.column === indent && cursor.at < cursor.end) {
    const blank = isBlank(cursor.peek());
    if (!literal && !afterBlank && !blank && lineBreak === '\n') {
      if (breaks === '') value += ' ';
    } else {
      value += lineBreak;
    }
    value += breaks;
    afterBlank = blank;
    const start = cursor.at;
    while (cursor.at < cursor.end && !isBreak(cursor.text.charCodeAt(cursor.at))) cursor.at++;
    value += cursor.text.slice(start, cursor.at);
    to = cursor.at;
    lineBreak = cursor.passBreak();
    const next = scanBreaks(cursor, indent, parentIndent);
    if ('message' in next) return begunAt(next, line);
    breaks = next.breaks;
  }
  if (header.chomping !== 'strip') value += lineBreak;
  if (header.chomping === 'keep') value += breaks;
  return token('scalar', from, to, line, value);
}

interface Header {
  readonly chomping: 'clip' | 'strip' | 'keep';
  /** The digit that gives the indentation of the text; 0 where there is none. */
  readonly increment: number;
}

/** Scans the rest of the line after `|` or `>`. */
function scanHeader(cursor: Cursor): Header | Failure {
  const from = cursor.at - 1;
  let chomping = scanChomping(cursor);
  let increment = 0;
  if (isDigit(cursor.peek())) {
    increment = cursor.peek() - 0x30;
    if (increment === 0) {
      return scanFailure(cursor, 'found an indentation indicator equal to 0', from, cursor.at + 1);
    }
    cursor.at++;
    chomping ??= scanChomping(cursor);
  }
  cursor.passBlanks();
  cursor.passComment();
  if (!isBreakOrEnd(cursor.peek())) {
    return scanFailure(cursor, 'did not find expected comment or line break', cursor.at);
  }
  return { chomping: chomping ?? 'clip', increment };
}

function scanChomping(cursor: Cursor): 'strip' | 'keep' | undefined {
  const character = cursor.peek();
  if (character !== code.plus && character !== code.dash) return undefined;
  cursor.at++;
  return character === code.plus ? 'keep' : 'strip';
}

interface Breaks {
  readonly breaks: string;
  readonly indent: number;
}

/** Skips empty lines and the indentation of the next line. With an indent of 0 it determines the indentation. */
function scanBreaks(cursor: Cursor, indent: number, parentIndent: number): Breaks | Failure {
  let breaks = '';
  let deepest = 0;
  for (;;) {
    while ((indent === 0 || cursor.column < indent) && cursor.peek() === code.space) cursor.at++;
    deepest = Math.max(deepest, cursor.column);
    if ((indent === 0 || cursor.column < indent) && cursor.peek() === code.tab) {
      return scanFailure(cursor, 'found a tab character where an indentation space is expected', cursor.at);
    }
    if (!isBreak(cursor.peek())) break;
    breaks += cursor.passBreak();
  }
  return { breaks, indent: indent === 0 ? Math.max(deepest, parentIndent + 1, 1) : indent };
}
