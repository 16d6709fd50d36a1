import { scanBlock } from './block.ts';
import { code, isBreak, isSpaceOrEnd } from './characters.ts';
import { Cursor } from './cursor.ts';
import { type Failure, scanFailure } from './failure.ts';
import { scanPlain } from './plain.ts';
import { scanQuoted } from './quoted.ts';
import { type Forbidden, findForbidden } from './readable.ts';
import { scanAnchor, scanDirective, scanTag } from './tag.ts';
import { type Token, type TokenKind, token } from './token.ts';

/** A place that becomes a key if a `:` follows on the same line within 1024 characters. */
interface SimpleKey {
  possible: boolean;
  /** Whether only a key may stand here. */
  readonly required: boolean;
  /** The number of tokens before its own. */
  readonly number: number;
  readonly from: number;
  readonly line: number;
  readonly column: number;
}

/** Upstream's limit for nested collections of either style. */
const deepest = 10000;
const longestKey = 1024;

/**
 * Splits a YAML 1.1 text into tokens on demand, so that nothing behind the first document is read. After a failure
 * every token has the kind `failure`.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go. The places where keys are possible decide which texts are errors, so the
 * handling of keys and indentation follows it exactly.
 */
export class Scanner {
  failure: Failure | undefined;
  readonly #cursor: Cursor;
  readonly #forbidden: Forbidden | undefined;
  readonly #queue: Token[] = [];
  #head = 0;
  #taken = 0;
  #ready = false;
  #ended = false;
  #indent = -1;
  readonly #indents: number[] = [];
  #flowLevel = 0;
  #keyAllowed = true;
  readonly #keys: SimpleKey[] = [{ possible: false, required: false, number: -1, from: 0, line: 0, column: 0 }];
  /** The index in #keys of the possible key whose token has a number. */
  readonly #keyByToken = new Map<number, number>();

  /** Reads a text from one offset to another, end exclusive. */
  constructor(text: string, from: number, to: number) {
    this.#cursor = new Cursor(text, from, to);
    this.#forbidden = findForbidden(text, from, to);
  }

  /** The next token. It stays the next one until `take`. */
  peek(): Token {
    if (!this.#ready && !this.#fetchMore()) return this.#failed();
    const next = this.#queue[this.#head];
    return next ?? this.#failed();
  }

  /** Moves past the next token. */
  take(): void {
    this.#ready = false;
    this.#taken++;
    this.#head++;
    if (this.#head === this.#queue.length) {
      this.#queue.length = 0;
      this.#head = 0;
    }
  }

  #failed(): Token {
    return token('failure', this.#cursor.at, this.#cursor.at, this.#cursor.line);
  }

  #fail(failure: Failure): false {
    this.failure ??= failure;
    return false;
  }

  /** Scans until the next token is certain. As long as it may become a key, its KEY token is missing. */
  #fetchMore(): boolean {
    while (this.failure === undefined) {
      if (this.#head < this.#queue.length) {
        const place = this.#keyByToken.get(this.#taken);
        const key = place === undefined ? undefined : this.#keys[place];
        if (key === undefined || !this.#isPossible(key)) {
          this.#ready = this.failure === undefined;
          return this.#ready;
        }
      } else if (this.#ended) {
        return false;
      }
      this.#fetch();
      const forbidden = this.#forbidden;
      if (forbidden !== undefined && this.#cursor.at + 4 > forbidden.limit) {
        const message = 'yaml: control characters are not allowed';
        this.failure = { code: 'control-character', message, from: forbidden.at, to: forbidden.at + 1 };
      }
    }
    return false;
  }

  /** Whether a place may still become a key. Fails if it had to be one. */
  #isPossible(key: SimpleKey): boolean {
    if (!key.possible) return false;
    if (key.line === this.#cursor.line && !this.#isTooLong(key)) return true;
    if (key.required) this.#failKey(key);
    else key.possible = false;
    return false;
  }

  #isTooLong(key: SimpleKey): boolean {
    const { text, at } = this.#cursor;
    if (at - key.from <= longestKey) return false;
    let characters = 0;
    for (let i = key.from; i < at; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0xdc00 || unit > 0xdfff) characters++;
      if (characters > longestKey) return true;
    }
    return false;
  }

  #failKey(key: SimpleKey): false {
    const { text, end } = this.#cursor;
    let to = key.from;
    while (to < end && !isBreak(text.charCodeAt(to))) to++;
    return this.#fail(scanFailure(this.#cursor, "could not find expected ':'", key.from, to));
  }

  /** Records that a key may start here. */
  #saveKey(): boolean {
    if (!this.#keyAllowed) return true;
    if (!this.#removeKey()) return false;
    const { at, line, column } = this.#cursor;
    const number = this.#taken + this.#queue.length - this.#head;
    const required = this.#flowLevel === 0 && this.#indent === column;
    this.#keys[this.#keys.length - 1] = { possible: true, required, number, from: at, line, column };
    this.#keyByToken.set(number, this.#keys.length - 1);
    return true;
  }

  #removeKey(): boolean {
    const key = this.#keys[this.#keys.length - 1];
    if (key?.possible) {
      if (key.required) return this.#failKey(key);
      key.possible = false;
      this.#keyByToken.delete(key.number);
    }
    return true;
  }

  #push(kind: TokenKind, length: number): void {
    const { at, line } = this.#cursor;
    this.#cursor.at += length;
    this.#queue.push(token(kind, at, at + length, line));
  }

  /** Inserts a token before the one with a number, or at the end if that one was taken already. */
  #insert(inserted: Token, number: number): void {
    const place = number - this.#taken;
    if (place < 0) this.#queue.push(inserted);
    else this.#queue.splice(this.#head + place, 0, inserted);
  }

  /** Starts a block collection if the column is deeper than the current one. */
  #rollIndent(column: number, kind: TokenKind, at: number, line: number, number = -1): boolean {
    if (this.#flowLevel > 0 || this.#indent >= column) return true;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > deepest) return this.#failDepth();
    const start = token(kind, at, at, line);
    if (number < 0) this.#queue.push(start);
    else this.#insert(start, number);
    return true;
  }

  #failDepth(): false {
    const message = `exceeded max depth of ${deepest}`;
    return this.#fail(scanFailure(this.#cursor, message, this.#cursor.at, undefined, 'too-deep'));
  }

  /** Ends the block collections that are deeper than the column. */
  #unrollIndent(column: number): void {
    if (this.#flowLevel > 0) return;
    while (this.#indent > column) {
      this.#push('block-end', 0);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #passToNextToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (this.#flowLevel > 0 || !this.#keyAllowed) cursor.passBlanks();
      else while (cursor.peek() === code.space) cursor.at++;
      cursor.passComment();
      if (cursor.passBreak() === '') return;
      if (this.#flowLevel === 0) this.#keyAllowed = true;
    }
  }

  #fetch(): boolean {
    const cursor = this.#cursor;
    this.#passToNextToken();
    this.#unrollIndent(cursor.column);
    if (cursor.at >= cursor.end) return this.#fetchEnd();
    const character = cursor.peek();
    if (cursor.column === 0 && character === code.percent) return this.#fetchDirective();
    if (cursor.atDocumentMark()) return this.#fetchDocumentMark(character);
    const spaced = isSpaceOrEnd(cursor.peek(1));
    const inFlow = this.#flowLevel > 0;
    switch (character) {
      case code.openBracket:
        return this.#fetchFlowStart('flow-sequence-start');
      case code.openBrace:
        return this.#fetchFlowStart('flow-mapping-start');
      case code.closeBracket:
        return this.#fetchFlowEnd('flow-sequence-end');
      case code.closeBrace:
        return this.#fetchFlowEnd('flow-mapping-end');
      case code.comma:
        return this.#fetchFlowEntry();
      case code.dash:
        return spaced ? this.#fetchBlockEntry() : this.#fetchPlain();
      case code.question:
        return spaced || inFlow ? this.#fetchKey() : this.#fetchPlain();
      case code.colon:
        return spaced || inFlow ? this.#fetchValue() : this.#fetchPlain();
      case code.asterisk:
      case code.ampersand:
        return this.#fetchNode(scanAnchor);
      case code.exclamation:
        return this.#fetchNode(scanTag);
      case code.singleQuote:
      case code.doubleQuote:
        return this.#fetchNode(scanQuoted);
      case code.bar:
      case code.greater:
        return inFlow ? this.#failStart() : this.#fetchBlock();
      case code.hash:
      case code.percent:
      case code.at:
      case code.backtick:
      case code.tab:
        return this.#failStart();
      default:
        return this.#fetchPlain();
    }
  }

  #failStart(): false {
    const failure = scanFailure(this.#cursor, 'found character that cannot start any token', this.#cursor.at);
    return this.#fail(this.#cursor.peek() === code.tab ? { ...failure, code: 'tab' } : failure);
  }

  #fetchEnd(): boolean {
    if (this.#cursor.column > 0) {
      this.#cursor.line++;
      this.#cursor.lineStart = this.#cursor.at;
    }
    this.#unrollIndent(-1);
    if (!this.#removeKey()) return false;
    this.#keyAllowed = false;
    this.#ended = true;
    this.#push('end', 0);
    return true;
  }

  #fetchDirective(): boolean {
    this.#unrollIndent(-1);
    if (!this.#removeKey()) return false;
    this.#keyAllowed = false;
    return this.#pushScanned(scanDirective(this.#cursor));
  }

  #fetchDocumentMark(character: number): boolean {
    this.#unrollIndent(-1);
    if (!this.#removeKey()) return false;
    this.#keyAllowed = false;
    this.#push(character === code.dash ? 'document-start' : 'document-end', 3);
    return true;
  }

  #fetchFlowStart(kind: TokenKind): boolean {
    if (!this.#saveKey()) return false;
    const { at, line, column } = this.#cursor;
    const number = this.#taken + this.#queue.length - this.#head;
    this.#keys.push({ possible: false, required: false, number, from: at, line, column });
    this.#flowLevel++;
    if (this.#flowLevel > deepest) return this.#failDepth();
    this.#keyAllowed = true;
    this.#push(kind, 1);
    return true;
  }

  #fetchFlowEnd(kind: TokenKind): boolean {
    if (!this.#removeKey()) return false;
    if (this.#flowLevel > 0) {
      this.#flowLevel--;
      const key = this.#keys.pop();
      // An empty collection has the same number as the key that it may be. Upstream drops that key, too.
      if (key !== undefined) this.#keyByToken.delete(key.number);
    }
    this.#keyAllowed = false;
    this.#push(kind, 1);
    return true;
  }

  #fetchFlowEntry(): boolean {
    if (!this.#removeKey()) return false;
    this.#keyAllowed = true;
    this.#push('flow-entry', 1);
    return true;
  }

  /** Outside of flow collections: begins a collection where the indentation says so, or fails where none may stand. */
  #beginBlock(start: 'block-sequence-start' | 'block-mapping-start', what: string): boolean {
    if (this.#flowLevel > 0) return true;
    const cursor = this.#cursor;
    if (!this.#keyAllowed) {
      return this.#fail(scanFailure(cursor, `${what} are not allowed in this context`, cursor.at));
    }
    return this.#rollIndent(cursor.column, start, cursor.at, cursor.line);
  }

  #fetchBlockEntry(): boolean {
    if (!this.#beginBlock('block-sequence-start', 'block sequence entries')) return false;
    if (!this.#removeKey()) return false;
    this.#keyAllowed = true;
    this.#push('block-entry', 1);
    return true;
  }

  #fetchKey(): boolean {
    if (!this.#beginBlock('block-mapping-start', 'mapping keys')) return false;
    if (!this.#removeKey()) return false;
    this.#keyAllowed = this.#flowLevel === 0;
    this.#push('key', 1);
    return true;
  }

  #fetchValue(): boolean {
    const key = this.#keys[this.#keys.length - 1];
    if (key !== undefined && this.#isPossible(key)) {
      this.#insert(token('key', key.from, key.from, key.line), key.number);
      if (!this.#rollIndent(key.column, 'block-mapping-start', key.from, key.line, key.number)) return false;
      key.possible = false;
      this.#keyByToken.delete(key.number);
      this.#keyAllowed = false;
    } else {
      if (this.failure !== undefined) return false;
      if (!this.#beginBlock('block-mapping-start', 'mapping values')) return false;
      this.#keyAllowed = this.#flowLevel === 0;
    }
    this.#push('value', 1);
    return true;
  }

  #fetchNode(scan: (cursor: Cursor) => Token | Failure): boolean {
    if (!this.#saveKey()) return false;
    this.#keyAllowed = false;
    return this.#pushScanned(scan(this.#cursor));
  }

  #fetchBlock(): boolean {
    if (!this.#removeKey()) return false;
    this.#keyAllowed = true;
    return this.#pushScanned(scanBlock(this.#cursor, this.#indent));
  }

  #fetchPlain(): boolean {
    if (!this.#saveKey()) return false;
    this.#keyAllowed = false;
    const scanned = scanPlain(this.#cursor, this.#indent + 1, this.#flowLevel > 0);
    if (!('token' in scanned)) return this.#fail(scanned);
    this.#queue.push(scanned.token);
    if (scanned.endedLine) this.#keyAllowed = true;
    return true;
  }

  #pushScanned(scanned: Token | Failure): boolean {
    if ('message' in scanned) return this.#fail(scanned);
    this.#queue.push(scanned);
    return true;
  }
}
