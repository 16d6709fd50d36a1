import { plainJson } from '@managed-fields/source';
/** A part of a log's text: a line, or the whole where it is one JSON document; or what is too long to be read. */
export type LogPart =
  | { readonly kind: 'line'; readonly text: string; readonly line: number; readonly isLast: boolean }
  | { readonly kind: 'long-line'; readonly start: string; readonly line: number }
  | { readonly kind: 'document'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'long-document'; readonly start: string };

/** The longest line that is read. An object has at most some megabytes; only answers to lists are longer. */
export const longestLine = 8 * 1024 * 1024;
/** The longest log that is one JSON document. */
export const longestDocument = 96 * 1024 * 1024;
/** How much of a text is shown of what cannot be read. */
export const excerptLength = 80;

/**
 * Makes parts of the pieces of a text, and hands each to `handle` as soon as it is whole. A text whose first line begins a
 * JSON value and does not end it is one document, if it is JSON as a whole.
 */
export function logParts(handle: (part: LogPart) => void): { take(piece: string): void; end(): void } {
  let line = 0;
  let begun = false;
  let open: Collected = empty;
  let document: string[] | undefined;
  let documentLength = 0;

  const takeLine = (text: string, isLast: boolean) => {
    line++;
    const trimmed = text.trim();
    if (trimmed === '') return;
    const isFirst = !begun;
    begun = true;
    if (isFirst && !isLast && /^[[{]/.test(trimmed) && plainJson(trimmed) === undefined) {
      document = [text, '\n'];
      documentLength = text.length;
    } else handle(partOf(trimmed, line, isLast));
  };

  const endLine = (isLast: boolean) => {
    const { text, length } = open;
    open = empty;
    if (length <= longestLine) {
      takeLine(text, isLast);
      return;
    }
    line++;
    begun = true;
    handle({ kind: 'long-line', start: text, line });
  };

  const endDocument = (text: string) => {
    document = undefined;
    const value = plainJson(text)?.value;
    if (value !== undefined) {
      handle({ kind: 'document', value, text });
      return;
    }
    // No document after all: a log whose first line cannot be read.
    line = 0;
    const lines = text.split('\n');
    for (const [index, each] of lines.entries()) takeLine(each, index === lines.length - 1);
  };

  return {
    take(piece) {
      let at = 0;
      while (at < piece.length) {
        if (document !== undefined) {
          documentLength += piece.length - at;
          if (documentLength <= longestDocument) document.push(piece.slice(at));
          return;
        }
        const end = piece.indexOf('\n', at);
        open = collected(open, piece.slice(at, end < 0 ? piece.length : end));
        if (end < 0) return;
        endLine(false);
        at = end + 1;
      }
    },
    end() {
      if (document === undefined) {
        if (open.length > 0) endLine(true);
      } else if (documentLength > longestDocument) {
        handle({ kind: 'long-document', start: (document[0] ?? '').slice(0, excerptLength) });
      } else endDocument(document.join(''));
    },
  };
}

/** What came of a line so far; of one that is too long only its beginning is kept. */
interface Collected {
  readonly text: string;
  readonly length: number;
}

const empty: Collected = { text: '', length: 0 };

function collected({ text, length }: Collected, part: string): Collected {
  const sum = length + part.length;
  return { text: sum <= longestLine ? text + part : (text || part).slice(0, excerptLength), length: sum };
}

function partOf(text: string, line: number, isLast: boolean): LogPart {
  return text.length > longestLine
    ? { kind: 'long-line', start: text.slice(0, excerptLength), line }
    : { kind: 'line', text, line, isLast };
}
