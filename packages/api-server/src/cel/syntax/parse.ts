import { type CelRelease, does, noteName, usualRelease } from '../release.ts';
import type { Expression, MapEntry, StructField } from './expression.ts';
import { literalValue } from './literal.ts';
import { expandMacro } from './macros.ts';
import type { SourceError } from './source-error.ts';
import { shownText, type Token, tokensOf } from './tokens.ts';

/** The result of parsing. */
export type Parsed =
  | { readonly kind: 'parsed'; readonly expression: Expression }
  | { readonly kind: 'error'; readonly errors: readonly SourceError[] };

/** Which names are macros; others are calls. */
export interface Macros {
  /** Names of macros that are none here. */
  readonly without?: ReadonlySet<string>;
  /** Whether `cel.bind` is one. */
  readonly bindings?: boolean;
  readonly release?: CelRelease;
}

/** Thrown inside this file only, to leave a parser that nests as deep as the expression. */
class Refused extends Error {}

const longest = 100_000;
const deepest = 250;

/**
 * Parses an expression and expands its macros. The first syntax error is reported, in the words of upstream's generated
 * parser where they follow from the grammar.
 * Upstream: github.com/google/cel-go parser/parser.go.
 */
export function parseExpression(source: string, macros: Macros = {}): Parsed {
  const length = Array.from(source).length;
  if (length > longest) {
    const message = `expression code point size exceeds limit: size: ${length}, limit ${longest}`;
    return { kind: 'error', errors: [{ at: -1, message }] };
  }
  const errors: SourceError[] = [];
  const parser = new Parser(tokensOf(source, errors), errors, macros);
  try {
    const expression = parser.whole();
    return errors.length === 0 ? { kind: 'parsed', expression } : { kind: 'error', errors };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'error', errors };
    throw error;
  }
}

/** The tokens with which an expression can begin, in the order in which upstream names tokens. */
const beginnings = [
  '[',
  '{',
  '(',
  '.',
  '-',
  '!',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
];

const tokenOrder = ['[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?', ...beginnings.slice(6), 'ESC_IDENTIFIER'];

/** Prints several tokens as messages do. */
function shownTokens(kinds: readonly string[]): string {
  const shown = kinds
    .toSorted((a, b) => tokenOrder.indexOf(a) - tokenOrder.indexOf(b))
    .map((kind) => (/^[A-Z<]/.test(kind) ? kind : `'${kind}'`));
  return shown.length === 1 ? (shown[0] ?? '') : `{${shown.join(', ')}}`;
}

const reserved = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

/** Binary operators by precedence, the weakest first. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(['<', '<=', '>=', '>', '==', '!=', 'in']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
];

class Parser {
  private position = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private readonly errors: SourceError[];
  private readonly macros: Macros;

  constructor(tokens: readonly Token[], errors: SourceError[], macros: Macros) {
    this.tokens = tokens;
    this.errors = errors;
    this.macros = macros;
  }

  whole(): Expression {
    const expression = this.expression();
    if (this.peek().kind !== '<EOF>') this.unexpected(['<EOF>']);
    return expression;
  }

  private peek(): Token {
    return this.tokens[this.position] as Token;
  }

  private take(kind: string): Token | undefined {
    const token = this.peek();
    if (token.kind !== kind || kind === '<EOF>') return undefined;
    this.position++;
    return token;
  }

  private refuse({ at }: Token, message: string): never {
    this.errors.push({ at, message: `Syntax error: ${message}` });
    throw new Refused();
  }

  /** Reports an error and continues as upstream does, so that several errors are reported. */
  private report(at: number, message: string): Expression {
    this.errors.push({ at, message });
    return { kind: 'literal', at, value: null };
  }

  /** Takes a token of a kind; `others` are allowed in its place too, for messages. */
  private expect(kind: string, others: readonly string[] = []): Token {
    const token = this.take(kind);
    if (token !== undefined) return token;
    const next = this.peek();
    // At the end of the text upstream's parser inserts a missing token.
    if (next.kind === '<EOF>' && closing.has(kind) && others.length === 0) {
      return this.refuse(next, `missing '${kind}' at '<EOF>'`);
    }
    this.unexpected([kind, ...others]);
    return this.take(kind) ?? this.refuse(this.peek(), '');
  }

  /** Reports the next token. It continues where the token after it is allowed here. */
  private unexpected(kinds: readonly string[]): void {
    const next = this.peek();
    const after = this.tokens[this.position + 1];
    const skip = after !== undefined && next.kind !== '<EOF>' && kinds.includes(after.kind);
    const message = `${skip ? 'extraneous' : 'mismatched'} input '${shownText(next.text)}' expecting ${shownTokens(kinds)}`;
    if (!skip) this.refuse(next, message);
    this.errors.push({ at: next.at, message: `Syntax error: ${message}` });
    this.position++;
  }

  private expression(): Expression {
    if (++this.depth > deepest) {
      this.errors.push({ at: -1, message: `expression recursion limit exceeded: ${deepest}` });
      throw new Refused();
    }
    const condition = this.logical('||', '_||_');
    const mark = this.take('?');
    let result = condition;
    if (mark !== undefined) {
      const whenTrue = this.logical('||', '_||_');
      this.expect(':');
      result = call(mark.at, '_?_:_', [condition, whenTrue, this.expression()]);
    }
    this.depth--;
    return result;
  }

  /** Limits the length of chains, which nest as deeply as they are long. */
  private limit(count: number): void {
    if (count < deepest) return;
    this.errors.push({ at: -1, message: 'max recursion depth exceeded' });
    throw new Refused();
  }

  /** Parses a chain of `||`, or of `&&` inside it, as one call. */
  private logical(operator: '||' | '&&', name: string): Expression {
    const next = () => (operator === '||' ? this.logical('&&', '_&&_') : this.binary(0));
    const first = next();
    const terms = [first];
    let at = first.at;
    for (let token = this.take(operator); token !== undefined; token = this.take(operator)) {
      at = token.at;
      terms.push(next());
    }
    return terms.length === 1 ? first : call(at, name, terms);
  }

  private binary(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    let count = 0;
    for (let token = this.peek(); operators.has(token.kind); token = this.peek()) {
      this.position++;
      this.limit(++count);
      const name = token.kind === 'in' ? '@in' : `_${token.kind}_`;
      left = call(token.at, name, [left, this.binary(level + 1)]);
    }
    return left;
  }

  private unary(): Expression {
    const first = this.peek();
    if (first.kind !== '!' && first.kind !== '-') return this.member();
    if (first.kind === '-' && this.isNumber(this.tokens[this.position + 1])) return this.member();
    let count = 0;
    while (this.peek().kind === first.kind) {
      this.position++;
      count++;
    }
    const operand = this.member();
    return count % 2 === 0 ? operand : call(first.at, first.kind === '!' ? '!_' : '-_', [operand]);
  }

  private isNumber(token: Token | undefined): boolean {
    return token?.kind === 'NUM_INT' || token?.kind === 'NUM_FLOAT';
  }

  private member(): Expression {
    let operand = this.primary();
    for (let count = 0; ; count++) {
      this.limit(count);
      const token = this.peek();
      if (token.kind === '.') {
        this.position++;
        operand = this.field(operand, token);
      } else if (token.kind === '[') {
        this.position++;
        const name = this.take('?') === undefined ? '_[_]' : '_[?_]';
        if (name === '_[_]') this.begin(['?']);
        const index = this.expression();
        this.expect(']');
        operand = call(token.at, name, [operand, index]);
      } else return operand;
    }
  }

  private field(operand: Expression, dot: Token): Expression {
    const optional = this.take('?') !== undefined;
    const escaped = this.take('ESC_IDENTIFIER');
    if (escaped !== undefined && !this.allows(escaped)) this.report(escaped.at, "unsupported syntax: '`'");
    const name = escaped ?? this.take('IDENTIFIER');
    if (name === undefined) {
      return this.refuse(this.peek(), fieldRefusal(this.peek(), optional));
    }
    const field = unescaped(name);
    if (optional) {
      return call(dot.at, '_?._', [operand, { kind: 'literal', at: name.at, value: field }]);
    }
    if (escaped !== undefined) return { kind: 'select', at: dot.at, operand, field, test: false };
    const open = this.take('(');
    if (open === undefined) return { kind: 'select', at: dot.at, operand, field: name.text, test: false };
    return this.macroOrCall(open.at, name.text, operand, this.args());
  }

  /** Whether a name may stand in backticks. */
  private allows({ kind }: Token): boolean {
    return kind !== 'ESC_IDENTIFIER' || does('escapesNames', this.macros.release ?? usualRelease);
  }

  private args(): Expression[] {
    if (this.take(')') !== undefined) return [];
    this.begin([')']);
    const args = [this.expression()];
    while (this.take(',') !== undefined) args.push(this.expression());
    this.expect(')');
    return args;
  }

  private macroOrCall(at: number, name: string, target: Expression | undefined, args: Expression[]): Expression {
    const { without, bindings, release = usualRelease } = this.macros;
    noteName(name, release);
    const isKnown = without?.has(name) !== true && (name !== 'bind' || bindings === true);
    const expanded = isKnown ? expandMacro(at, name, target, args) : undefined;
    if (expanded === undefined) return call(at, name, args, target);
    return 'message' in expanded ? this.report(expanded.at, expanded.message) : expanded;
  }

  /** Reports the next token unless an expression begins here; `others` are allowed too, for messages. */
  private begin(others: readonly string[] = []): void {
    if (!beginnings.includes(this.peek().kind)) this.unexpected([...beginnings, ...others]);
  }

  private primary(): Expression {
    this.begin();
    const token = this.peek();
    switch (token.kind) {
      case '(': {
        this.position++;
        const inner = this.expression();
        this.expect(')');
        return inner;
      }
      case '[':
        this.position++;
        return this.list(token.at);
      case '{':
        this.position++;
        return { kind: 'map', at: token.at, entries: this.entries() };
      case '.':
      case 'IDENTIFIER':
        return this.name();
      default:
        return this.literal(token);
    }
  }

  private name(): Expression {
    const dot = this.take('.') === undefined ? '' : '.';
    const token = this.take('IDENTIFIER');
    if (token === undefined) return this.refuse(this.peek(), fieldRefusal(this.peek(), false));
    const struct = this.structName(dot + token.text);
    if (struct !== undefined) return struct;
    const open = this.take('(');
    if (reserved.has(token.text)) {
      if (open !== undefined) this.args();
      return this.report(token.at, `reserved identifier: ${token.text}`);
    }
    if (open === undefined) return { kind: 'ident', at: token.at, name: dot + token.text };
    return this.macroOrCall(open.at, dot + token.text, undefined, this.args());
  }

  /** Parses the name of a message with fields, `a.b.C{d: 1}`; undefined where the tokens are something else. */
  private structName(first: string): Expression | undefined {
    let end = this.position;
    let name = first;
    while (this.tokens[end]?.kind === '.' && this.tokens[end + 1]?.kind === 'IDENTIFIER') {
      name += `.${this.tokens[end + 1]?.text}`;
      end += 2;
    }
    const brace = this.tokens[end];
    if (brace?.kind !== '{') return undefined;
    this.position = end + 1;
    return { kind: 'struct', at: brace.at, name, fields: this.fields() };
  }

  private fields(): StructField[] {
    const fields: StructField[] = [];
    let isOver = this.take(',') !== undefined;
    if (!isOver && this.peek().kind !== '}') {
      if (!fieldBeginnings.includes(this.peek().kind)) this.unexpected(['}', ',', ...fieldBeginnings]);
      let isNext = true;
      while (isNext && fieldBeginnings.includes(this.peek().kind)) {
        fields.push(this.structField());
        isNext = this.take(',') !== undefined;
      }
      isOver = isNext;
    }
    if (isOver && this.peek().kind === '<EOF>') this.refuse(this.peek(), "missing '}' at '<EOF>'");
    this.expect('}', isOver ? [] : [',']);
    return fields;
  }

  private structField(): StructField {
    const optional = this.take('?') !== undefined;
    const name = this.peek();
    if (!this.allows(name)) this.report(name.at, "unsupported syntax: '`'");
    else if (name.kind !== 'IDENTIFIER' && name.kind !== 'ESC_IDENTIFIER')
      this.unexpected(['IDENTIFIER', 'ESC_IDENTIFIER']);
    this.position++;
    const next = this.peek();
    const isMissing = next.kind !== ':' && beginnings.includes(next.kind);
    if (isMissing) this.errors.push({ at: next.at, message: `Syntax error: missing ':' at '${shownText(next.text)}'` });
    const colon = isMissing ? next : this.expect(':');
    return { at: colon.at, name: unescaped(name), value: this.expression(), optional };
  }

  private list(at: number): Expression {
    const elements: Expression[] = [];
    const optional = new Set<number>();
    if (this.take(',') === undefined && this.peek().kind !== ']') {
      if (this.peek().kind !== '?') this.begin([']', ',', '?']);
      do {
        if (this.take('?') !== undefined) optional.add(elements.length);
        elements.push(this.expression());
      } while (this.take(',') !== undefined && this.peek().kind !== ']');
    }
    this.expect(']', [',']);
    return { kind: 'list', at, elements, optional };
  }

  private entries(): MapEntry[] {
    const entries: MapEntry[] = [];
    if (this.take(',') === undefined && this.peek().kind !== '}') {
      if (this.peek().kind !== '?') this.begin(['}', ',', '?']);
      do {
        const optional = this.take('?') !== undefined;
        const key = this.expression();
        this.expect(':');
        entries.push({ key, value: this.expression(), optional });
      } while (this.take(',') !== undefined && this.peek().kind !== '}');
    }
    this.expect('}', [',']);
    return entries;
  }

  private literal(first: Token): Expression {
    const minus = first.kind === '-' ? this.take('-') : undefined;
    const token = this.peek();
    const value = literalValue(token, minus === undefined ? '' : '-');
    if (value === undefined) return this.refuse(token, `no viable alternative at input '-${shownText(token.text)}'`);
    this.position++;
    if (value.kind === 'error') return this.report(first.at, value.message);
    return { kind: 'literal', at: first.at, value: value.value };
  }
}

const fieldBeginnings = ['?', 'IDENTIFIER', 'ESC_IDENTIFIER'];
const closing = new Set([')', ']']);
const words = new Set(['true', 'false', 'null']);

/** The name that a token stands for. */
function unescaped({ kind, text }: Token): string {
  return kind === 'ESC_IDENTIFIER' ? text.slice(1, -1) : text;
}

/** Words the error about a token in place of a name behind a dot. */
function fieldRefusal({ kind, text }: Token, optional: boolean): string {
  if (words.has(kind)) return `mismatched input '${text}' expecting IDENTIFIER`;
  if (optional) return `mismatched input '${shownText(text)}' expecting {IDENTIFIER, ESC_IDENTIFIER}`;
  return `no viable alternative at input '.${kind === '<EOF>' ? '' : shownText(text)}'`;
}

function call(at: number, name: string, args: readonly Expression[], target?: Expression): Expression {
  return { kind: 'call', at, name, target, args };
}
