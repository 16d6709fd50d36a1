import { byteLength, lossyText, utf8, wellFormed } from './bytes.ts';
import { quote, quoteRune } from './go-text.ts';
import { deepest } from './json.ts';
import type { Value } from './value.ts';

/** What a token begins with; every number is `0`, and what begins none is itself. */
type Start = string;

/** A token: where it begins, and of a string its text. */
export interface Token {
  readonly start: Start;
  readonly text: string;
}

/** A map or list that was begun. */
interface Level {
  readonly isMap: boolean;
  /** How many names and values of a map, or items of a list, were read. */
  length: number;
  /** The last name of a map. */
  name: string;
}

/** Where a text is not JSON, and why; `inside` names what that is in, the innermost first. */
interface Fault {
  readonly at: number;
  readonly why: string;
  readonly inside: string[];
}

const eof = 'unexpected EOF';

/**
 * A JSON text that is read as Go's own decoder does, token by token. After the first fault nothing more is read. Names may occur
 * twice, and halves of surrogate pairs become U+FFFD.
 * Upstream: Go 1.27 encoding/json/jsontext decode.go Decoder, errors.go, state.go, with AllowInvalidUTF8 and AllowDuplicateNames.
 */
export class GoDecoder {
  readonly #text: string;
  /** The end of the last token. */
  #at = 0;
  /** How many characters of the text before are known as the last token. */
  #known = 0;
  #isDelimiter = false;
  readonly #levels: Level[] = [];
  /** Go's words for the first fault. */
  fault: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the next token; undefined where there is a fault. */
  token(): Token | undefined {
    const begun = this.#begin();
    if (begun === undefined) return undefined;
    const { at, start } = begun;
    const last = this.#levels.at(-1);
    switch (start) {
      case '{':
      case '[':
        if (this.#needsName()) return this.#refuse({ at, why: noName, inside: [] }, 1);
        if (this.#levels.length === deepest) return this.#refuse({ at, why: tooDeep, inside: [] }, 1);
        this.#count();
        this.#levels.push({ isMap: start === '{', length: 0, name: '' });
        break;
      case '}':
      case ']':
        if (last === undefined || last.isMap !== (start === '}')) return this.#mismatch({ at, inside: [] });
        if (last.isMap && last.length % 2 === 1) {
          return this.#refuse({ at, why: 'missing value after object name', inside: [] }, 1);
        }
        this.#levels.pop();
        break;
      default: {
        const end = scalarEnd(this.#text, at, start);
        if (typeof end !== 'number') return this.#refuse(end, 1);
        // A number may go on behind what was read of the text, and the last token is gone once more was asked for.
        if (start === '0' && end === this.#text.length) this.#known = 0;
        if (start !== '"' && this.#needsName()) return this.#refuse({ at, why: noName, inside: [] }, 1);
        const raw = this.#text.slice(at, end);
        const text = start === '"' ? stringOf(raw) : raw;
        if (last?.isMap === true && last.length % 2 === 0) last.name = text;
        this.#count();
        this.#taken(at, end, start !== '"' && start !== '0');
        return { start, text };
      }
    }
    this.#taken(at, at + 1, true);
    return { start, text: start };
  }

  /** Reads the next value without looking into it; undefined where there is a fault. Upstream: Decoder.ReadValue. */
  raw(): string | undefined {
    const begun = this.#begin();
    if (begun === undefined) return undefined;
    const { at, start } = begun;
    const end = valueEnd(this.#text, at, this.#levels.length + 1);
    if (typeof end !== 'number') return this.#isMismatch(end) ? this.#mismatch(end) : this.#refuse(end, 1);
    if (start !== '"' && this.#needsName()) return this.#refuse({ at, why: noName, inside: [] }, 1);
    this.#count();
    this.#taken(at, end, false);
    return this.#text.slice(at, end);
  }

  /** Goes behind the next value. Upstream: Decoder.SkipValue. */
  skip(): void {
    const [depth, first] = [this.#levels.length, this.#begin()?.start];
    if (first !== '{' && first !== '[') this.raw();
    else {
      do this.token();
      while (this.fault === undefined && this.#levels.length > depth);
    }
  }

  /** What the next token begins with; undefined where there is a fault. */
  peek(): Start | undefined {
    return this.#begin()?.start;
  }

  /** Whether the text has nothing but white space from here on. */
  get isAtEnd(): boolean {
    return this.#space(this.#at) === this.#text.length;
  }

  /** Refuses what follows the value. Upstream: decode.go checkEOF. */
  finish(): void {
    const at = this.#space(this.#at);
    if (this.fault !== undefined || at === this.#text.length) return;
    this.#refuse({ at, why: invalidCharacter(this.#text, at, 'after top-level value'), inside: [] }, 0);
  }

  /** The fault of a text that ends before a value begins, as who decodes the whole text says it. */
  get endFault(): string {
    return said(eof, '', byteLength(this.#text));
  }

  /**
   * Where a fault of meaning is, as words about it say: below a name, or after an offset. The last token has it. Upstream may have
   * lost that token where a text is longer than its buffer, which is as long as what it read before made it; here it is known.
   * Upstream: encoding/json/v2 errors.go newSemanticErrorWithPosition, newUnmarshalErrorAfter, SemanticError.Error.
   */
  place(after: boolean): string {
    const pointer = this.#pointer(after || this.#levels.length === 0 ? -1 : 0);
    if (pointer !== '') return ` within ${quote(shortened(pointer))}`;
    const known =
      this.#known > 0 ? this.#at - this.#known : this.#text.slice(this.#at).search(/[^,: \n\r\t]|$/) + this.#at;
    const offset = byteLength(this.#text.slice(0, known));
    return offset > 0 ? ` after offset ${offset}` : '';
  }

  /** Finds where the next token begins, behind a comma or colon where one has to be. */
  #begin(): { readonly at: number; readonly start: Start } | undefined {
    if (this.fault !== undefined) return undefined;
    // Upstream overwrites the first byte of a value once the next is read, so that of most it finds no more where they began.
    if (this.#at > 0 && !this.#isDelimiter) this.#known = /[\]}]/.test(this.#text.charAt(this.#at - 1)) ? 1 : this.#at;
    const first = this.#space(this.#at);
    const delimiter = /[:,]/.exec(this.#text.charAt(first))?.[0] ?? '';
    const at = delimiter === '' ? first : this.#space(first + 1);
    if (at === this.#text.length) {
      this.#known = 0;
      if (delimiter !== '' && this.#needs('"') !== delimiter) return this.#wrongDelimiter(first, '"');
      return this.#refuse({ at, why: eof, inside: [] }, 0);
    }
    const letter = this.#text.charAt(at);
    const start = /[-\d]/.test(letter) ? '0' : letter;
    return this.#needs(start) === delimiter ? { at, start } : this.#wrongDelimiter(first, start);
  }

  /** The comma or colon that has to stand before a token. Upstream: state.go needDelim. */
  #needs(start: Start): string {
    const last = this.#levels.at(-1);
    if (last === undefined) return '';
    if (last.isMap && last.length % 2 === 1) return ':';
    return last.length > 0 && start !== '}' && start !== ']' ? ',' : '';
  }

  #wrongDelimiter(at: number, start: Start): undefined {
    const needed = this.#needs(start);
    const place =
      needed === '' ? startOfValue : needed === ':' ? afterName : this.#levels.at(-1)?.isMap ? afterValue : afterItem;
    return this.#refuse({ at, why: invalidCharacter(this.#text, at, place), inside: [] }, 0);
  }

  /**
   * Whether a value begins with the bracket that would end the other kind of what was begun by tokens, however deep inside of the
   * value that is. Upstream: decode.go consumeValue.
   */
  #isMismatch({ at, why }: Fault): boolean {
    const last = this.#levels.at(-1);
    const bracket = last?.isMap === true ? ']' : '}';
    return last !== undefined && this.#text.charAt(at) === bracket && why.endsWith(startOfValue);
  }

  /** Refuses a bracket that ends nothing. Upstream: errors.go wrapSyntacticError. */
  #mismatch({ at, inside }: Pick<Fault, 'at' | 'inside'>): undefined {
    const last = this.#levels.at(-1);
    if (last === undefined || last.length === 0) {
      return this.#refuse({ at, why: invalidCharacter(this.#text, at, startOfValue), inside }, 1);
    }
    const why = invalidCharacter(this.#text, at, last.isMap ? afterValue : afterItem);
    const pointer = this.#pointerInto(1, inside);
    this.fault = said(why, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))), this.#offset(at));
    return undefined;
  }

  #needsName(): boolean {
    const last = this.#levels.at(-1);
    return last?.isMap === true && last.length % 2 === 0;
  }

  #count(): void {
    const last = this.#levels.at(-1);
    if (last !== undefined) last.length++;
  }

  #taken(at: number, end: number, isDelimiter: boolean): void {
    this.#at = end;
    this.#known = end - at;
    this.#isDelimiter = isDelimiter;
  }

  #refuse({ at, why, inside }: Fault, where: -1 | 0 | 1): undefined {
    // What was read is gone once more was asked for.
    if (why === eof) this.#known = 0;
    this.fault = said(why, this.#pointerInto(where, inside), this.#offset(at));
    return undefined;
  }

  #pointerInto(where: -1 | 0 | 1, inside: readonly string[]): string {
    return this.#pointer(where) + inside.toReversed().map(step).join('');
  }

  #offset(at: number): number {
    return byteLength(this.#text.slice(0, at));
  }

  #space(at: number): number {
    return spaceEnd(this.#text, at);
  }

  /** A JSON pointer to what was read last (-1), to what comes next (1), or to what both are in. Upstream: state.go. */
  #pointer(where: -1 | 0 | 1): string {
    const steps: string[] = [];
    for (const [i, { isMap, length, name }] of this.#levels.entries()) {
      const isLast = i === this.#levels.length - 1;
      const needsValue = isMap && length % 2 === 1;
      if (isLast && (where < 0 ? length === 0 : where === 0 ? !needsValue : isMap && !needsValue)) break;
      steps.push(step(isMap ? name : String(length - (isLast && where > 0 ? 0 : 1))));
    }
    return steps.join('');
  }
}

const noName = 'object member name must be a string';
const tooDeep = 'exceeded max depth';
const startOfValue = 'at start of value';
const afterName = "after object name (expecting ':')";
const afterValue = "after object value (expecting ',' or '}')";
const afterItem = "after array element (expecting ',' or ']')";

/** A step of a JSON pointer. */
function step(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Upstream: jsontext errors.go SyntacticError.Error. */
function said(why: string, pointer: string, offset: number): string {
  const within = pointer === '' ? '' : ` within ${quote(shortened(pointer))}`;
  return `jsontext: ${why}${within}${offset > 0 ? ` after offset ${offset}` : ''}`;
}

/** A pointer of some hundred bytes at most. Upstream: jsonwire/wire.go TruncatePointer. */
function shortened(pointer: string): string {
  const bytes = String.fromCharCode(...utf8(pointer));
  if (bytes.length <= 100) return pointer;
  let [start, end] = [50, bytes.length - 50];
  const [before, after] = [bytes.lastIndexOf('/', start - 1), bytes.indexOf('/', end)];
  if (before > 0) start = before;
  if (after >= 0) end = after + 1;
  const isInside = (at: number) => (bytes.charCodeAt(at) & 0xc0) === 0x80;
  while (start > 0 && isInside(start)) start--;
  while (end < bytes.length && isInside(end)) end++;
  const left = bytes.slice(start, end);
  const count = left.split('/').length - 1;
  let middle = ['…', '…/…'][count] ?? '…/…/…';
  if (left.startsWith('/') && middle !== '…') middle = middle.replace(/^…/, '');
  if (left.endsWith('/') && middle !== '…') middle = middle.replace(/…$/, '');
  const text = (part: string) => lossyText(Uint8Array.from(part, (each) => each.charCodeAt(0)));
  return `${text(bytes.slice(0, start))}${middle}${text(bytes.slice(end))}`;
}

function spaceEnd(text: string, at: number): number {
  let end = at;
  while (' \t\r\n'.includes(text.charAt(end) || 'x')) end++;
  return end;
}

/** Upstream: jsonwire/wire.go NewInvalidCharacterError. */
function invalidCharacter(text: string, at: number, where: string): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return `invalid character ${quoteRune(character)} ${where}`;
}

/** So many bytes of a text, of which the last character may be cut. Upstream: jsonwire/wire.go NewInvalidEscapeSequenceError. */
function invalidEscape(text: string, bytes: number): string {
  let what = '';
  for (const character of text) {
    const rest = bytes - byteLength(what);
    if (rest <= 0) break;
    if (byteLength(character) > rest) {
      const cut = [...utf8(character).subarray(0, rest)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
      return `invalid escape sequence ${quote(what).slice(0, -1)}${cut.join('')}" in string`;
    }
    what += character;
  }
  const shown = /[`\s\p{C}\ufffd]/u.test(what) ? quote(what) : `\`${what}\``;
  return `invalid escape sequence ${shown} in string`;
}

const words: Readonly<Record<string, string>> = { n: 'null', t: 'true', f: 'false' };

/** The end of a string, number, true, false or null that begins at a place. Upstream: jsonwire/decode.go. */
function scalarEnd(text: string, at: number, start: Start): number | Fault {
  if (start === '"') return stringEnd(text, at);
  if (start === '0') return numberEnd(text, at);
  const word = words[start];
  if (word === undefined) return { at, why: invalidCharacter(text, at, startOfValue), inside: [] };
  for (let i = 0; i < word.length; i++) {
    const letter = text.charAt(at + i);
    if (letter === word[i]) continue;
    const why = `in literal ${word} (expecting '${word[i]}')`;
    return { at: at + i, why: letter === '' ? eof : invalidCharacter(text, at + i, why), inside: [] };
  }
  return at + word.length;
}

const plainCharacters = /(?:(?!["\\])[ -\uffff])*/y;

function stringEnd(text: string, begin: number): number | Fault {
  if (text.charAt(begin) !== '"') {
    const why = invalidCharacter(text, begin, `at start of string (expecting '"')`);
    return { at: begin, why, inside: [] };
  }
  for (let at = begin + 1; ; ) {
    plainCharacters.lastIndex = at;
    at += plainCharacters.exec(text)?.[0].length ?? 0;
    const letter = text.charAt(at);
    if (letter === '"') return at + 1;
    if (letter === '') return { at, why: eof, inside: [] };
    if (letter !== '\\') {
      return { at, why: invalidCharacter(text, at, 'in string (expecting non-control character)'), inside: [] };
    }
    // One more, as six bytes may end inside of a character of two halves.
    const found = text.slice(at, at + 7);
    if (/^\\["\\/bfnrt]/.test(found)) at += 2;
    else if (/^\\u[\da-fA-F]{4}/.test(found)) at += 6;
    else if (/^\\(?:u[\da-fA-F]{0,3})?$/.test(found)) return { at, why: eof, inside: [] };
    else return { at, why: invalidEscape(found, found[1] === 'u' ? 6 : 2), inside: [] };
  }
}

function stringOf(raw: string): string {
  return wellFormed(JSON.parse(raw) as string);
}

function numberEnd(text: string, begin: number): number | Fault {
  const found = /^-?(?:0|[1-9]\d*)?/.exec(text.slice(begin))?.[0] ?? '';
  let at = begin + found.length;
  const missing = (): Fault =>
    at === text.length
      ? { at: begin, why: eof, inside: [] }
      : { at, why: invalidCharacter(text, at, 'in number (expecting digit)'), inside: [] };
  const digits = () => {
    const from = at;
    while (/\d/.test(text.charAt(at))) at++;
    return at > from;
  };
  if (!/\d$/.test(found)) return missing();
  if (text.charAt(at) === '.') {
    at++;
    if (!digits()) return missing();
  }
  if (/[eE]/.test(text.charAt(at))) {
    at++;
    if (/[-+]/.test(text.charAt(at))) at++;
    if (!digits()) return missing();
  }
  return at;
}

/** The end of a value that begins at a place. Upstream: jsontext decode.go consumeValue, consumeObject, consumeArray. */
function valueEnd(text: string, begin: number, depth: number): number | Fault {
  const letter = text.charAt(begin);
  if (letter !== '{' && letter !== '[') return scalarEnd(text, begin, /[-\d]/.test(letter) ? '0' : letter);
  if (depth === deepest + 1) return { at: begin, why: tooDeep, inside: [] };
  const [close, after] = letter === '{' ? ['}', afterValue] : [']', afterItem];
  let at = spaceEnd(text, begin + 1);
  if (at === text.length) return { at, why: eof, inside: [] };
  if (text.charAt(at) === close) return at + 1;
  for (let index = 0; ; index++) {
    at = spaceEnd(text, at);
    if (at === text.length) return { at, why: eof, inside: [] };
    let name = String(index);
    if (letter === '{') {
      const end = stringEnd(text, at);
      if (typeof end !== 'number') return end;
      name = stringOf(text.slice(at, end));
      at = spaceEnd(text, end);
      if (at === text.length) return { at, why: eof, inside: [name] };
      if (text.charAt(at) !== ':') return { at, why: invalidCharacter(text, at, afterName), inside: [name] };
      at = spaceEnd(text, at + 1);
      if (at === text.length) return { at, why: eof, inside: [name] };
    }
    const end = valueEnd(text, at, depth + 1);
    if (typeof end !== 'number') return { ...end, inside: [...end.inside, name] };
    at = spaceEnd(text, end);
    if (at === text.length) return { at, why: eof, inside: [] };
    const next = text.charAt(at++);
    if (next === close) return at;
    if (next !== ',') return { at: at - 1, why: invalidCharacter(text, at - 1, after), inside: [] };
  }
}

/** A value that was read, or Go's words about why it was not. */
export type GoRead<Read> =
  | { readonly kind: 'read'; readonly value: Read }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Reads the whole of a text as a value; every number becomes a float. Of a name that occurs twice the last value counts.
 * Go says by chance, the same as long as a server runs, `cannot unmarshal` or `unable to unmarshal`; here it says the first.
 * Upstream: encoding/json/v2 arshal_any.go, through structured-merge-diff internal/json UnmarshalToAnyMergingDuplicates.
 */
export function readGoValue(text: string): GoRead<Value> {
  const from = new GoDecoder(text);
  const value = anyOf(from);
  from.finish();
  if (from.fault === undefined) return { kind: 'read', value };
  return { kind: 'error', message: from.fault };
}

function anyOf(from: GoDecoder): Value {
  const start = from.peek();
  if (start === '{') {
    from.token();
    const map = new Map<string, Value>();
    while (from.fault === undefined && from.peek() !== '}') {
      const name = from.token();
      if (name !== undefined) map.set(name.text, anyOf(from));
    }
    from.token();
    return map;
  }
  if (start === '[') {
    from.token();
    const list: Value[] = [];
    while (from.fault === undefined && from.peek() !== ']') list.push(anyOf(from));
    from.token();
    return list;
  }
  const raw = from.raw();
  if (raw === undefined || raw === 'null') return null;
  if (raw === 'true' || raw === 'false') return raw === 'true';
  if (raw.startsWith('"')) return stringOf(raw);
  const number = Number(raw);
  if (Number.isFinite(number)) return number;
  const shown = raw.length < 100 ? ` ${raw}` : '';
  from.fault = `json: cannot unmarshal JSON number${shown} into Go float64${from.place(true)}: value out of range`;
  return null;
}
