import type { ValuePath } from '@managed-fields/merge-engine';
import { type TextRange, tokens } from '@managed-fields/source';

/** A node of an incomplete text: the structure that can be seen while the text is typed. */
export type OutlineNode = OutlineMap | OutlineList | OutlineScalar;

/** A map. `column` is the column of its keys; for one in braces, that of the brace. */
export interface OutlineMap {
  readonly kind: 'map';
  readonly flow: boolean;
  readonly column: number;
  readonly entries: OutlineEntry[];
}

/** A key of a map, and its value if it has one. */
export interface OutlineEntry {
  readonly key: string;
  /** Whether the caret is at this key. */
  readonly atCaret: boolean;
  hasColon: boolean;
  value: OutlineNode | undefined;
}

/** A list. `column` is the column of its dashes; for one in brackets, that of the bracket. */
export interface OutlineList {
  readonly kind: 'list';
  readonly flow: boolean;
  readonly column: number;
  readonly items: { value: OutlineNode | undefined }[];
}

/** A scalar without its quotes. */
export interface OutlineScalar {
  readonly kind: 'scalar';
  readonly text: string;
}

/** What can be written at a caret. */
export type Slot =
  /** A key of the map at `path`. */
  | { readonly kind: 'key'; readonly path: ValuePath; readonly column: number }
  /** The value at `path`, after its colon, or an item of a list in brackets. */
  | { readonly kind: 'value'; readonly path: ValuePath }
  /** The item at `path`, after its dash: a value, or the first key of a map. */
  | { readonly kind: 'item'; readonly path: ValuePath; readonly column: number }
  /** A dash for the next item of the list at `path`. */
  | { readonly kind: 'dash'; readonly path: ValuePath; readonly column: number }
  /** The value at `path`, beginning on its own line. */
  | { readonly kind: 'open'; readonly path: ValuePath; readonly column: number };

/** The word at a caret, with its quotes. A completion replaces it. */
export interface CaretWord extends TextRange {
  readonly text: string;
  readonly quote: '"' | "'" | '';
  /** Whether a colon follows, so that the word is a key already. */
  readonly hasColon: boolean;
}

/** The structure of a document, and what can be written at a caret in it. */
export interface Outline {
  readonly root: OutlineNode | undefined;
  /** Everything that can be written there; empty in a comment and in a scalar of several lines. */
  readonly slots: readonly Slot[];
  readonly word: CaretWord;
  /** Whether the caret is inside braces or brackets. */
  readonly flow: boolean;
}

/** Reads the structure of the document around a caret, also of incomplete text. Offsets are those of the whole text. */
export function outlineAt(text: string, offset: number): Outline {
  const { from, to } = documentAt(text, offset);
  const word = wordAt(text, offset);
  const blank = ' '.repeat(word.to - word.from);
  const masked = text.slice(from, word.from) + blank + text.slice(word.to, to);
  const builder = new OutlineBuilder(word);
  let placed = false;
  for (const token of tokens(masked)) {
    const [start, end] = [from + token.from, from + token.to];
    const lineStart = lineStartOf(text, start);
    if (!placed && start >= word.from) {
      builder.caret(columnOf(text, word.from), isFirst(text, word.from));
      placed = true;
    }
    if (start < word.from && end >= word.to && isClosed(token.kind, text, start, end, word)) return none(word);
    const content = text.slice(start, end);
    switch (token.kind) {
      case 'comment':
      case 'anchor':
      case 'tag':
      case 'directive':
      case 'document':
      case 'block':
        break;
      case 'punctuation':
        builder.punctuation(content, start - lineStart);
        break;
      case 'key':
        builder.key(unquoted(content), start - lineStart);
        break;
      default:
        builder.scalar(unquoted(content), start - lineStart, isFirst(text, start));
    }
  }
  if (!placed) builder.caret(columnOf(text, word.from), isFirst(text, word.from));
  return { root: builder.root, slots: builder.slots, word, flow: builder.caretInFlow };
}

function none(word: CaretWord): Outline {
  return { root: undefined, slots: [], word, flow: false };
}

/** Whether a token around the caret is one that has no completions. */
function isClosed(kind: string, text: string, from: number, to: number, word: CaretWord): boolean {
  if (kind === 'comment') return !text.slice(from, word.from).includes('\n');
  return kind === 'string' && to > word.to && text.slice(from, to).includes('\n');
}

/** The range of the document around an offset: the text between two `---` lines. */
function documentAt(text: string, offset: number): TextRange {
  const separator = /^---.*$/gm;
  let from = 0;
  for (const match of text.matchAll(separator)) {
    const end = match.index + match[0].length;
    if (end < offset) from = Math.min(end + 1, text.length);
    else if (match.index > offset) return { from, to: match.index };
  }
  return { from, to: text.length };
}

/** The word around an offset: between white space, brackets and commas, or between quotes. */
function wordAt(text: string, offset: number): CaretWord {
  const lineStart = lineStartOf(text, offset);
  const lineBreak = text.indexOf('\n', offset);
  const line = text.slice(lineStart, lineBreak < 0 ? text.length : lineBreak);
  const at = offset - lineStart;
  const quoted = quotedAt(line, at);
  let [from, to] = quoted ?? [at, at];
  if (quoted === undefined) {
    while (from > 0 && /[^\s,[\]{}"']/.test(line[from - 1] ?? ' ')) from--;
    while (to < line.length && /[^\s,[\]{}"']/.test(line[to] ?? ' ') && !isColon(line, to)) to++;
    // A colon before the caret ends a key. The key is not part of the word.
    if (from < at && isColon(line, at - 1)) from = at;
    if (line.slice(from, to) === '-') from = to;
  }
  const content = line.slice(from, to);
  const quote = content.startsWith('"') ? '"' : content.startsWith("'") ? "'" : '';
  return {
    from: lineStart + from,
    to: lineStart + to,
    text: unquoted(content),
    quote,
    hasColon: /^\s*:(?:\s|$)/.test(line.slice(to)) || (quote === '"' && /^\s*:/.test(line.slice(to))),
  };
}

function isColon(line: string, at: number): boolean {
  return line[at] === ':' && (at + 1 >= line.length || /\s/.test(line[at + 1] ?? ' '));
}

/** The quoted range of a line around an offset. Without a closing quote it ends with the line. */
function quotedAt(line: string, at: number): readonly [number, number] | undefined {
  const quoted = /"(?:[^"\\]|\\.)*("|$)|(?<![^\s,[{:-])'[^']*('|$)|#.*$/g;
  for (const match of line.matchAll(quoted)) {
    if (match[0].startsWith('#')) return undefined;
    const isClosed = (match[1] ?? match[2] ?? '') !== '';
    const end = match.index + match[0].length;
    if (match.index < at && (at < end || (!isClosed && at === end))) return [match.index, end];
  }
  return undefined;
}

function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset);
}

/** Where the line of an offset starts. A search from before the text would find a line break at its very beginning. */
function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Whether there is only white space before an offset on its line. */
function isFirst(text: string, offset: number): boolean {
  return text.slice(lineStartOf(text, offset), offset).trim() === '';
}

function unquoted(content: string): string {
  const [first] = content;
  if (first !== '"' && first !== "'") return content;
  const closed = content.length > 1 && content.endsWith(first);
  const inside = content.slice(1, closed ? -1 : undefined);
  return first === "'" ? inside.replaceAll("''", "'") : inside.replaceAll(/\\(["\\/])/g, '$1');
}

interface Frame {
  readonly node: OutlineMap | OutlineList;
  readonly path: ValuePath;
}

/** Builds the outline of a text by columns and brackets. A token that fits nowhere goes where it changes least. */
class OutlineBuilder {
  root: OutlineNode | undefined;
  slots: readonly Slot[] = [];
  caretInFlow = false;
  readonly #word: CaretWord;
  readonly #stack: Frame[] = [];

  constructor(word: CaretWord) {
    this.#word = word;
  }

  get #top(): Frame | undefined {
    return this.#stack.at(-1);
  }

  punctuation(content: string, column: number): void {
    const inFlow = this.#top?.node.flow === true;
    switch (content) {
      case '{':
        this.#open({ kind: 'map', flow: true, column, entries: [] });
        break;
      case '[':
        this.#open({ kind: 'list', flow: true, column, items: [] });
        break;
      case '}':
      case ']':
        if (inFlow) this.#stack.pop();
        break;
      case ':': {
        const entry = lastEntry(this.#top);
        if (entry !== undefined) entry.hasColon = true;
        break;
      }
      case '-':
        if (!inFlow) this.#dash(column);
        break;
      default:
    }
  }

  key(key: string, column: number): void {
    this.#entry({ key, atCaret: false, hasColon: false, value: undefined }, column);
  }

  scalar(text: string, column: number, first: boolean): void {
    const scalar: OutlineScalar = { kind: 'scalar', text };
    const top = this.#top;
    if (top?.node.flow === true) {
      if (top.node.kind === 'list') top.node.items.push({ value: scalar });
      else if (!this.#isPending()) this.key(text, column);
      else this.#attach(scalar);
    } else if (this.#isPending() || this.root === undefined) this.#attach(scalar);
    else if (first) this.key(text, column);
  }

  caret(column: number, first: boolean): void {
    const top = this.#top;
    this.caretInFlow = top?.node.flow === true;
    if (top?.node.flow === true) this.#caretInBrackets(top, column);
    else if (first) this.#caretOnLine(column);
    else if (top !== undefined && this.#isPending()) {
      const path = this.#pendingPath(top);
      const isItem = top.node.kind === 'list';
      this.slots = isItem ? [{ kind: 'item', path, column }] : [{ kind: 'value', path }];
      if (isItem && this.#word.hasColon) this.#entry(caretEntry(this.#word), column);
      else if (this.#word.text !== '') this.#attach({ kind: 'scalar', text: this.#word.text });
    }
  }

  #caretInBrackets(top: Frame, column: number): void {
    const { node, path } = top;
    if (node.kind === 'list') {
      this.slots = [{ kind: 'value', path: [...path, node.items.length] }];
      if (this.#word.text !== '') node.items.push({ value: { kind: 'scalar', text: this.#word.text } });
    } else if (this.#isPending()) {
      this.slots = [{ kind: 'value', path: this.#pendingPath(top) }];
      if (this.#word.text !== '') this.#attach({ kind: 'scalar', text: this.#word.text });
    } else {
      this.slots = [{ kind: 'key', path, column }];
      node.entries.push(caretEntry(this.#word));
    }
  }

  /** On its own line, the column of the caret says which of the open maps and lists is meant. */
  #caretOnLine(column: number): void {
    const open = this.#stack.filter(({ node }) => node.column <= column);
    const top = open.at(-1);
    const slots: Slot[] = [];
    const list = top?.node.kind === 'list' && top.node.column === column ? top : undefined;
    if (list !== undefined) slots.push({ kind: 'dash', path: list.path, column });
    const map = open.findLast(({ node }) => node.kind === 'map' && node.column === column);
    if (map !== undefined) slots.push({ kind: 'key', path: map.path, column });
    if (top === undefined && this.root === undefined) {
      slots.push({ kind: 'open', path: [], column });
    } else if (top !== undefined && isPending(top) && (top.node.kind === 'map' || top.node.column < column)) {
      slots.push({ kind: 'open', path: this.#pendingPath(top), column });
    }
    this.slots = slots;
    if (map !== undefined || this.#word.hasColon) this.#caretKey(column);
  }

  /** A caret on its own line between `key:` and the value must not cut the value off from its key. */
  #caretKey(column: number): void {
    const top = this.#top;
    const opens = top !== undefined && isPending(top) && top.node.kind === 'map' && top.node.column === column;
    if (opens && this.#word.text === '') return;
    this.#entry(caretEntry(this.#word), column);
  }

  #entry(entry: OutlineEntry, column: number): void {
    const top = this.#top;
    if (top?.node.flow === true) {
      if (top.node.kind === 'map') top.node.entries.push(entry);
      else this.#openWith({ kind: 'map', flow: false, column: Number.POSITIVE_INFINITY, entries: [entry] });
      return;
    }
    this.#close(({ node }) => node.column > column || (node.kind === 'list' && node.column === column));
    const node = this.#top?.node;
    if (node?.kind === 'map' && node.column === column) node.entries.push(entry);
    else this.#openWith({ kind: 'map', flow: false, column, entries: [entry] });
  }

  #dash(column: number): void {
    this.#close(({ node }) => node.column > column);
    const top = this.#top;
    if (top?.node.kind === 'list' && top.node.column === column) top.node.items.push({ value: undefined });
    else this.#openWith({ kind: 'list', flow: false, column, items: [{ value: undefined }] });
  }

  #close(ends: (frame: Frame) => boolean): void {
    for (let top = this.#top; top !== undefined && !top.node.flow && ends(top); top = this.#top) this.#stack.pop();
  }

  #open(node: OutlineMap | OutlineList): void {
    const top = this.#top;
    if (top?.node.flow === true && top.node.kind === 'list') top.node.items.push({ value: undefined });
    this.#openWith(node);
  }

  #openWith(node: OutlineMap | OutlineList): void {
    const path = this.#top === undefined ? [] : this.#pendingPath(this.#top);
    this.#attach(node);
    this.#stack.push({ node, path });
  }

  #attach(value: OutlineNode): void {
    const node = this.#top?.node;
    if (node === undefined) this.root = value;
    else if (node.kind === 'list') {
      const item = node.items.at(-1);
      if (item !== undefined) item.value = value;
    } else {
      const entry = node.entries.at(-1);
      if (entry !== undefined) entry.value = value;
    }
  }

  #isPending(): boolean {
    return this.#top !== undefined && isPending(this.#top);
  }

  #pendingPath({ node, path }: Frame): ValuePath {
    return node.kind === 'list' ? [...path, node.items.length - 1] : [...path, node.entries.at(-1)?.key ?? ''];
  }
}

/** A word without a colon is not a key yet. */
function caretEntry({ text, hasColon }: CaretWord): OutlineEntry {
  return { key: hasColon ? text : '', atCaret: true, hasColon: false, value: undefined };
}

function lastEntry(frame: Frame | undefined): OutlineEntry | undefined {
  return frame?.node.kind === 'map' ? frame.node.entries.at(-1) : undefined;
}

/** Whether a frame waits for a value: after a colon, or after a dash. */
function isPending({ node }: Frame): boolean {
  if (node.kind === 'list') return !node.flow && node.items.at(-1)?.value === undefined;
  const entry = node.entries.at(-1);
  return entry?.hasColon === true && entry.value === undefined;
}

/** The keys of the map at a path, without the one at the caret. */
export function keysAt(root: OutlineNode | undefined, path: ValuePath): readonly string[] {
  const node = nodeOf(root, path);
  return node?.kind === 'map' ? node.entries.filter(({ atCaret }) => !atCaret).map(({ key }) => key) : [];
}

/** The text of the scalar at a path; undefined where there is none. */
export function textAt(root: OutlineNode | undefined, path: ValuePath): string | undefined {
  const node = nodeOf(root, path);
  return node?.kind === 'scalar' ? node.text : undefined;
}

/** The node at a path; undefined where there is none. */
export function nodeOf(root: OutlineNode | undefined, path: ValuePath): OutlineNode | undefined {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'map') node = node.entries.findLast(({ key }) => key === step)?.value;
    else if (node?.kind === 'list' && typeof step === 'number') node = node.items[step]?.value;
    else return undefined;
  }
  return node;
}
