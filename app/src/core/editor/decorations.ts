import { markdownText, visibleText } from '@managed-fields/foreign-text';
import type { AnnotatedText } from '@managed-fields/player';
import {
  type Bar,
  type Box,
  columns,
  type Drawing,
  drawing,
  type Line,
  mostMore,
  type Overlay,
  tintClass,
} from '@managed-fields/rendering';
import type { editor, IMarkdownString, IRange } from 'monaco-editor/editor';
import type { LineNote } from '../code-view/notes.ts';
import { words } from '../words/language.ts';

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
  const { text, annotated, overlay, notes, lastApplied, fold } = decorated;
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
    const sentence = words.field.hintSentence(hint.kind, field, annotated);
    return [after(endOf(line), `${indent}${sentence}`, 'mf-hint', roomAfter(line, text, metrics))];
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
        after(
          endOf(all.at(line)),
          `⚠ ${note.text}`,
          `note-text note-${note.severity}`,
          roomAfter(all.at(line), text, metrics),
          note.whole ?? note.text,
        ),
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
      firstLineDecorationClassName: `mf-bar-letter ${place} l-${mark.letter}${more > 0 ? ` more-${Math.min(more, mostMore)}` : ''}`,
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

/** How small words after a line are, beside the line's own. */
const smaller = 11 / 12.5;

/** The columns of small letters between the end of a line and the ruler; none is known before the editor is measured. */
function roomAfter({ from, to }: Line, text: string, { column, contentWidth }: Metrics): number {
  if (contentWidth === 0) return Number.POSITIVE_INFINITY;
  // Of a line that is longer than any pane the rest is not counted.
  const used = columns(text.slice(from, Math.min(to, from + 1000))) * column;
  return Math.floor((contentWidth - ruler - used) / (column * smaller));
}

/** The part of the ruler that lies over the text, and a gap before it, in pixels. */
const ruler = 12;

/** With less room than this, in columns, words are not cut: whoever scrolls to the end of the line reads them whole. */
const leastRoom = 16;

/**
 * Words after a line; they belong to the screen, not to the text. What there is no room for is cut, and `whole` is then
 * said by the hover.
 */
function after(
  range: IRange,
  content: string,
  inlineClassName: string,
  room = Number.POSITIVE_INFINITY,
  whole?: string,
): editor.IModelDeltaDecoration {
  const words = `   ${visibleText(content)}`;
  const shown = fitting(words, room);
  // Plain spaces would collapse.
  const options = { after: { content: shown.replaceAll(' ', '\u00a0'), inlineClassName }, showIfCollapsed: true };
  const cut = whole !== undefined && (shown !== words || !content.endsWith(whole));
  return { range, options: cut ? { ...options, hoverMessage: hoverText(whole) } : options };
}

/** A text in so many columns, cut with an ellipsis where it needs more. */
function fitting(text: string, room: number): string {
  if (room < leastRoom || columns(text) <= room) return text;
  let left = room - 1;
  let end = 0;
  for (const character of text) {
    left -= columns(character);
    if (left < 0) break;
    end += character.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Text for a hover of Monaco; nothing in it can become markup, a link or a command. */
export function hoverText(text: string): IMarkdownString {
  return {
    value: text.split('\n').map(markdownText).join('  \n'),
    isTrusted: false,
    supportHtml: false,
  };
}
