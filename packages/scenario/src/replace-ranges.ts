import type { TextRange } from './outcome.ts';

/** A text that replaces a range. */
export interface RangeEdit extends TextRange {
  readonly text: string;
}

/** Replaces ranges of a text that do not overlap, and returns what stands in `part` of it, all of it by default. */
export function replaceRanges(
  text: string,
  edits: readonly RangeEdit[],
  part: TextRange = { from: 0, to: text.length },
): string {
  const pieces: string[] = [];
  let at = part.from;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    if (edit.from < at || edit.to > part.to) continue;
    pieces.push(text.slice(at, edit.from), edit.text);
    at = edit.to;
  }
  return [...pieces, text.slice(at, part.to)].join('');
}
