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
  let text = '';
  let line = 1;
  let where: Where = 'document';
  /** Where the line and the piece begin that are looked at. */
  let at = 0;
  let from = 0;
  let fromLine = 1;
  /** The column of the dashes. */
  let indent = 0;
  let list: Json | undefined;
  let isLarge = false;

  /** Ends the piece before the line that is looked at. */
  const close = (found: SourcePart[]) => {
    if (isLarge) found.push(tooLarge(fromLine));
    else if (where === 'items') {
      const item = `${' '.repeat(indent + 1)}${text.slice(from + indent + 1, at)}`;
      found.push({ kind: 'piece', form: 'yaml', text: item, bytes: undefined, line: fromLine, list });
    } else if (where === 'document' && content.test(text.slice(from, at))) {
      const document = text.slice(from, at);
      found.push({ kind: 'piece', form: 'yaml', text: document, bytes: undefined, line: fromLine, list: undefined });
    }
    begin();
  };
  const begin = () => {
    isLarge = false;
    from = at;
    fromLine = line;
  };

  /** Takes the line that ends at a place. */
  const take = (end: number, found: SourcePart[]) => {
    if (text.startsWith('---', at)) {
      close(found);
      where = 'document';
      // What stands behind the dashes belongs to the document.
      if (!/^---[ \t\r\n]*(?:#|$)/.test(text.slice(at, end))) return;
      [from, fromLine] = [end, line + 1];
    } else if (where === 'document') {
      if (!text.startsWith('items:', at) || !/^items:[ \t\r\n]*(?:#|$)/.test(text.slice(at, end))) return;
      where = 'before-items';
      list = headOf(text.slice(from, at));
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

  const read = (isEnd: boolean): SourcePart[] => {
    const found: SourcePart[] = [];
    for (;;) {
      const lineBreak = text.indexOf('\n', at);
      if (lineBreak < 0 && (!isEnd || at >= text.length)) break;
      const end = lineBreak < 0 ? text.length : lineBreak + 1;
      take(end, found);
      at = end;
      line++;
    }
    if (isEnd) close(found);
    else if (where === 'after-items') begin();
    else if (isTooLong(text.length - from)) [isLarge, from] = [true, at];
    text = text.slice(from);
    at -= from;
    from = 0;
    return found;
  };

  return {
    push: (bytes) => {
      text += decode(bytes);
      return read(false);
    },
    end: () => {
      text += decode();
      return read(true);
    },
  };
}

/** A line with more than spaces and a comment. */
const content = /^[ \t]*[^ \t\r\n#]/m;

/** The kind and the version that stand before the items of a list. */
function headOf(text: string): Json {
  const [, kind = ''] = /^kind: ?"?(\w+)/m.exec(text) ?? [];
  const [, apiVersion = ''] = /^apiVersion: ?"?([\w./-]+)/m.exec(text) ?? [];
  return { kind, apiVersion };
}
