import {
  type Bar,
  type Box,
  type Drawing,
  drawing,
  type Line,
  type Overlay,
  tintClass,
  visibleText,
} from '@managed-fields/rendering';
import type { AnnotatedText } from '@managed-fields/scenario';
import type { editor, IRange } from 'monaco-editor/editor';
import { words } from '../language/language.ts';
import type { LineNote } from '../view-models/notes.ts';

/** What Monaco needs to know to place boxes: pixels of a column, of the content, and how far it is scrolled. */
export interface Metrics {
  readonly column: number;
  readonly contentWidth: number;
  readonly scrollLeft: number;
}

/** Lines from 0, `to` exclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What is to be drawn over a text. */
export interface Decorated {
  readonly text: string;
  readonly annotated: AnnotatedText | undefined;
  readonly overlay: Overlay | undefined;
  readonly notes: ReadonlyMap<number, LineNote>;
  /** Underlines what the last-applied annotation declares. */
  readonly lastApplied: boolean;
  /** The line of a closed fold, and what is said of it there. */
  readonly fold?: { readonly line: number; readonly summary: string } | undefined;
}

/** What is drawn in Monaco near some lines, for one `set` of one collection. Classes come from a fixed set. */
export function decorations(decorated: Decorated, metrics: Metrics, lines: LineRange): editor.IModelDeltaDecoration[] {
  const { annotated, overlay, notes, lastApplied, fold } = decorated;
  const all = drawingOf(decorated);
  const near = (first: number, last = first) => last >= lines.from && first < lines.to;
  const to = Math.min(lines.to, all.count);
  const drawn = Array.from({ length: Math.max(0, to - lines.from) }, (_, index) => all.at(lines.from + index));
  const layer = lastApplied ? annotated : undefined;
  const hints = drawn.flatMap((line) => {
    const { hint } = line;
    const field = hint && annotated?.fields[hint.field];
    if (annotated === undefined || hint === undefined || field === undefined || notes.has(line.line)) return [];
    const indent = ' '.repeat(Math.ceil((hint.indent * 12.5) / 11));
    return [after(endOf(line), `${indent}${words.field.hintSentence(hint.kind, field, annotated)}`, 'mf-hint')];
  });
  return [
    ...drawn.flatMap((line) => tints(line, annotated, layer)),
    ...(overlay?.bars ?? []).filter(({ fromLine, toLine }) => near(fromLine, toLine)).map(bar),
    ...(overlay?.boxes ?? [])
      .filter(({ fromLine, toLine }) => near(fromLine, toLine))
      .map((box) => boxed(box, metrics)),
    ...hints,
    ...(fold === undefined ? [] : [after(endOf(all.at(fold.line)), `▸ ${fold.summary}`, 'mf-line-fold')]),
    ...[...notes]
      .filter(([line]) => near(line))
      .flatMap(([line, note]) => [
        {
          range: { ...endOf(all.at(line)), startColumn: 1 },
          options: { isWholeLine: true, className: `mf-${note.severity}`, marginClassName: `mf-${note.severity}` },
        },
        after(endOf(all.at(line)), `⚠ ${note.text}`, `note-text note-${note.severity}`),
      ]),
  ];
}

/** The drawings of overlays, so that scrolling makes none anew. */
const known = new WeakMap<Overlay, Drawing>();

/** The drawing of a text. Monaco colours words by itself, so no tokens are read. */
function drawingOf({ text, annotated, overlay }: Decorated): Drawing {
  const before = overlay && known.get(overlay);
  if (before?.text === text) return before;
  const made = drawing(text, { annotated, overlay, tokensOf: () => [] });
  if (overlay !== undefined) known.set(overlay, made);
  return made;
}

/** The place after a line. */
function endOf({ line, from, to }: Line): IRange {
  return columnsOf(line, to - from, to - from);
}

/** A range of a line, in columns from 0. */
function columnsOf(line: number, from: number, to: number): IRange {
  return { startLineNumber: line + 1, startColumn: from + 1, endLineNumber: line + 1, endColumn: to + 1 };
}

/** The tints of a line, and the values on it that nobody owns. What `layer` has of last-applied is underlined. */
function tints(
  { line, from, runs }: Line,
  annotated: AnnotatedText | undefined,
  layer: AnnotatedText | undefined,
): editor.IModelDeltaDecoration[] {
  const made: editor.IModelDeltaDecoration[] = [];
  const add = (start: number, end: number, inlineClassName: string) => {
    const options = { inlineClassName, inlineClassNameAffectsLetterSpacing: false };
    if (end > start) made.push({ range: columnsOf(line, start - from, end - from), options });
  };
  let at = from;
  for (const { spot, segments } of runs) {
    const start = at;
    at += segments.reduce((sum, { text }) => sum + text.length, 0);
    if (spot === undefined) continue;
    const field = annotated?.fields[spot.field];
    add(start, at, tintClass(spot, layer?.fields[spot.field]));
    const value = spot.marks.length === 0 && field?.leaf === true ? field.value : undefined;
    if (value !== undefined) add(Math.max(start, value.from), Math.min(at, value.to), 'mf-unowned-value');
  }
  return made;
}

function bar({ fromLine, toLine, lane, mark, more }: Bar): editor.IModelDeltaDecoration {
  const place = `mf-lane-${lane} mf-c${mark.colour}`;
  return {
    range: { startLineNumber: fromLine + 1, startColumn: 1, endLineNumber: toLine + 1, endColumn: 1 },
    options: {
      isWholeLine: true,
      linesDecorationsClassName: `mf-bar ${place} mf-p${mark.pattern}`,
      firstLineDecorationClassName: `mf-bar-letter ${place} l-${mark.letter}${more > 0 ? ` more-${Math.min(more, 99)}` : ''}`,
    },
  };
}

function boxed({ fromLine, toLine, column, width, mark }: Box, metrics: Metrics): editor.IModelDeltaDecoration {
  const left = Math.round(column * metrics.column - metrics.scrollLeft) - 3;
  const right = Math.round((column + width) * metrics.column - metrics.scrollLeft) + 3;
  return {
    range: { startLineNumber: fromLine + 1, startColumn: 1, endLineNumber: toLine + 1, endColumn: 1 },
    options: {
      blockClassName: `mf-box-block mf-c${mark.colour}`,
      blockDoesNotCollapse: true,
      blockPadding: [0, right - metrics.contentWidth, 0, -Math.max(left, -2)],
    },
  };
}

/** Words after a line; they belong to the screen, not to the text. */
function after(range: IRange, content: string, inlineClassName: string): editor.IModelDeltaDecoration {
  // Plain spaces would collapse.
  const options = {
    after: { content: `   ${visibleText(content)}`.replaceAll(' ', '\u00a0'), inlineClassName },
    showIfCollapsed: true,
  };
  return { range, options };
}
