import type { AnnotatedText } from '@managed-fields/player';
import { lineStarts, type Overlay } from '@managed-fields/rendering';
import type { Problem } from '@managed-fields/scenario';
import type { LineNote } from '../code-view/notes.ts';
import type { EditedText } from './monaco-assist.ts';

/** One text to edit, and what is known of it. */
export interface TextEditorProps {
  /** The step whose text it is. */
  readonly stepId: string;
  /** Changes when another scenario was opened: histories of texts start anew. */
  readonly opened: number;
  /** Grows when the text changed elsewhere; only then, and with the step, is `text` taken in. */
  readonly outside: number;
  readonly text: string;
  readonly label: string;
  /** Said over an empty text. */
  readonly placeholder: string;
  readonly annotated: AnnotatedText | undefined;
  readonly overlay: Overlay | undefined;
  readonly notes: ReadonlyMap<number, LineNote>;
  readonly problems: readonly Problem[];
  /** Whether `annotated`, `notes` and `problems` belong to the text as it is now. */
  readonly fresh: boolean;
  readonly dark: boolean;
  /** Which text of the scenario it is, for completion and hover, where it is not the step's own. */
  readonly edited?: EditedText;
  /** Draws what the last-applied annotation declares. */
  readonly lastApplied?: boolean;
  readonly onText: (stepId: string, text: string) => void;
  /** The caret went to another place of the text. */
  readonly onCaret: (offset: number) => void;
}

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
