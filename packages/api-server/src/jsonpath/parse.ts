import { unquoteExtended } from './unquote.ts';

/** The answer of `parseTemplate`; messages are upstream's. */
export type ParsedTemplate =
  | { readonly kind: 'template'; readonly root: ListNode }
  | { readonly kind: 'error'; readonly message: string };

const letterOrDigit = /[_\p{L}\p{Nd}]/u;
const digit = /\p{Nd}/u;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Nested filters and unions that are read; upstream has no limit. */
const deepest = 100;

/** Leaves the reading of a template; it goes no further than to `parseTemplate`. */
class Refused extends Error {}

/**
 * Reads a JSONPath template, `{.metadata.name}{"\n"}`. It takes time that grows with the text.
 * Upstream: k8s.io/client-go util/jsonpath/parser.go Parse.
 */
export function parseTemplate(text: string): ParsedTemplate {
  try {
    return { kind: 'template', root: new Parser(text, 0).parse() };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'error', message: error.message };
    throw error;
  }
}

/** A character as Go's `%#U` writes it: `U+0021 '!'`. */
export function unicodeText(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return printable.test(character) ? `U+${code} '${character}'` : `U+${code}`;
}

function isTerminator(character: string): boolean {
  return character === '' || ' \t\r\n.,[]$@{}'.includes(character);
}

class Parser {
  readonly #input: string;
  readonly #depth: number;
  readonly #root: ListNode = { kind: 'list', nodes: [] };
  #at = 0;
  #start = 0;
  #width = 0;

  constructor(input: string, depth: number) {
    this.#input = input;
    this.#depth = depth;
    if (depth > deepest) throw new Refused('the expression is nested too deeply');
  }

  /** Reads text and actions in turn up to the end. */
  parse(): ListNode {
    for (;;) {
      const next = this.#input.indexOf('{', this.#at);
      this.#at = next < 0 ? this.#input.length : next;
      if (this.#at > this.#start) this.#root.nodes.push({ kind: 'text', text: this.#taken() });
      if (next < 0) return this.#root;
      this.#at++;
      this.#taken();
      const list: ListNode = { kind: 'list', nodes: [] };
      this.#root.nodes.push(list);
      this.#insideAction(list.nodes);
    }
  }

  #taken(): string {
    const text = this.#input.slice(this.#start, this.#at);
    this.#start = this.#at;
    return text;
  }

  /** The next character; empty at the end. */
  #next(): string {
    const code = this.#input.codePointAt(this.#at);
    const character = code === undefined ? '' : String.fromCodePoint(code);
    this.#width = character.length;
    this.#at += this.#width;
    return character;
  }

  #backup(): void {
    this.#at -= this.#width;
  }

  /** Reads an action up to its closing brace. */
  #insideAction(nodes: PathNode[]): void {
    for (;;) {
      if (this.#input.startsWith('}', this.#at)) {
        this.#at++;
        this.#taken();
        return;
      }
      if (this.#input.startsWith('[?(', this.#at)) {
        this.#filter(nodes);
        continue;
      }
      if (this.#input.startsWith('..', this.#at)) {
        this.#recursive(nodes);
        continue;
      }
      const character = this.#next();
      if (character === '' || character === '\r' || character === '\n') throw new Refused('unclosed action');
      if (character === ' ' || character === '@' || character === '$') this.#taken();
      else if (character === '[') this.#array(nodes);
      else if (character === '"' || character === "'") this.#quote(nodes, character);
      else if (character === '.') this.#field(nodes);
      else if (character === '+' || character === '-' || digit.test(character)) this.#number(nodes);
      else if (letterOrDigit.test(character)) this.#identifier(nodes);
      else throw new Refused(`unrecognized character in action: ${unicodeText(character)}`);
    }
  }

  #identifier(nodes: PathNode[]): void {
    while (!isTerminator(this.#next()));
    this.#backup();
    const name = this.#taken();
    if (name === 'true' || name === 'false') nodes.push({ kind: 'constant', value: name === 'true' });
    else nodes.push({ kind: 'identifier', name });
  }

  #recursive(nodes: PathNode[]): void {
    if (nodes.at(-1)?.kind === 'recursive') throw new Refused('invalid multiple recursive descent');
    this.#at += 2;
    this.#taken();
    nodes.push({ kind: 'recursive' });
    const character = this.#next();
    this.#backup();
    if (letterOrDigit.test(character)) this.#field(nodes);
  }

  #number(nodes: PathNode[]): void {
    let character = this.#next();
    while (character === '.' || digit.test(character)) character = this.#next();
    this.#backup();
    const text = this.#taken();
    const whole = wholeNumber(text);
    if (whole !== undefined) nodes.push({ kind: 'constant', value: whole });
    else if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) nodes.push({ kind: 'constant', value: Number(text) });
    else throw new Refused(`cannot parse number ${text}`);
  }

  #array(nodes: PathNode[]): void {
    for (let character = this.#next(); character !== ']'; character = this.#next()) {
      if (character === '' || character === '\n') throw new Refused('unterminated array');
    }
    const inside = this.#taken().slice(1, -1);
    const text = inside === '*' ? ':' : inside;
    const members = text.split(',');
    if (members.length > 1) {
      const lists = members.map((member) => this.#action(`[${member.replace(/^ +| +$/g, '')}]`));
      nodes.push({ kind: 'union', lists });
      return;
    }
    const [, key] = /^'([^']*)'$/.exec(text) ?? [];
    if (key !== undefined) nodes.push(...this.#action(`.${key}`).nodes);
    else nodes.push(sliceOf(text));
  }

  #filter(nodes: PathNode[]): void {
    this.#at += 3;
    this.#taken();
    let [begun, ended, pair] = [false, false, ''];
    for (;;) {
      const character = this.#next();
      if (character === '' || character === '\n') throw new Refused('unterminated filter');
      if (character === '"' || character === "'") {
        if (!begun) [begun, pair] = [true, character];
        else if (this.#input[this.#at - 2] !== '\\' && character === pair) ended = true;
      } else if (character === ')' && begun === ended) break;
    }
    if (this.#next() !== ']') throw new Refused('unclosed array expect ]');
    const text = this.#taken().slice(0, -2);
    const compared = /^([^!<>=]+)([!<>=]+)([^\n]+?)$/.exec(text);
    if (compared === null) {
      nodes.push({ kind: 'filter', left: this.#action(text), right: { kind: 'list', nodes: [] }, operator: 'exists' });
      return;
    }
    const [, left = '', operator = '', right = ''] = compared;
    nodes.push({ kind: 'filter', left: this.#action(left), right: this.#action(right), operator });
  }

  #quote(nodes: PathNode[], end: string): void {
    for (;;) {
      const character = this.#next();
      if (character === '' || character === '\n') throw new Refused('unterminated quoted string');
      if (character === end && this.#input[this.#at - 2] !== '\\') break;
    }
    const quoted = this.#taken();
    const text = unquoteExtended(quoted);
    if (text === undefined) throw new Refused(`unquote string ${quoted} error invalid syntax`);
    nodes.push({ kind: 'text', text });
  }

  #field(nodes: PathNode[]): void {
    this.#taken();
    for (let character = this.#next(); ; character = this.#next()) {
      if (character === '\\') this.#next();
      else if (isTerminator(character)) break;
    }
    this.#backup();
    const name = this.#taken();
    nodes.push(name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') });
  }

  /** Reads a text as the inside of an action. */
  #action(text: string): ListNode {
    const [first] = new Parser(`{${text}}`, this.#depth + 1).parse().nodes;
    return first?.kind === 'list' ? first : { kind: 'list', nodes: [] };
  }
}

/** Reads `2`, `-1`, `1:3`, `::2`. */
function sliceOf(text: string): PathNode {
  const matched = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (matched === null) throw new Refused(`invalid array index ${text}`);
  const [, start = '', end = '', step = ''] = matched;
  const first = boundOf(start);
  const last = end === '' ? ({ value: first.value + 1, known: true, derived: true } as const) : boundOf(end.slice(1));
  return { kind: 'array', bounds: [first, last, boundOf(step.slice(1))] };
}

function boundOf(text: string): SliceBound {
  if (text === '') return { value: 0, known: false };
  const read = wholeNumber(text);
  if (read === undefined) throw new Refused(`array index ${text} is not a number`);
  return { value: Number(read), known: true };
}

/** A whole number of 64 bits; undefined for other texts. Upstream: Go's strconv.Atoi. */
function wholeNumber(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Start, end and step of `[1:3:2]`; `known` says whether one was written, `derived` that the end follows from the start. */
export interface SliceBound {
  readonly value: number;
  readonly known: boolean;
  readonly derived?: true;
}

/** A part of a JSONPath template. Upstream: k8s.io/client-go util/jsonpath/node.go. */
export type PathNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly nodes: PathNode[] }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'array'; readonly bounds: readonly [SliceBound, SliceBound, SliceBound] }
  | { readonly kind: 'filter'; readonly left: ListNode; readonly right: ListNode; readonly operator: string }
  | { readonly kind: 'constant'; readonly value: bigint | number | boolean }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'union'; readonly lists: readonly ListNode[] };

/** What stands between two braces, or a whole template. */
export type ListNode = Extract<PathNode, { readonly kind: 'list' }>;
