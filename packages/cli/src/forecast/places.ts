import { lineAt, lineStarts } from '@managed-fields/rendering';
import type { TextRange } from '@managed-fields/scenario';

/** Where something begins and ends in a file: lines and columns from 1, columns in UTF-16 units. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last. */
  readonly endColumn: number;
}

/** Finds ranges of files. */
export type Places = (file: string, range: TextRange) => FilePlace;

/** Returns a function that finds ranges in some files, by their names. */
export function placesIn(texts: ReadonlyMap<string, string>): Places {
  const known = new Map<string, readonly number[]>();
  return (file, { from, to }) => {
    const text = texts.get(file) ?? '';
    const starts = known.get(file) ?? lineStarts(text);
    known.set(file, starts);
    // A document goes on to where the next begins; its place ends with its last line.
    let end = Math.max(from, to);
    while (end > from && /\s/.test(text[end - 1] ?? '')) end--;
    // The line that separates documents says nothing.
    const separator = /^(?:---[^\n]*\n|#[^\n]*\n|\s*\n)+/.exec(text.slice(from, end))?.[0].length ?? 0;
    const begin = from + separator < end ? from + separator : from;
    const [line, endLine] = [lineAt(starts, begin), lineAt(starts, end)];
    return {
      line: line + 1,
      column: begin - (starts[line] ?? 0) + 1,
      endLine: endLine + 1,
      endColumn: end - (starts[endLine] ?? 0) + 1,
    };
  };
}
