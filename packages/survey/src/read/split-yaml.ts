import type { Json } from '../json.ts';
import { utf8Decoder } from './decode.ts';
import { isTooLong, type SourcePart, type Splitter, tooLarge } from './piece.ts';

/** Where a line stands: in a document, below the `items:` of a list, in its items, or behind them. */
type Where = 'document' | 'before-items' | 'items' | 'after-items';

/**
 * Splits YAML into objects: documents at lines that start with `---`, and lists at the dashes of their items, as every
 * program prints them: `items:` at the start of a line, each item with its dash at the same column. What is written in
 * another way, as in braces, stays one piece.
 */
export function yamlSplitter(): Splitter {
  const decode = utf8Decoder();
  let where: Where = 'document';
  /** The lines that are looked at, where the present one begins among them, and its number. */
  let text = '';
  let at = 0;
  let line = 1;
  /** The piece: what came of it before these lines, where it begins in them or goes on, and the line of its beginning. */
  let begun: string[] = [];
  let length = 0;
  let from = 0;
  let fromLine = 1;
  let isLarge = false;
  /** The parts of a line that has not ended. */
  let unended: readonly string[] = [];
  /** The column of the dashes, and what stands in the list before its items. */
  let indent = 0;
  let list: Json | undefined;

  const begin = () => {
    [begun, length, isLarge, from, fromLine] = [[], 0, false, at, line];
  };
  const pieceSoFar = () => begun.join('') + text.slice(from, at);

  /** Ends the piece before the line that is looked at. */
  const close = (found: SourcePart[]) => {
    const piece = { kind: 'piece', form: 'yaml', bytes: undefined, depth: undefined, line: fromLine } as const;
    if (isLarge) found.push(tooLarge(fromLine));
    else if (where === 'items') {
      const item = `${' '.repeat(indent + 1)}${pieceSoFar().slice(indent + 1)}`;
      found.push({ ...piece, source: item, list });
    } else if (where === 'document') {
      const document = pieceSoFar();
      if (content.test(document)) found.push({ ...piece, source: document, list: undefined });
    }
    begin();
  };

  /** Takes the line that ends at a place. */
  const take = (end: number, found: SourcePart[]) => {
    if (text.startsWith('---', at)) {
      close(found);
      where = 'document';
      // What stands behind the dashes belongs to the document.
      if (separator.test(text.slice(at, Math.min(end, at + mostLooked)))) [from, fromLine] = [end, line + 1];
    } else if (where === 'document') {
      if (!text.startsWith('items:', at) || !itemsLine.test(text.slice(at, Math.min(end, at + mostLooked)))) return;
      where = 'before-items';
      list = headOf(pieceSoFar());
    } else if (where !== 'after-items') {
      let column = 0;
      while (text.charCodeAt(at + column) === 0x20) column++;
      const [first = '', second = ''] = text.slice(at + column, at + column + 2);
      if (column > indent && where === 'items') return;
      if (at + column >= end || '#\r\n'.includes(first)) return;
      const isDash = first === '-' && ' \r\n'.includes(second);
      if (where === 'before-items') {
        // What has anything else below `items:` is read as a whole.
        where = isDash ? 'items' : 'document';
        if (isDash) begin();
        indent = column;
      } else {
        close(found);
        if (!isDash || column < indent) where = 'after-items';
      }
    }
  };

  const read = (lines: string, isEnd: boolean): SourcePart[] => {
    const found: SourcePart[] = [];
    text = lines;
    [at, from] = [0, 0];
    while (at < text.length) {
      const lineBreak = text.indexOf('\n', at);
      const end = lineBreak < 0 ? text.length : lineBreak + 1;
      take(end, found);
      at = end;
      line++;
    }
    if (isEnd) close(found);
    // What was looked at goes to the piece, so that no line is looked at again.
    if (where === 'after-items') begin();
    else if (!isLarge) {
      begun.push(text.slice(from, at));
      length += at - from;
      isLarge = isTooLong(length);
      if (isLarge) begun = [];
    }
    return found;
  };

  return {
    push: (bytes) => {
      const decoded = decode(bytes);
      const end = decoded.lastIndexOf('\n') + 1;
      if (end === 0) {
        const isLong = isTooLong(length + unended.reduce((sum, part) => sum + part.length, 0));
        // Of a line that is too long its beginning says enough.
        unended = isLong ? unended.slice(0, 1) : [...unended, decoded];
        isLarge ||= isLong;
        return [];
      }
      const lines = unended.join('') + decoded.slice(0, end);
      unended = [decoded.slice(end)];
      return read(lines, false);
    },
    end: () => read(unended.join('') + decode(), true),
  };
}

/** As much of a line as is looked at, to tell what it is. */
const mostLooked = 1000;
const separator = /^---[ \t\r\n]*(?:#|$)/;
const itemsLine = /^items:[ \t\r\n]*(?:#|$)/;

/** A line with more than spaces and a comment. */
const content = /^[ \t]*[^ \t\r\n#]/m;

/** The kind and the version that stand before the items of a list. */
function headOf(text: string): Json {
  const [, kind = ''] = /^kind: ?"?(\w+)/m.exec(text) ?? [];
  const [, apiVersion = ''] = /^apiVersion: ?"?([\w./-]+)/m.exec(text) ?? [];
  return { kind, apiVersion };
}
