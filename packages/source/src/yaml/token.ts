import type { TextRange } from '../range.ts';

/** A token: an indicator of YAML 1.1, or a start or end that indentation implies. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
  /** The line of its start, counted from 0. */
  readonly line: number;
  /** The content of a scalar, the name of an anchor or alias, the handle of a tag, or the value of a directive. */
  readonly value: string;
  /** The rest of a tag after its handle, or the prefix of a tag directive. */
  readonly suffix: string;
  /** Whether a scalar is written without quotes and not as a block. */
  readonly plain: boolean;
}

export type TokenKind =
  | 'version-directive'
  | 'tag-directive'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'
  | 'end'
  /** Scanning stopped; the scanner knows why. */
  | 'failure';

/** Makes a token. All tokens have the same shape, which keeps the scanner fast. */
export function token(
  kind: TokenKind,
  from: number,
  to: number,
  line: number,
  value = '',
  suffix = '',
  plain = false,
): Token {
  return { kind, from, to, line, value, suffix, plain };
}
