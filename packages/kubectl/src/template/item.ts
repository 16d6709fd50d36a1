/** What a part of a Go template is. Upstream: text/template/parse/lex.go itemType. */
export type ItemKind =
  | 'error'
  | 'bool'
  | 'char'
  | 'charConstant'
  | 'comment'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'leftDelim'
  | 'leftParen'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelim'
  | 'rightParen'
  | 'space'
  | 'string'
  | 'text'
  | 'variable'
  | Keyword;

/** A word with a meaning of its own. */
export type Keyword =
  | 'block'
  | 'break'
  | 'continue'
  | 'dot'
  | 'define'
  | 'else'
  | 'end'
  | 'if'
  | 'nil'
  | 'range'
  | 'template'
  | 'with';

/** A part of a template: where it begins, and on which line, from 1. */
export interface Item {
  readonly kind: ItemKind;
  readonly at: number;
  readonly text: string;
  readonly line: number;
}

const keywords: readonly [text: string, kind: Keyword][] = [
  ['.', 'dot'],
  ...(['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'range', 'nil', 'template', 'with'] as const).map(
    (word): [string, Keyword] => [word, word],
  ),
];

/** Keywords by how they are written. */
export const keywordOf: ReadonlyMap<string, Keyword> = new Map(keywords);
