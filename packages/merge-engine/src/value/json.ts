import { latin1, lossyText, textOfUtf8 } from './bytes.ts';
import { quoteRune } from './go-text.ts';
import { isMap, type Value, type ValueList, type ValueMap } from './value.ts';
import { forgetNumber, noteNumber } from './written-numbers.ts';

/** A key that a map of a JSON text holds twice. */
export interface JsonDuplicate {
  /** The keys and list places that lead to the map, then the key. */
  readonly path: readonly (string | number)[];
  /** Where the second key starts, in UTF-16 units. */
  readonly offset: number;
}

/** The answer of reading a JSON text. */
export type ParsedJson =
  | { readonly kind: 'value'; readonly value: Value; readonly duplicates: readonly JsonDuplicate[] }
  | {
      readonly kind: 'error';
      /** Go's words: `invalid character '}' looking for beginning of object key string`. */
      readonly message: string;
      /** Where reading stopped, in UTF-16 units. */
      readonly offset: number;
    };

/**
 * Reads a JSON text as the server does: whole numbers that fit become integers, others floats; of a key that stands
 * twice the last value counts.
 * Upstream: encoding/json scanner.go (the words of syntax errors), sigs.k8s.io/json (integers).
 *
 * @example
 * ```js
 * import { formatJson, parseJson } from '@managed-fields/merge-engine/value';
 *
 * const read = parseJson('{"replicas": 9007199254740993, "weight": 0.50}');
 * if (read.kind === 'error') throw new Error(read.message);
 * console.log(formatJson(read.value));
 * ```
 * ```text
 * {"replicas":9007199254740993,"weight":0.5}
 * ```
 */
export function parseJson(text: string): ParsedJson {
  const reader = new Reader(text);
  const value = reader.document();
  if (reader.error !== undefined) return { kind: 'error', ...reader.error };
  return { kind: 'value', value, duplicates: reader.duplicates };
}

/**
 * Reads the bytes of a JSON text as Go does, which tells the byte at which it stopped; what is no UTF-8 inside of a text is
 * replaced. The offset of an error is in bytes where they are no UTF-8.
 */
export function parseJsonBytes(bytes: Uint8Array): ParsedJson {
  const text = textOfUtf8(bytes);
  if (text !== undefined) return parseJson(text);
  const reader = new Reader(latin1(bytes), true);
  reader.document();
  return reader.error === undefined ? parseJson(lossyText(bytes)) : { kind: 'error', ...reader.error };
}

/** How many levels are read. Go stops at 10,000, but code that walks a value needs stack for each level. */
export const deepest = 1500;
const smallestInteger = -(2n ** 63n);
const largestInteger = 2n ** 63n - 1n;

/** Reads once from left to right; after the first error every step returns at once. */
class Reader {
  readonly text: string;
  at = 0;
  error: { readonly message: string; readonly offset: number } | undefined;
  readonly duplicates: JsonDuplicate[] = [];
  /** A number too large for a float; Go reads on and reports it at the end. */
  overflow: { readonly message: string; readonly offset: number } | undefined;
  readonly path: (string | number)[] = [];
  /** The number that was just read, where it is not as it is printed. */
  odd: string | undefined;

  /** Whether each character of the text stands for a byte. */
  readonly #isBytes: boolean;

  constructor(text: string, isBytes = false) {
    this.text = text;
    this.#isBytes = isBytes;
  }

  document(): Value {
    const value = this.value();
    if (this.error === undefined) {
      this.space();
      if (this.at < this.text.length) this.fail('after top-level value');
    }
    this.error ??= this.overflow;
    return value;
  }

  /** Notes that the character here, or the end of the text, is not what may stand here. */
  fail(context: string): null {
    return this.at < this.text.length ? this.failInside(context) : this.failWith('unexpected end of JSON input');
  }

  /**
   * The same where no space may stand, inside a literal, a number or an escape: Go reports the end of the text as a
   * space.
   */
  failInside(context: string): null {
    const found =
      this.at < this.text.length
        ? this.#isBytes
          ? quoteRune(this.text.charAt(this.at))
          : quoteFirstByte(this.text, this.at)
        : "' '";
    return this.failWith(`invalid character ${found} ${context}`);
  }

  failWith(message: string): null {
    this.error ??= { message, offset: this.at };
    return null;
  }

  space(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at++;
    }
  }

  value(): Value {
    this.space();
    const character = this.text[this.at];
    switch (character) {
      case '{':
        return this.map();
      case '[':
        return this.list();
      case '"':
        return this.string();
      case 't':
        return this.literal('true', true);
      case 'f':
        return this.literal('false', false);
      case 'n':
        return this.literal('null', null);
      default:
        if (character === '-' || isDigit(character)) return this.number();
        return this.fail('looking for beginning of value');
    }
  }

  enter(key: string | number): boolean {
    if (this.path.length >= deepest) this.fail('exceeded max depth');
    this.path.push(key);
    return this.error === undefined;
  }

  map(): Value {
    const map = new Map<string, Value>();
    if (!this.enter('')) return null;
    this.at++;
    this.space();
    if (this.text[this.at] === '}') return this.leave(map);
    for (;;) {
      this.space();
      const start = this.at;
      if (this.text[this.at] !== '"') return this.fail('looking for beginning of object key string');
      const key = this.string();
      this.space();
      if (this.error === undefined && this.text[this.at] !== ':') this.fail('after object key');
      if (this.error !== undefined) return null;
      this.at++;
      this.path[this.path.length - 1] = key;
      if (map.has(key)) {
        this.duplicates.push({ path: [...this.path], offset: start });
        noteEarlier(map, key, map.get(key) ?? null);
        forgetNumber(map, key);
      }
      map.set(key, this.value());
      if (this.odd !== undefined) this.note(map, key);
      this.space();
      if (this.error !== undefined) return null;
      if (this.text[this.at] === '}') return this.leave(map);
      if (this.text[this.at] !== ',') return this.fail('after object key:value pair');
      this.at++;
    }
  }

  list(): Value {
    const list: Value[] = [];
    if (!this.enter(0)) return null;
    this.at++;
    this.space();
    if (this.text[this.at] === ']') return this.leave(list);
    for (;;) {
      this.path[this.path.length - 1] = list.length;
      list.push(this.value());
      if (this.odd !== undefined) this.note(list, list.length - 1);
      this.space();
      if (this.error !== undefined) return null;
      if (this.text[this.at] === ']') return this.leave(list);
      if (this.text[this.at] !== ',') return this.fail('after array element');
      this.at++;
    }
  }

  note(holder: ValueMap | ValueList, key: string | number): void {
    if (this.odd !== undefined) noteNumber(holder, key, this.odd);
    this.odd = undefined;
  }

  leave(value: Value): Value {
    this.at++;
    this.path.pop();
    return value;
  }

  literal(word: string, value: Value): Value {
    for (let i = 1; i < word.length; i++) {
      this.at++;
      if (this.text[this.at] !== word[i]) return this.failInside(`in literal ${word} (expecting '${word[i]}')`);
    }
    this.at++;
    return value;
  }

  string(): string {
    this.at++;
    let text = '';
    let start = this.at;
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === 0x22) {
        text += this.text.slice(start, this.at);
        this.at++;
        return text;
      }
      if (unit === 0x5c) {
        text += this.text.slice(start, this.at) + this.escape();
        start = this.at;
      } else if (unit >= 0x20) {
        this.at++;
      } else {
        this.fail('in string literal');
      }
      if (this.error !== undefined) return '';
    }
  }

  escape(): string {
    this.at++;
    const character = this.text[this.at] ?? '';
    const simple = simpleEscapes.get(character);
    if (simple !== undefined) {
      this.at++;
      return simple;
    }
    if (character !== 'u') {
      this.failInside('in string escape code');
      return '';
    }
    const unit = this.hexadecimal();
    if (unit < 0xd800 || unit >= 0xe000) return String.fromCharCode(unit);
    const second =
      unit < 0xdc00 ? /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(this.text.slice(this.at, this.at + 6)) : null;
    if (second === null) return '\ufffd';
    this.at += 6;
    return String.fromCharCode(unit, Number.parseInt(second[1] as string, 16));
  }

  hexadecimal(): number {
    for (let i = 0; i < 4; i++) {
      this.at++;
      if (!/^[0-9a-fA-F]$/.test(this.text[this.at] ?? '')) {
        this.failInside('in \\u hexadecimal character escape');
        return 0;
      }
    }
    this.at++;
    return Number.parseInt(this.text.slice(this.at - 4, this.at), 16);
  }

  digits(): void {
    while (isDigit(this.text[this.at])) this.at++;
  }

  number(): Value {
    const start = this.at;
    if (this.text[this.at] === '-') this.at++;
    if (this.text[this.at] === '0') this.at++;
    else if (isDigit(this.text[this.at])) this.digits();
    else return this.failInside('in numeric literal');
    const whole = this.at;
    if (this.text[this.at] === '.') {
      this.at++;
      if (!isDigit(this.text[this.at])) return this.failInside('after decimal point in numeric literal');
      this.digits();
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at++;
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at++;
      if (!isDigit(this.text[this.at])) return this.failInside('in exponent of numeric literal');
      this.digits();
    }
    return this.toNumber(this.text.slice(start, this.at), whole === this.at);
  }

  toNumber(literal: string, whole: boolean): Value {
    if (whole) {
      const integer = BigInt(literal);
      if (integer >= smallestInteger && integer <= largestInteger) {
        if (literal === '-0') this.odd = literal;
        return integer;
      }
    }
    const float = Number(literal);
    if (Number.isFinite(float)) {
      if (String(float) !== literal) this.odd = literal;
      return float;
    }
    this.overflow ??= {
      message: `json: cannot unmarshal number ${literal} into Go value of type float64`,
      offset: this.at,
    };
    return null;
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Go's scanner sees bytes: it quotes the first byte of a character as if it were a Latin-1 character. */
function quoteFirstByte(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  const byte =
    code < 0x80 ? code : code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
  return quoteRune(String.fromCharCode(byte));
}

/**
 * Converts what `JSON.parse` or the import of a .json file gives to a Value; whole numbers become bigint. Members that
 * are undefined are left out. Throws for what JSON does not have.
 */
export function valueFromPlain(plain: unknown): Value {
  if (plain === null || typeof plain === 'string' || typeof plain === 'boolean' || typeof plain === 'bigint')
    return plain;
  if (typeof plain === 'number') return Number.isSafeInteger(plain) ? BigInt(plain) : plain;
  if (Array.isArray(plain)) return plain.map(valueFromPlain);
  if (typeof plain === 'object') {
    const members = Object.entries(plain).filter(([, member]) => member !== undefined);
    return new Map(members.map(([key, member]) => [key, valueFromPlain(member)]));
  }
  throw new Error(`not JSON: ${typeof plain}`);
}

/** Converts a plain object to a map, as `valueFromPlain` does. Throws for what is no object. */
export function mapFromPlain(plain: unknown): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('not an object');
  return value;
}

/** Reads a text as `parseJson` does; undefined where there is none, where it is no JSON, and for all but objects. */
export function mapFromJson(text: string | undefined): ValueMap | undefined {
  const read = text === undefined ? undefined : parseJson(text);
  return read?.kind === 'value' && isMap(read.value) ? read.value : undefined;
}

/**
 * What a key that stands several times in a map of a JSON text had before its last value. A map has the last one; a decoder
 * that reads into what is there already sees them all. They are kept beside the map.
 */
const earlier = new WeakMap<ValueMap, Map<string, Value[]>>();

/** Notes a value that a later one of the same key replaces. */
function noteEarlier(map: ValueMap, key: string, value: Value): void {
  const known = earlier.get(map) ?? new Map<string, Value[]>();
  known.set(key, [...(known.get(key) ?? []), value]);
  earlier.set(map, known);
}

/** The values that a key had before its last one, in their order; empty for nearly all keys. */
export function earlierValues(map: ValueMap, key: string): readonly Value[] {
  return earlier.get(map)?.get(key) ?? [];
}

/** Notes of a map that was made of another one, with more keys, what that one had before. */
export function carryEarlier<T extends ValueMap>(from: ValueMap, to: T): T {
  const known = earlier.get(from);
  if (known !== undefined) earlier.set(to, known);
  return to;
}
