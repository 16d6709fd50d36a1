import type { AnnotatedText } from '@managed-fields/player';
import { lineAt, lineStarts } from '@managed-fields/rendering';
import type { TextRange } from '@managed-fields/scenario';
import { useState } from 'react';
import { words } from '../words/language.ts';
import type { LinePlace } from './ruler.ts';

/** A block of lines that can be folded into its first. */
export interface Fold {
  readonly range: TextRange;
  readonly closed: boolean;
  /** Said after the first line while it is closed. */
  readonly summary: string;
  readonly toggle: () => void;
}

/** Which lines of a text are shown, without a list of them: a text may have a million. */
export interface ShownLines {
  readonly count: number;
  /** The line that is shown at a place from 0. */
  lineAt(index: number): number;
  /** The place of a line; -1 where it is folded away or not in the text. */
  indexOf(line: number): number;
}

/** The lines of a text of `count` lines, without those that a closed fold hides. */
export function shownLines(count: number, text: string, fold: Fold | undefined): ShownLines {
  const hidden = fold?.closed === true ? hiddenLines(text, fold) : { first: count, last: count };
  const left = Math.max(0, hidden.last - hidden.first);
  return {
    count: count - left,
    lineAt: (index) => (index <= hidden.first ? index : index + left),
    indexOf: (line) => {
      if (line < 0 || line >= count) return -1;
      if (line <= hidden.first) return line;
      return line > hidden.last ? line - left : -1;
    },
  };
}

/** The line that a fold folds into, and the last that it hides. */
function hiddenLines(text: string, { range }: Fold): { readonly first: number; readonly last: number } {
  const starts = lineStarts(text);
  return { first: lineAt(starts, range.from), last: lineAt(starts, Math.max(range.from, range.to - 1)) };
}

/** Where lines are among those that are shown; the lines of a fold are at its end. */
export function placesOf({ count, indexOf, lineAt: lineOf }: ShownLines): LinePlace {
  const rows = Math.max(1, count);
  return (line) => {
    const index = indexOf(line);
    if (index >= 0) return [index / rows, (index + 1) / rows];
    // Lines are in order, so the last one before this one is found by halves.
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lineOf(middle) <= line) low = middle + 1;
      else high = middle;
    }
    return [low / rows, low / rows];
  };
}

/** The fold of an object's managedFields, closed at first; undefined where it has none. */
export function useFold(annotated: AnnotatedText | undefined): Fold | undefined {
  const [open, setOpen] = useState(false);
  if (annotated?.managedFields === undefined) return undefined;
  return {
    range: annotated.managedFields,
    closed: !open,
    summary: words.result.foldedSentence(annotated.managers),
    toggle: () => setOpen(!open),
  };
}
