import type { CharClass, ClassItem } from './class.ts';
import { perlClass, posixClass, range, unicodeClass } from './class.ts';

/** A parsed regular expression. The `max` of a repetition is undefined where it is unlimited. */
export type PatternNode =
  | { readonly kind: 'class'; readonly charClass: CharClass }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'concat' | 'alternate'; readonly nodes: readonly PatternNode[] }
  /** A group whose match is reported; groups are counted from 1 by their opening parentheses. */
  | { readonly kind: 'capture'; readonly group: number; readonly node: PatternNode }
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly min: number;
      readonly max: number | undefined;
      readonly lazy: boolean;
    };

/** A condition on a position. */
export type Assertion = 'begin-text' | 'end-text' | 'begin-line' | 'end-line' | 'word-boundary' | 'no-word-boundary';

/** The result of parsing. */
export type ParsedPattern =
  | { readonly kind: 'pattern'; readonly node: PatternNode }
  /** The message is Go's, without `error parsing regexp: `. */
  | { readonly kind: 'error'; readonly message: string };

/** Thrown inside this file only, to leave a parser that nests as deep as the expression. */
class Refused extends Error {}

interface Flags {
  readonly fold: boolean;
  readonly multiLine: boolean;
  readonly dotNewLine: boolean;
}

/** Parses a regular expression as Go does. Upstream: Go regexp/syntax/parse.go. */
export function parsePattern(source: string): ParsedPattern {
  try {
    return { kind: 'pattern', node: new Parser(source).parse() };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'error', message: error.message };
    throw error;
  }
}

function refuse(code: string, part: string): never {
  throw new Refused(`${code}: \`${part}\``);
}

/** The bounds of a repetition; a lazy one tries fewer first. */
interface Bounds {
  readonly min: number;
  readonly max: number | undefined;
  readonly lazy: boolean;
}

const empty: PatternNode = { kind: 'concat', nodes: [] };

class Parser {
  private position = 0;
  private flags: Flags = { fold: false, multiLine: false, dotNewLine: false };
  private depth = 0;
  private groups = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  parse(): PatternNode {
    const node = this.alternation();
    if (this.position < this.source.length) refuse('unexpected )', this.source);
    return node;
  }

  private alternation(): PatternNode {
    const branches: PatternNode[] = [];
    do branches.push(this.sequence());
    while (this.take('|'));
    return branches.length === 1 ? (branches[0] ?? empty) : { kind: 'alternate', nodes: branches };
  }

  private sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    // The position of the repetition before this one; two in a row are refused.
    let lastRepeat: number | undefined;
    while (this.position < this.source.length) {
      const char = this.source.charAt(this.position);
      if (char === '|' || char === ')') break;
      const start = this.position;
      const bounds = this.repetition();
      if (bounds === undefined) {
        lastRepeat = undefined;
        const node = this.item();
        if (node !== undefined) nodes.push(...node);
        continue;
      }
      if (lastRepeat !== undefined)
        refuse('invalid nested repetition operator', this.source.slice(lastRepeat, this.position));
      const node = nodes.pop();
      if (node === undefined)
        refuse('missing argument to repetition operator', this.source.slice(start, this.position));
      const repeat: PatternNode = { kind: 'repeat', node, ...bounds };
      if (!repeatFits(repeat, 1000)) refuse('invalid repeat count', this.source.slice(start, this.position));
      nodes.push(repeat);
      lastRepeat = start;
    }
    return nodes.length === 1 ? (nodes[0] ?? empty) : { kind: 'concat', nodes };
  }

  /** Reads `*`, `+`, `?` or `{n,m}`, with an optional `?` after it; undefined where there is none. */
  private repetition(): Bounds | undefined {
    const start = this.position;
    const char = this.source.charAt(start);
    let bounds: { min: number; max: number | undefined } | undefined;
    if (char === '*') bounds = { min: 0, max: undefined };
    else if (char === '+') bounds = { min: 1, max: undefined };
    else if (char === '?') bounds = { min: 0, max: 1 };
    else if (char === '{') {
      const match = /^\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/.exec(this.source.slice(start));
      if (match === null) return undefined;
      const min = Number(match[1]);
      const max = match[2] === undefined ? min : match[3] === undefined ? undefined : Number(match[3]);
      this.position += match[0].length;
      if (min > 1000 || (max !== undefined && (max > 1000 || min > max))) refuse('invalid repeat count', match[0]);
      return { min, max, lazy: this.take('?') };
    }
    if (bounds === undefined) return undefined;
    this.position++;
    return { ...bounds, lazy: this.take('?') };
  }

  /** Reads an item without its repetition; undefined for a change of flags. */
  private item(): readonly PatternNode[] | undefined {
    const char = this.source.charAt(this.position);
    switch (char) {
      case '(':
        return this.group();
      case '^':
        this.position++;
        return [assertion(this.flags.multiLine ? 'begin-line' : 'begin-text')];
      case '$':
        this.position++;
        return [assertion(this.flags.multiLine ? 'end-line' : 'end-text')];
      case '.':
        this.position++;
        return [classOf({ items: this.flags.dotNewLine ? [] : [range(10, 10, false)], negated: true })];
      case '[':
        return [classOf(this.charClass())];
      case '\\':
        return this.escaped();
      default:
        return [this.literal(this.nextCode())];
    }
  }

  private group(): readonly PatternNode[] | undefined {
    const outer = this.flags;
    const opened = this.openGroup();
    if (opened === undefined) return undefined;
    const group = opened === 'captures' ? ++this.groups : undefined;
    if (++this.depth > 1000) throw new Refused(`expression nests too deeply: \`${this.source}\``);
    const node = this.alternation();
    if (!this.take(')')) refuse('missing closing )', this.source);
    this.depth--;
    this.flags = outer;
    return [group === undefined ? node : { kind: 'capture', group, node }];
  }

  /** Reads `(`, with a name or flags after `(?`; undefined where only flags were set. */
  private openGroup(): 'captures' | 'plain' | undefined {
    if (!this.source.startsWith('(?', this.position)) {
      this.position++;
      return 'captures';
    }
    const rest = this.source.slice(this.position);
    const named = /^\(\?P?</.exec(rest);
    if (named !== null && rest.length > named[0].length) {
      const end = rest.indexOf('>');
      if (end < 0) refuse('invalid named capture', rest);
      if (!/^\w+$/.test(rest.slice(named[0].length, end))) refuse('invalid named capture', rest.slice(0, end + 1));
      this.position += end + 1;
      return 'captures';
    }
    const flags = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest);
    if (flags === null) refuse('invalid or unsupported Perl syntax', unsupportedPart(rest));
    this.position += flags[0].length;
    this.setFlags(flags[1] ?? '', true);
    this.setFlags(flags[2] ?? '', false);
    return flags[3] === ':' ? 'plain' : undefined;
  }

  private setFlags(letters: string, on: boolean): void {
    for (const letter of letters) {
      if (letter === 'i') this.flags = { ...this.flags, fold: on };
      if (letter === 'm') this.flags = { ...this.flags, multiLine: on };
      if (letter === 's') this.flags = { ...this.flags, dotNewLine: on };
    }
  }

  private escaped(): readonly PatternNode[] {
    const next = this.source.charAt(this.position + 1);
    const place = positions.get(next);
    if (place !== undefined) {
      this.position += 2;
      return [assertion(place)];
    }
    if (next === 'C') refuse('invalid escape sequence', '\\C');
    if (next === 'Q') return this.quoted();
    const item = this.classEscape();
    return [item === undefined ? this.literal(this.escapeCode()) : classOf({ items: [item], negated: false })];
  }

  private quoted(): readonly PatternNode[] {
    const start = this.position + 2;
    const end = this.source.indexOf('\\E', start);
    const text = this.source.slice(start, end < 0 ? undefined : end);
    this.position = end < 0 ? this.source.length : end + 2;
    return [...text].map((char) => this.literal(char.codePointAt(0) ?? 0));
  }

  /** Reads `\d`, `\pL`, `\p{Greek}` and the like; undefined where there is none. */
  private classEscape(): ClassItem | undefined {
    const rest = this.source.slice(this.position);
    if (rest.charAt(0) !== '\\') return undefined;
    const perl = perlClass(rest.charAt(1), this.flags.fold);
    if (perl !== undefined && rest.length > 1) {
      this.position += 2;
      return perl;
    }
    const match = /^\\([pP])(?:\{(\^?)([^}]*)\}|([^{]))/u.exec(rest);
    if (match === null) {
      if (/^\\[pP](?:\{|$)/.test(rest)) refuse('invalid character class range', rest);
      return undefined;
    }
    const negated = (match[1] === 'P') !== (match[2] === '^');
    const item = unicodeClass(match[3] ?? match[4] ?? '', negated, this.flags.fold);
    if (item === undefined) refuse('invalid character class range', match[0]);
    this.position += match[0].length;
    return item;
  }

  private charClass(): CharClass {
    const start = this.position;
    this.position++;
    const negated = this.take('^');
    const items: ClassItem[] = [];
    for (let first = true; first || this.source.charAt(this.position) !== ']'; first = false) {
      items.push(this.namedClass() ?? this.classEscape() ?? this.classRange(start));
    }
    this.position++;
    return { items, negated };
  }

  private namedClass(): ClassItem | undefined {
    if (!this.source.startsWith('[:', this.position)) return undefined;
    const end = this.source.indexOf(':]', this.position + 2);
    if (end < 0) return undefined;
    const item = posixClass(this.source.slice(this.position + 2, end), this.flags.fold);
    if (item === undefined) refuse('invalid character class range', this.source.slice(this.position, end + 2));
    this.position = end + 2;
    return item;
  }

  private classRange(classStart: number): ClassItem {
    const start = this.position;
    const low = this.classCode(classStart);
    const dash =
      this.source.charAt(this.position) === '-' && /^-[^\]]/u.test(this.source.slice(this.position, this.position + 3));
    if (!dash) return range(low, low, this.flags.fold);
    this.position++;
    const high = this.classCode(classStart);
    if (high < low) refuse('invalid character class range', this.source.slice(start, this.position));
    return range(low, high, this.flags.fold);
  }

  private classCode(classStart: number): number {
    if (this.position >= this.source.length) refuse('missing closing ]', this.source.slice(classStart));
    return this.source.charAt(this.position) === '\\' ? this.escapeCode() : this.nextCode();
  }

  /** Reads an escape, and returns its character. */
  private escapeCode(): number {
    const rest = this.source.slice(this.position);
    if (rest.length === 1) refuse('trailing backslash at end of expression', '');
    const match =
      /^\\(?:(0[0-7]{0,2}|[1-7][0-7]{1,2})|x\{([0-9A-Fa-f]+)\}|x([0-9A-Fa-f]{2})|([afnrtv])|([^A-Za-z0-9\u0080-\u{10ffff}]))/u.exec(
        rest,
      );
    const code = match === null ? undefined : escapedCode(match);
    if (match === null || code === undefined) refuse('invalid escape sequence', badEscape(rest));
    this.position += match[0].length;
    return code;
  }

  private nextCode(): number {
    const code = this.source.codePointAt(this.position) ?? 0;
    this.position += code > 0xffff ? 2 : 1;
    return code;
  }

  private literal(code: number): PatternNode {
    return classOf({ items: [range(code, code, this.flags.fold)], negated: false });
  }

  private take(char: string): boolean {
    if (this.source.charAt(this.position) !== char) return false;
    this.position++;
    return true;
  }
}

const positions: ReadonlyMap<string, Assertion> = new Map([
  ['A', 'begin-text'],
  ['z', 'end-text'],
  ['b', 'word-boundary'],
  ['B', 'no-word-boundary'],
]);

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

function escapedCode(match: RegExpExecArray): number | undefined {
  const [, octal, braced, hex, control, self] = match;
  if (octal !== undefined) return Number.parseInt(octal, 8);
  const digits = braced ?? hex;
  if (digits !== undefined) {
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? undefined : code;
  }
  return control === undefined ? self?.codePointAt(0) : controls[control];
}

/** Returns the part of an invalid escape that the message prints, up to the error. */
function badEscape(rest: string): string {
  return /^\\x(?:\{[0-9A-Fa-f]*.?|[^{].?)?/su.exec(rest)?.[0] ?? /^\\./su.exec(rest)?.[0] ?? rest;
}

/** Returns the part of an invalid group that the message prints: up to the first character that is no flag. */
function unsupportedPart(rest: string): string {
  return /^\(\?[imsU]*(?:-[imsU]*)?.?/su.exec(rest)?.[0] ?? rest;
}

function assertion(kind: Assertion): PatternNode {
  return { kind: 'assert', assertion: kind };
}

function classOf(charClass: CharClass): PatternNode {
  return { kind: 'class', charClass };
}

/** Whether the product of nested repetition counts is within a limit. */
function repeatFits(node: PatternNode, limit: number): boolean {
  switch (node.kind) {
    case 'repeat': {
      const counted = node.min > 1 || (node.max ?? 0) > 1;
      if (node.max === 0) return true;
      const times = node.max ?? node.min;
      if (counted && times > limit) return false;
      return repeatFits(node.node, counted && times > 0 ? Math.floor(limit / times) : limit);
    }
    case 'concat':
    case 'alternate':
      return node.nodes.every((each) => repeatFits(each, limit));
    case 'capture':
      return repeatFits(node.node, limit);
    default:
      return true;
  }
}
