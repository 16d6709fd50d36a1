import type { TextRange } from '@managed-fields/source';

/** What a scalar says, and where each part of it is written. */
export interface ScalarText {
  /** Without quotes, escapes, indentation and folding. */
  readonly content: string;
  /** For each UTF-16 code unit of the content, and for its end, the offset in the text. */
  readonly offsets: readonly number[];
}

/**
 * Reads a scalar of YAML or JSON with the places of what it says. The scalar may be unfinished; chomping of a block is
 * left to who compares, so that the content may end with line breaks that its value does not have.
 * Upstream: go.yaml.in/yaml/v2 scannerc.go, of which `yaml/` of the package `source` is the reader.
 */
export function scalarText(text: string, { from, to }: TextRange): ScalarText {
  const written = new Written();
  const sign = text[from];
  if (sign === '|' || sign === '>') {
    readBlock(text, from, to, sign === '>', written);
    return written.finish(to);
  }
  const isQuoted = sign === '"' || sign === "'";
  return written.finish(readFlow(text, isQuoted ? from + 1 : from, to, isQuoted ? sign : '', written));
}

class Written {
  private content = '';
  private readonly offsets: number[] = [];

  add(part: string, at: number): void {
    this.content += part;
    for (let unit = 0; unit < part.length; unit++) this.offsets.push(at);
  }

  finish(end: number): ScalarText {
    return { content: this.content, offsets: [...this.offsets, end] };
  }
}

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: '\0', a: '\u0007', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\u001b' }),
);
const hexadecimal: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Reads a plain scalar, or one in quotes up to the closing one; returns where it ends. Line breaks are folded. */
function readFlow(text: string, from: number, to: number, quote: string, written: Written): number {
  let at = from;
  while (at < to) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (character === quote) {
      if (quote !== "'" || next !== "'") return at;
      written.add("'", at);
      at += 2;
    } else if (quote === '"' && character === '\\') {
      const length = hexadecimal.get(next);
      const point = length === undefined ? Number.NaN : Number.parseInt(text.slice(at + 2, at + 2 + length), 16);
      if (length !== undefined && point <= 0x10ffff) written.add(String.fromCodePoint(point), at);
      else if (next !== '\n') written.add(escapes.get(next) ?? next, at);
      at += 2 + (length ?? 0);
      if (next === '\n') at = blanksEnd(text, at);
    } else if (/\s/.test(character)) {
      const end = spaceEnd(text, at, to);
      const breaks = text.slice(at, end).split('\n').length - 1;
      if (breaks === 0) for (; at < end; at++) written.add(text[at] ?? '', at);
      else written.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), at);
      at = end;
    } else {
      written.add(character, at);
      at++;
    }
  }
  return to;
}

function spaceEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /\s/.test(text[at] ?? '')) at++;
  return at;
}

function blanksEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** Reads the lines of a block scalar after its header. */
function readBlock(text: string, from: number, to: number, isFolded: boolean, written: Written): void {
  const header = text.indexOf('\n', from);
  if (header < 0 || header >= to) return;
  const lines: { readonly at: number; readonly text: string }[] = [];
  for (let at = header + 1; at <= to; ) {
    const end = text.indexOf('\n', at);
    const stop = end < 0 || end > to ? to : end;
    lines.push({ at, text: text.slice(at, stop) });
    at = stop + 1;
  }
  // An indicator of the indentation is for texts that begin with blanks, which expressions and messages do not need.
  const width = indentOf(lines.find(isFilled)?.text ?? lines[0]?.text ?? '');
  for (const [index, line] of lines.entries()) {
    const own = line.text.slice(width);
    for (let unit = 0; unit < own.length; unit++) written.add(own[unit] ?? '', line.at + width + unit);
    const next = lines[index + 1];
    if (next === undefined) break;
    const end = line.at + line.text.length;
    // A fold joins two lines of text; empty lines and those that are indented further keep their breaks.
    const joins = isFolded && isText(own) && isText(next.text.slice(width));
    const swallowed = isFolded && isText(own) && next.text.trim() === '' && lines.slice(index + 1).some(isFilled);
    if (joins) written.add(' ', end);
    else if (!swallowed) written.add('\n', end);
  }
}

function isFilled({ text }: { readonly text: string }): boolean {
  return text.trim() !== '';
}

function isText(line: string): boolean {
  return line !== '' && !/^\s/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
