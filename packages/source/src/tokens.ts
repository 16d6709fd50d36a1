import { CST, Lexer } from 'yaml';
import type { TextRange } from './range.ts';
import { resolvePlain } from './yaml/resolve.ts';

/** The kind of a token. White space is no token. */
export type TokenKind =
  | 'key'
  | 'string'
  | 'number'
  | 'bool'
  | 'null'
  | 'comment'
  | 'punctuation'
  | 'anchor'
  | 'alias'
  | 'tag'
  | 'document'
  | 'directive'
  /** The `|` or `>` before a block scalar, with its indicators. */
  | 'block'
  | 'invalid';

/** A token of a text. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
}

/**
 * Splits a YAML text into tokens for highlighting, in order and without overlap, in one pass. The text may be
 * incomplete or wrong. A plain scalar has the type that the server reads, so `yes` is a bool. The lines of a block
 * scalar are one string.
 */
export function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  /** The index of a scalar that is a key if a colon follows on its line; -1 if there is none. */
  let scalar = -1;
  let afterScalarMark = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: LexemeType = afterScalarMark ? 'scalar-text' : CST.tokenType(lexeme);
    afterScalarMark = type === 'scalar';
    if (isMark(type)) continue;
    const from = at;
    at += lexeme.length;
    const kind = kindOf(type, lexeme);
    if (type === 'map-value-ind') {
      const key = found[scalar];
      if (key !== undefined) found[scalar] = { ...key, kind: 'key' };
    }
    if (type !== 'space') scalar = isFlowScalar(type) ? found.length : -1;
    if (kind !== undefined) {
      const length = type === 'scalar-text' ? lexeme.trimEnd().length : lexeme.length;
      if (length > 0) found.push({ kind, from, to: from + length });
    }
  }
  return found;
}

type LexemeType = ReturnType<typeof CST.tokenType> | 'scalar-text';

/** Whether a lexeme is one of the markers that the lexer inserts between parts of the text. */
function isMark(type: LexemeType): boolean {
  return type === 'doc-mode' || type === 'flow-error-end' || type === 'scalar';
}

function isFlowScalar(type: LexemeType): boolean {
  return type === 'scalar-text' || type === 'single-quoted-scalar' || type === 'double-quoted-scalar';
}

function kindOf(type: LexemeType, lexeme: string): TokenKind | undefined {
  switch (type) {
    case 'scalar-text':
      return plainKind(lexeme);
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return 'string';
    case 'comment':
    case 'anchor':
    case 'alias':
    case 'tag':
      return type;
    case 'doc-start':
    case 'doc-end':
      return 'document';
    case 'directive-line':
      return 'directive';
    case 'block-scalar-header':
      return 'block';
    case 'seq-item-ind':
    case 'explicit-key-ind':
    case 'map-value-ind':
    case 'flow-map-start':
    case 'flow-map-end':
    case 'flow-seq-start':
    case 'flow-seq-end':
    case 'comma':
      return 'punctuation';
    case 'space':
    case 'newline':
    case 'byte-order-mark':
      return undefined;
    default:
      return 'invalid';
  }
}

/** The kind of a plain scalar, or of the lines of a block scalar, which are several. */
function plainKind(text: string): TokenKind {
  switch (text.includes('\n') ? 'str' : resolvePlain(text).kind) {
    case 'int':
    case 'float':
      return 'number';
    case 'bool':
      return 'bool';
    case 'null':
      return 'null';
    default:
      return 'string';
  }
}
