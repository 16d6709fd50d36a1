import { lineStarts } from '@managed-fields/rendering';

/** Where somebody is in a text: the caret at `head`, and what is marked from `anchor` to there; equal where nothing is. */
export interface TextPlace {
  readonly anchor: number;
  readonly head: number;
}

/** The place where a text begins. */
export const startOfText: TextPlace = { anchor: 0, head: 0 };

/** How an editor takes the place of the static view. */
export interface Entrance {
  /** Pixels that the static view is scrolled by. */
  readonly top: number;
  readonly left: number;
  /** Where in the text somebody is; undefined where nobody went there. */
  readonly place: TextPlace | undefined;
  /** Whether the block that is folded at first was opened. */
  readonly unfolded: boolean;
}

/** The place in a text where the static view that shows it was clicked; undefined beside its lines. */
export function offsetAt(text: string, target: EventTarget, x: number, y: number): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  const from = lineStarts(text)[Number(row?.dataset['line'] ?? Number.NaN)];
  const shown = row?.querySelector('.mf-text');
  if (from === undefined || shown === null || shown === undefined) return undefined;
  const end = text.indexOf('\n', from);
  const length = (end < 0 ? text.length : end) - from;
  // What is said after a line comes after its text.
  return from + Math.min(length, columnAt(shown, x, y));
}

function columnAt(shown: Element, x: number, y: number): number {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (caret === null || caret === undefined || !shown.contains(caret.offsetNode)) {
    return x < shown.getBoundingClientRect().left ? 0 : Number.POSITIVE_INFINITY;
  }
  const before = document.createRange();
  before.setStart(shown, 0);
  before.setEnd(caret.offsetNode, caret.offset);
  return before.toString().length;
}
