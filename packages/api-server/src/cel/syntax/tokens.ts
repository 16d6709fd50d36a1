import type { SourceError } from './source-error.ts';

/** A token with its text; `kind` is that text for operators and keywords. `at` counts characters. */
export interface Token {
  readonly kind: string;
  readonly text: string;
  readonly at: number;
}

const operators = ['==', '!=', '<=', '>=', '&&', '||', ...'<>[]{}().,-!?:+*/%'];
const words = new Set(['in', 'true', 'false', 'null']);

const escaped = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const text = [
  `"""(?:${escaped}|[^\\\\])*?"""`,
  `'''(?:${escaped}|[^\\\\])*?'''`,
  `"(?:${escaped}|[^\\\\"\\n\\r])*"`,
  `'(?:${escaped}|[^\\\\'\\n\\r])*'`,
  String.raw`[rR]"""[\s\S]*?"""`,
  String.raw`[rR]'''[\s\S]*?'''`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
].join('|');

/** The kinds of tokens in the order in which they are tried. The longest match wins, as in a generated lexer. */
const forms: readonly (readonly [string, RegExp])[] = [
  ['', /[\t \r\n\f]+|\/\/[^\n]*/y],
  ['NUM_FLOAT', /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ['NUM_UINT', /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ['NUM_INT', /0x[0-9a-fA-F]+|\d+/y],
  ['BYTES', new RegExp(`[bB](?:${text})`, 'yu')],
  ['STRING', new RegExp(text, 'yu')],
  ['IDENTIFIER', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['ESC_IDENTIFIER', /`[A-Za-z0-9_.\-/ ]+`/y],
];

/**
 * Splits an expression into tokens; the last is `<EOF>`. Anything else is reported and skipped.
 * Upstream: github.com/google/cel-go parser/gen/CEL.g4.
 */
export function tokensOf(source: string, errors: SourceError[]): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  let at = 0;
  while (index < source.length) {
    const found = tokenAt(source, index);
    const length = found?.text.length ?? badLength(source, index);
    if (found === undefined) {
      const bad = source.slice(index, index + length);
      errors.push({ at, message: `Syntax error: token recognition error at: '${shownText(bad)}'` });
    } else if (found.kind !== '') tokens.push({ ...found, at });
    for (const _ of source.slice(index, index + length)) at++;
    index += length;
  }
  tokens.push({ kind: '<EOF>', text: '<EOF>', at });
  return tokens;
}

function tokenAt(source: string, index: number): { readonly kind: string; readonly text: string } | undefined {
  let best: { readonly kind: string; readonly text: string } | undefined;
  for (const [kind, form] of forms) {
    form.lastIndex = index;
    const match = form.exec(source)?.[0] ?? '';
    if (match.length > (best?.text.length ?? 0)) best = { kind, text: match };
  }
  const operator = operators.find((each) => source.startsWith(each, index));
  if (operator !== undefined && operator.length > (best?.text.length ?? 0)) return { kind: operator, text: operator };
  return best !== undefined && words.has(best.text) ? { kind: best.text, text: best.text } : best;
}

const badText = new RegExp(
  `[bB]?(?:[rR]?"[^"\\n\\r\\\\]*|[rR]?'[^'\\n\\r\\\\]*|"(?:${escaped}|[^\\\\"\\n\\r])*|'(?:${escaped}|[^\\\\'\\n\\r])*)`,
  'yu',
);

/**
 * Returns the length of an invalid token. An unclosed text reaches to where it can no longer continue, that character
 * included; others have one character.
 */
function badLength(source: string, index: number): number {
  badText.lastIndex = index;
  const match = badText.exec(source)?.[0];
  if (match !== undefined && match !== '') return badTextLength(source, index, match.length);
  const pair = /[=&|]./suy;
  pair.lastIndex = index;
  const two = pair.exec(source)?.[0];
  if (two !== undefined) return two.length;
  return String.fromCodePoint(source.codePointAt(index) ?? 0).length;
}

function badTextLength(source: string, index: number, length: number): number {
  const rest = source.slice(index + length);
  // The first character that does not fit an escape belongs to the invalid text.
  const begun = /^\\(?:[0-3][0-7]?|[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7})?/.exec(rest)?.[0] ?? '';
  const end = length + begun.length;
  return Math.min(end + 1, source.length - index);
}

/** Prints a text as messages do. */
export function shownText(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
}
