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
  return {
    code: code ?? (problem.includes('tab character') ? 'tab' : 'syntax'),
    message: `yaml: ${cursor.line > 0 ? `line ${cursor.line + 1}: ` : ''}${problem}`,
    from,
    to: Math.max(to ?? from + 1, from),
  };
}

/**
 * A failure of the parser. Unlike that of the scanner, its line is counted from 0; upstream does so by mistake.
 * Upstream: go.yaml.in/yaml/v2 decode.go parser.fail.
 */
export function parseFailure(token: { readonly line: number } & TextRange, problem: string): Failure {
  return {
    code: 'syntax',
    message: `yaml: ${token.line > 0 ? `line ${token.line}: ` : ''}${problem}`,
    from: token.from,
    to: token.to,
  };
}

/** A failure after parsing. Its message has no line. */
export function decodeFailure(code: Failure['code'], message: string, range: TextRange): Failure {
  return { code, message, from: range.from, to: range.to };
}
