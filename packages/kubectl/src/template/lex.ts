import { unicodeText } from '@managed-fields/api-server/tables';
import { quote } from '@managed-fields/merge-engine';

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
type Keyword =
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

const keywords: readonly Keyword[] = [
  ...(['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'range', 'nil', 'template', 'with'] as const),
];

const letterOrDigit = /[_\p{L}\p{Nd}]/u;
const isSpace = (character: string) => character !== '' && ' \t\r\n'.includes(character);
const spaces = /[ \t\r\n]+$/;

/** Cuts a Go template into its parts, one after the other. Upstream: text/template/parse/lex.go. */
export class Lexer {
  readonly #input: string;
  #at = 0;
  #start = 0;
  #line = 1;
  #startLine = 1;
  #parens = 0;
  #inside = false;

  constructor(input: string) {
    this.#input = input;
  }

  /** The next part; `eof` at the end, and an `error` whose text is the message. */
  next(): Item {
    let item: Item | undefined;
    while (item === undefined) item = this.#inside ? this.#lexInside() : this.#lexText();
    return item;
  }

  #taken(kind: ItemKind): Item {
    const text = this.#input.slice(this.#start, this.#at);
    const item = { kind, at: this.#start, text, line: this.#startLine };
    this.#start = this.#at;
    this.#startLine = this.#line;
    return item;
  }

  #fail(message: string): Item {
    return { kind: 'error', at: this.#start, text: message, line: this.#startLine };
  }

  #ignore(): void {
    this.#line += newlines(this.#input.slice(this.#start, this.#at));
    this.#start = this.#at;
    this.#startLine = this.#line;
  }

  #peek(): string {
    const code = this.#input.codePointAt(this.#at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #read(): string {
    const character = this.#peek();
    this.#at += character.length;
    if (character === '\n') this.#line++;
    return character;
  }

  #lexText(): Item | undefined {
    const found = this.#input.indexOf('{{', this.#at);
    if (found < 0) {
      this.#at = this.#input.length;
      if (this.#at === this.#start) return this.#taken('eof');
      this.#line += newlines(this.#input.slice(this.#start, this.#at));
      return this.#taken('text');
    }
    if (found > this.#at) {
      const trims = hasLeftTrim(this.#input, found + 2);
      const text = this.#input.slice(this.#start, found);
      const kept = trims ? text.replace(spaces, '') : text;
      this.#at = this.#start + kept.length;
      this.#line += newlines(kept);
      const item = this.#taken('text');
      this.#at = found;
      this.#ignore();
      return item;
    }
    return this.#lexLeftDelim();
  }

  #lexLeftDelim(): Item | undefined {
    this.#at += 2;
    const marker = hasLeftTrim(this.#input, this.#at) ? 2 : 0;
    if (this.#input.startsWith('/*', this.#at + marker)) {
      this.#at += marker;
      this.#ignore();
      return this.#lexComment();
    }
    const item = this.#taken('leftDelim');
    this.#inside = true;
    this.#at += marker;
    this.#ignore();
    this.#parens = 0;
    return item;
  }

  #lexComment(): Item | undefined {
    const end = this.#input.indexOf('*/', this.#at + 2);
    if (end === -1) return this.#fail('unclosed comment');
    this.#at = end + 2;
    const delim = this.#rightDelim();
    if (delim === undefined) return this.#fail('comment ends before closing delimiter');
    this.#at += delim.length;
    if (delim.trims) this.#skipSpaces();
    this.#ignore();
    return undefined;
  }

  /** The closing braces at this place, with the marker before them. */
  #rightDelim(): { readonly trims: boolean; readonly length: number } | undefined {
    if (hasRightTrim(this.#input, this.#at) && this.#input.startsWith('}}', this.#at + 2))
      return { trims: true, length: 4 };
    return this.#input.startsWith('}}', this.#at) ? { trims: false, length: 2 } : undefined;
  }

  #skipSpaces(): void {
    while (isSpace(this.#input.charAt(this.#at))) this.#at++;
  }

  #lexRightDelim(trims: boolean): Item {
    if (trims) {
      this.#at += 2;
      this.#ignore();
    }
    this.#at += 2;
    const item = this.#taken('rightDelim');
    if (trims) {
      this.#skipSpaces();
      this.#ignore();
    }
    this.#inside = false;
    return item;
  }

  #lexInside(): Item {
    const delim = this.#rightDelim();
    if (delim !== undefined) {
      if (this.#parens === 0) return this.#lexRightDelim(delim.trims);
      return this.#fail('unclosed left paren');
    }
    const character = this.#peek();
    if (character === '') return this.#fail('unclosed action');
    if (isSpace(character)) return this.#lexSpace();
    const following = this.#input.charAt(this.#at + 1);
    const startsNumber = /[-+0-9]/.test(character) || (character === '.' && /^[0-9]?$/.test(following));
    if (startsNumber) return this.#lexNumber();
    if (letterOrDigit.test(character)) return this.#lexIdentifier();
    this.#read();
    switch (character) {
      case '=':
        return this.#taken('assign');
      case ':':
        return this.#read() === '=' ? this.#taken('declare') : this.#fail('expected :=');
      case '|':
        return this.#taken('pipe');
      case '"':
        return this.#lexQuoted('"', 'string', 'unterminated quoted string');
      case "'":
        return this.#lexQuoted("'", 'charConstant', 'unterminated character constant');
      case '`':
        return this.#lexRaw();
      case '$':
        return this.#lexName('variable');
      case '.':
        return this.#lexName('field');
      case '(':
        this.#parens++;
        return this.#taken('leftParen');
      case ')':
        this.#parens--;
        return this.#parens < 0 ? this.#fail('unexpected right paren') : this.#taken('rightParen');
      default:
        if (/[!-~]/.test(character)) return this.#taken('char');
        return this.#fail(`unrecognized character in action: ${unicodeText(character)}`);
    }
  }

  #lexSpace(): Item {
    while (isSpace(this.#peek())) this.#read();
    const last = this.#at - 1;
    if (hasRightTrim(this.#input, last) && this.#input.startsWith('}}', last + 2)) {
      this.#at--;
      if (this.#input[this.#at] === '\n') this.#line--;
    }
    return this.#taken('space');
  }

  #lexIdentifier(): Item {
    while (letterOrDigit.test(this.#peek())) this.#read();
    const word = this.#input.slice(this.#start, this.#at);
    if (!this.#atTerminator()) return this.#badCharacter();
    const keyword = keywords.find((each) => each === word);
    if (keyword !== undefined) return this.#taken(keyword);
    return this.#taken(word === 'true' || word === 'false' ? 'bool' : 'identifier');
  }

  #badCharacter(): Item {
    return this.#fail(`bad character ${unicodeText(this.#peek())}`);
  }

  #lexName(kind: 'field' | 'variable'): Item {
    if (this.#atTerminator()) return this.#taken(kind === 'variable' ? kind : 'dot');
    while (letterOrDigit.test(this.#peek())) this.#read();
    return this.#atTerminator() ? this.#taken(kind) : this.#badCharacter();
  }

  #atTerminator(): boolean {
    const character = this.#peek();
    return ' \t\r\n.,|:)('.includes(character) || this.#input.startsWith('}}', this.#at);
  }

  #lexQuoted(end: string, kind: 'string' | 'charConstant', unterminated: string): Item {
    for (;;) {
      let character = this.#read();
      if (character === end) return this.#taken(kind);
      const isEscape = character === '\\';
      if (isEscape) character = this.#read();
      if (character === '' || character === '\n') return this.#fail(unterminated);
    }
  }

  #lexRaw(): Item {
    for (let character = this.#read(); character !== '`'; character = this.#read()) {
      if (character === '') return this.#fail('unterminated raw quoted string');
    }
    return this.#taken('rawString');
  }

  #lexNumber(): Item {
    if (!this.#scanNumber()) return this.#badNumber();
    const sign = this.#peek();
    if (sign !== '+' && sign !== '-') return this.#taken('number');
    if (!this.#scanNumber() || this.#input[this.#at - 1] !== 'i') return this.#badNumber();
    return this.#taken('complex');
  }

  #badNumber(): Item {
    return this.#fail(`bad number syntax: ${quote(this.#input.slice(this.#start, this.#at))}`);
  }

  #accept(pattern: RegExp): boolean {
    if (!pattern.test(this.#peek())) return false;
    this.#read();
    return true;
  }

  #scanNumber(): boolean {
    this.#accept(/[+-]/);
    let digits = /[0-9_]/;
    let exponent: RegExp | undefined = /[eE]/;
    if (this.#accept(/0/)) {
      if (this.#accept(/[xX]/)) [digits, exponent] = [/[0-9a-fA-F_]/, /[pP]/];
      else if (this.#accept(/[oO]/)) [digits, exponent] = [/[0-7_]/, undefined];
      else if (this.#accept(/[bB]/)) [digits, exponent] = [/[01_]/, undefined];
    }
    while (this.#accept(digits));
    if (this.#accept(/\./)) while (this.#accept(digits));
    if (exponent !== undefined && this.#accept(exponent)) {
      this.#accept(/[+-]/);
      while (this.#accept(/[0-9_]/));
    }
    this.#accept(/i/);
    if (!letterOrDigit.test(this.#peek())) return true;
    this.#read();
    return false;
  }
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

function hasLeftTrim(text: string, at: number): boolean {
  return text[at] === '-' && isSpace(text.charAt(at + 1));
}

function hasRightTrim(text: string, at: number): boolean {
  return isSpace(text.charAt(at)) && text[at + 1] === '-';
}
