import type { TextRange } from '../range.ts';
import type { Cursor } from './cursor.ts';

/** Why a text cannot be read: Go's message, and the range that it is about. */
export interface Failure extends TextRange {
  readonly code:
    | 'syntax'
    | 'tab'
    | 'control-character'
    | 'too-deep'
    | 'unknown-anchor'
    | 'recursive-anchor'
    | 'excessive-aliasing'
    | 'invalid-key'
    | 'invalid-merge'
    | 'invalid-tag'
    | 'unsupported-value';
  readonly message: string;
  /**
   * The line that the third version of the library names instead, which is that where what it was reading begins; not there
   * where that is the first. Upstream: go.yaml.in/yaml/v3 decode.go parser.fail.
   */
  readonly contextLine?: number;
}

/**
 * A failure of the scanner. The message names the line where scanning stopped, unless that is the first.
 * Upstream: go.yaml.in/yaml/v2 decode.go parser.fail.
 */
export function scanFailure(
  cursor: Cursor,
  problem: string,
  from: number,
  to?: number,
  code?: Failure['code'],
): Failure {
  const context = cursor.line - linesIn(cursor.text, from, cursor.at);
  return {
    code: code ?? (problem.includes('tab character') ? 'tab' : 'syntax'),
    message: `yaml: ${cursor.line > 0 ? `line ${cursor.line + 1}: ` : ''}${problem}`,
    from,
    to: Math.max(to ?? from + 1, from),
    ...(context > 0 ? { contextLine: context + 1 } : {}),
  };
}

/**
 * A failure of the parser. Unlike that of the scanner, its line is counted from 0; upstream does so by mistake.
 * Upstream: go.yaml.in/yaml/v2 decode.go parser.fail.
 */
export function parseFailure(
  token: { readonly line: number } & TextRange,
  problem: string,
  context: { readonly line: number } = { line: 0 },
): Failure {
  return {
    code: 'syntax',
    message: `yaml: ${token.line > 0 ? `line ${token.line}: ` : ''}${problem}`,
    from: token.from,
    to: token.to,
    ...(context.line > 0 ? { contextLine: context.line } : {}),
  };
}

/** A failure after parsing. Its message has no line. */
export function decodeFailure(code: Failure['code'], message: string, range: TextRange): Failure {
  return { code, message, from: range.from, to: range.to };
}

/** The failure of a scalar that begins on a line, counted from 0. */
export function begunAt(failure: Failure, line: number): Failure {
  const { contextLine: _, ...rest } = failure;
  return line > 0 ? { ...rest, contextLine: line + 1 } : rest;
}

/** The number of line breaks between two offsets. */
function linesIn(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|[\n\r\u0085\u2028\u2029]/g)?.length ?? 0;
}
