import type { ValuePath } from '@managed-fields/merge-engine';
import type { TextRange } from '@managed-fields/scenario';
import { scalarText } from '../run/scalar-text.ts';
import { type OutlineNode, outlineAt } from './outline.ts';

/** How a scalar is written: what is inserted may need another quote, or a block. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

/** An expression around an offset of a text, which may be incomplete. */
export interface ExpressionAt {
  /** Where it stands in the document. */
  readonly path: ValuePath;
  /** The structure of the document without the expression. */
  readonly root: OutlineNode | undefined;
  readonly source: string;
  /** The offset in the expression. */
  readonly offset: number;
  readonly style: ScalarStyle;
  /** The column of its key. */
  readonly column: number;
  /** Whether it stands inside of braces or brackets of the document. */
  readonly inFlow: boolean;
  /** The range of the text in which a word of the expression is written. */
  rangeOf(from: number, to: number): TextRange;
}

/** A scalar as it is written. */
interface WrittenScalar extends TextRange {
  readonly style: ScalarStyle;
  /** From where on an offset is inside of it. */
  readonly inside: number;
}

/** A key whose value an offset may be in. */
interface KeyAbove {
  readonly column: number;
  /** Where its value begins, or the line ends. */
  readonly from: number;
  readonly inFlow: boolean;
}

/** The keys of expressions: of policies and webhooks, and of rules in the schema of a definition. */
const keys = /(?<![\w.])(["']?)(?:expression|messageExpression|valueExpression|rule)\1[ \t]*:(?:[ \t]+|(?=["']|$))/g;

/** How many lines around the caret are looked at: expressions are shorter. */
const mostLines = 1000;

/** Finds the expression around an offset; undefined where there is none. */
export function expressionAt(text: string, offset: number): ExpressionAt | undefined {
  for (const key of keysAbove(text, offset)) {
    const found = expressionOf(text, offset, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function expressionOf(text: string, offset: number, key: KeyAbove): ExpressionAt | undefined {
  const written = scalarFrom(text, key, offset);
  if (written === undefined || offset < written.inside || offset > written.to) return undefined;
  const { from, to, style } = written;
  const gap = text[from - 1] === ':' ? ' ' : '';
  const { root, slots } = outlineAt(text.slice(0, from) + gap + text.slice(to), from + gap.length);
  const slot = slots.find(({ kind }) => kind === 'value' || kind === 'open');
  if (slot === undefined) return undefined;
  const { content, offsets } = scalarText(text, { from, to });
  const unit = offsets.findIndex((at) => at >= offset);
  // Behind the closing quote.
  if (unit < 0) return undefined;
  return {
    path: slot.path,
    root,
    source: content,
    offset: unit,
    style,
    column: key.column,
    inFlow: key.inFlow,
    rangeOf: (first, last) => {
      if (first === last) return { from: offset, to: offset };
      return { from: offsets[first] ?? offset, to: (offsets[last - 1] ?? offset) + 1 };
    },
  };
}

/** The last keys of an expression before an offset: on its line, and on the first line that it is inside of. */
function keysAbove(text: string, offset: number): readonly KeyAbove[] {
  let start = lineStart(text, offset);
  const own = text.slice(start, lineEnd(text, start));
  const here = lastKey(own, start, offset);
  const found = here === undefined ? [] : [here];
  let least = own.trim() === '' ? offset - start : indentOf(own);
  for (let count = 0; count < mostLines && start > 0 && least > 0; count++) {
    const before = lineStart(text, start - 1);
    const line = text.slice(before, start - 1);
    start = before;
    if (line.trim() === '') continue;
    const key = lastKey(line, start, start + line.length);
    if (key !== undefined && key.column < least) return [...found, key];
    least = Math.min(least, indentOf(line));
  }
  return found;
}

function lastKey(line: string, start: number, offset: number): KeyAbove | undefined {
  const found = [...line.matchAll(keys)].findLast(({ index, 0: { length } }) => start + index + length <= offset);
  if (found === undefined) return undefined;
  const before = line.slice(0, found.index);
  const count = (sign: string) => before.split(sign).length;
  const inFlow = count('{') > count('}') || count('[') > count(']');
  return { column: found.index, from: start + found.index + found[0].length, inFlow };
}

/** The scalar that is the value of a key. */
function scalarFrom(
  text: string,
  { column, from: given, inFlow }: KeyAbove,
  offset: number,
): WrittenScalar | undefined {
  const end = lineEnd(text, given);
  const rest = text.slice(given, end);
  if (!inFlow && /^[|>][-+\d]*[ \t]*(?:#.*)?$/.test(rest)) {
    const to = indentedEnd(text, end, column, offset);
    return { from: given, to, style: 'block', inside: end + 1 };
  }
  const [quote = ''] = rest;
  if (quote === '"' || quote === "'") {
    const style = quote === '"' ? 'double' : 'single';
    const closed = (quote === '"' ? /^"(?:[^"\\]|\\.)*"/s : /^'(?:[^']|'')*'/s).exec(
      text.slice(given, given + 100_000),
    );
    const most = Math.max(end, indentedEnd(text, end, column, offset));
    const to = closed === null ? end : given + closed[0].length;
    return { from: given, to: to > most ? end : to, style, inside: given + 1 };
  }
  const isBelow = rest.trim() === '' && offset > end;
  const from = isBelow ? Math.min(offset, end + 1 + indentOf(text.slice(end + 1, offset))) : given;
  const shown = inFlow ? /^[^,{}[\]]*/.exec(rest)?.[0] : rest.replace(/(?:^|[ \t]+)#.*$/, '');
  const last = from + (isBelow ? 0 : (shown?.trimEnd().length ?? 0));
  const to =
    offset > end && !inFlow ? indentedEnd(text, end, column, offset) : Math.max(last, offset <= end ? offset : 0);
  return inFlow && offset > given + (shown?.length ?? 0) ? undefined : { from, to, style: 'plain', inside: from };
}

/** Where the lines end that follow the one that ends at an offset, and are indented further than a column. */
function indentedEnd(text: string, end: number, column: number, caret: number): number {
  let to = end;
  let start = end + 1;
  for (let count = 0; count < mostLines && start <= text.length; count++) {
    const stop = lineEnd(text, start);
    const line = text.slice(start, stop);
    const isFilled = line.trim() !== '';
    if (isFilled && indentOf(line) <= column) break;
    const hasCaret = start <= caret && caret <= stop && caret - start > column;
    if (isFilled) to = stop;
    else if (hasCaret) to = caret;
    start = stop + 1;
  }
  return to;
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
