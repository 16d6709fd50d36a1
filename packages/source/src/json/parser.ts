import { type ParsedJson, parseJson } from '@managed-fields/merge-engine';
import { beyond, limits } from '../limits.ts';
import type { Failure } from '../yaml/failure.ts';
import type { Entry, Item, Node, Parsed } from '../yaml/node.ts';

/**
 * Reads a JSON text of limited depth, with Go's messages for errors.
 * Upstream: encoding/json scanner.go checkValid. At the end of a text it continues with a space, so that its message
 * about an unfinished number or word names a space.
 */
export function readJson(text: string): ParsedJson {
  const deep = findDeeper(text, limits.depth);
  if (deep >= 0) return { kind: 'error', message: beyond.depth, offset: deep };
  const parsed = parseJson(text);
  return parsed.kind === 'error' && parsed.offset >= text.length ? parseJson(`${text} `) : parsed;
}

/**
 * The offset of the first bracket that exceeds a depth, or -1. In a text that is not JSON it may count too many
 * brackets.
 */
function findDeeper(text: string, limit: number): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) {
      inString = true;
    } else if (character === 0x7b || character === 0x5b) {
      depth++;
      if (depth > limit) return at;
    } else if (character === 0x7d || character === 0x5d) {
      depth--;
    }
  }
  return -1;
}

/**
 * Reads a JSON value from an offset into the same tree that YAML makes, with what YAML does not have: `\/`, halves of
 * surrogate pairs, keys of any length. Text behind the value is not read. The root is undefined where the text is not
 * JSON; `parseJson` has Go's message for that. A value that is nested deeper than the limit is a failure.
 */
export function parseJsonNode(text: string, from: number, maxDepth: number): Parsed {
  const reader = new Reader(text, from, maxDepth);
  const root = reader.value();
  return { root, failure: reader.failure };
}

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordForm = /true|false|null/y;

/** Reads a text. Every method returns undefined where the text is not JSON. */
class Reader {
  readonly text: string;
  readonly maxDepth: number;
  at: number;
  line = 0;
  depth = 0;
  failure: Failure | undefined;

  constructor(text: string, from: number, maxDepth: number) {
    this.text = text;
    this.at = from;
    this.maxDepth = maxDepth;
  }

  /** Moves past white space and returns the character that follows, 0 at the end. */
  next(): number {
    for (;;) {
      const character = this.text.charCodeAt(this.at);
      if (character === 0x0a) this.line++;
      else if (character !== 0x20 && character !== 0x09 && character !== 0x0d) {
        return Number.isNaN(character) ? 0 : character;
      }
      this.at++;
    }
  }

  value(): Node | undefined {
    const character = this.next();
    if (character === 0x7b) return this.nested(() => this.map());
    if (character === 0x5b) return this.nested(() => this.list());
    if (character === 0x22) return this.string();
    return this.plain(wordForm) ?? this.plain(numberForm);
  }

  nested(read: () => Node | undefined): Node | undefined {
    this.depth++;
    if (this.depth > this.maxDepth) {
      this.failure ??= { code: 'too-deep', message: beyond.depth, from: this.at, to: this.at + 1 };
      return undefined;
    }
    const node = read();
    this.depth--;
    return node;
  }

  /** Moves past a character; returns false where another one follows. */
  pass(mark: number): boolean {
    if (this.next() !== mark) return false;
    this.at++;
    return true;
  }

  map(): Node | undefined {
    const { at: from, line } = this;
    const entries: Entry[] = [];
    this.at++;
    if (!this.pass(0x7d)) {
      do {
        const key = this.next() === 0x22 ? this.string() : undefined;
        if (key === undefined || !this.pass(0x3a)) return undefined;
        const value = this.value();
        if (value === undefined) return undefined;
        entries.push({ from: key.from, key, value });
      } while (this.pass(0x2c));
      if (!this.pass(0x7d)) return undefined;
    }
    return { kind: 'map', from, to: this.at, line, tag: '', entries };
  }

  list(): Node | undefined {
    const { at: from, line } = this;
    const items: Item[] = [];
    this.at++;
    if (!this.pass(0x5d)) {
      do {
        const value = this.value();
        if (value === undefined) return undefined;
        items.push({ from: value.from, value });
      } while (this.pass(0x2c));
      if (!this.pass(0x5d)) return undefined;
    }
    return { kind: 'list', from, to: this.at, line, tag: '', items };
  }

  string(): Node | undefined {
    const from = this.at;
    let escaped = false;
    for (this.at++; ; this.at++) {
      const character = this.text.charCodeAt(this.at);
      if (character === 0x22) break;
      if (character === 0x5c) {
        escaped = true;
        this.at++;
      } else if (!(character >= 0x20)) {
        return undefined;
      }
    }
    this.at++;
    const written = this.text.slice(from, this.at);
    const text = escaped ? unescaped(written) : written.slice(1, -1);
    if (text === undefined) this.at = from;
    return text === undefined ? undefined : this.scalar(from, text, false);
  }

  plain(form: RegExp): Node | undefined {
    form.lastIndex = this.at;
    const [text] = form.exec(this.text) ?? [];
    if (text === undefined) return undefined;
    const from = this.at;
    this.at += text.length;
    return this.scalar(from, text, true);
  }

  scalar(from: number, text: string, plain: boolean): Node {
    return { kind: 'scalar', from, to: this.at, line: this.line, tag: '', text, plain };
  }
}

const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The string that a quoted text stands for; undefined where it has an escape that JSON does not have. */
function unescaped(written: string): string | undefined {
  for (let at = written.indexOf('\\'); at >= 0; at = written.indexOf('\\', at)) {
    escapes.lastIndex = at;
    const [sequence] = escapes.exec(written) ?? [];
    if (sequence === undefined) return undefined;
    at += sequence.length;
  }
  const text: unknown = JSON.parse(written);
  return String(text).replace(/\p{Surrogate}/gu, '\ufffd');
}
