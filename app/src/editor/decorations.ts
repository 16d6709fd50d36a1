import type { AnnotatedText, TextRange } from '@managed-fields/scenario';
import { type Bar, type Box, lineAt, lineStarts, type Overlay, tintClass } from '@managed-fields/static-view';
import type { editor, IRange } from 'monaco-editor/editor';
import { words } from '../language/language.ts';
import type { LineNote } from '../view/notes.ts';

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

/** What is drawn over a text. */
export interface Drawing {
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
export function decorations(drawing: Drawing, metrics: Metrics, lines: LineRange): editor.IModelDeltaDecoration[] {
  const { text, annotated, overlay, notes, lastApplied, fold } = drawing;
  const starts = lineStarts(text);
  const lineEnd = (line: number) => {
    const next = starts[line + 1];
    return next === undefined ? text.length : next - 1;
  };
  const endOf = (line: number): IRange => {
    const column = lineEnd(line) - (starts[line] ?? 0) + 1;
    return { startLineNumber: line + 1, startColumn: column, endLineNumber: line + 1, endColumn: column };
  };
  const near = (first: number, last = first) => last >= lines.from && first < lines.to;
  const [begin, end] = [starts[lines.from] ?? text.length, starts[lines.to] ?? text.length];
  const hints = (overlay?.hints ?? []).flatMap((hint) => {
    const field = annotated?.fields[hint.field];
    if (annotated === undefined || field === undefined || notes.has(hint.line) || !near(hint.line)) return [];
    return [
      after(
        endOf(hint.line),
        `${' '.repeat(Math.ceil((hint.indent * 12.5) / 11))}${words.field.hintSentence(hint.kind, field, annotated)}`,
        'row-hint',
      ),
    ];
  });
  const spots = (overlay?.spots ?? []).filter(({ from, to }) => to >= begin && from <= end);
  return [
    ...spots.flatMap((spot) => {
      const field = annotated?.fields[spot.field];
      const underlined = lastApplied && field?.leaf === true && field.lastApplied === true;
      const className = `${tintClass(spot)}${underlined ? ' last-applied' : ''}`;
      const value = spot.marks.length === 0 && field?.leaf === true ? field.value : undefined;
      return [
        ...pieces(text, starts, lineEnd, spot, className),
        ...(value === undefined ? [] : pieces(text, starts, lineEnd, value, 'unowned-value')),
      ];
    }),
    ...(overlay?.bars ?? []).filter(({ fromLine, toLine }) => near(fromLine, toLine)).map(bar),
    ...(overlay?.boxes ?? [])
      .filter(({ fromLine, toLine }) => near(fromLine, toLine))
      .map((box) => boxed(box, metrics)),
    ...hints,
    ...(fold === undefined ? [] : [after(endOf(fold.line), `▸ ${fold.summary}`, 'row-fold')]),
    ...[...notes]
      .filter(([line]) => near(line))
      .flatMap(([line, note]) => [
        {
          range: { ...endOf(line), startColumn: 1 },
          options: { isWholeLine: true, className: `row-${note.severity}`, marginClassName: `row-${note.severity}` },
        },
        after(endOf(line), `⚠ ${note.text}`, `row-note-text note-${note.severity}`),
      ]),
  ];
}

/** A class for a range line by line, so that the indentation of a text over several lines stays plain. */
function pieces(
  text: string,
  starts: readonly number[],
  lineEnd: (line: number) => number,
  { from, to }: TextRange,
  inlineClassName: string,
): editor.IModelDeltaDecoration[] {
  const options = { inlineClassName, inlineClassNameAffectsLetterSpacing: false };
  const first = lineAt(starts, from);
  const last = lineAt(starts, Math.max(from, to - 1));
  const made: editor.IModelDeltaDecoration[] = [];
  for (let line = first; line <= last; line++) {
    const start = starts[line] ?? 0;
    const end = Math.min(to, lineEnd(line));
    const content = text.slice(start, end);
    const begin = Math.max(from, start + content.length - content.trimStart().length);
    if (end <= begin) continue;
    const range = {
      startLineNumber: line + 1,
      startColumn: begin - start + 1,
      endLineNumber: line + 1,
      endColumn: end - start + 1,
    };
    made.push({ range, options });
  }
  return made;
}

function bar({ fromLine, toLine, lane, mark, more }: Bar): editor.IModelDeltaDecoration {
  const place = `lane-${lane} c${mark.colour}`;
  return {
    range: { startLineNumber: fromLine + 1, startColumn: 1, endLineNumber: toLine + 1, endColumn: 1 },
    options: {
      isWholeLine: true,
      linesDecorationsClassName: `own-bar ${place} p${mark.pattern}`,
      firstLineDecorationClassName: `own-letter ${place} l-${mark.letter}${more > 0 ? ` more-${Math.min(more, 99)}` : ''}`,
    },
  };
}

function boxed({ fromLine, toLine, column, width, mark }: Box, metrics: Metrics): editor.IModelDeltaDecoration {
  const left = Math.round(column * metrics.column - metrics.scrollLeft) - 3;
  const right = Math.round((column + width) * metrics.column - metrics.scrollLeft) + 3;
  return {
    range: { startLineNumber: fromLine + 1, startColumn: 1, endLineNumber: toLine + 1, endColumn: 1 },
    options: {
      blockClassName: `box-block c${mark.colour}`,
      blockDoesNotCollapse: true,
      blockPadding: [0, right - metrics.contentWidth, 0, -Math.max(left, -2)],
    },
  };
}

/** Words after a line; they belong to the screen, not to the text. */
function after(range: IRange, content: string, inlineClassName: string): editor.IModelDeltaDecoration {
  // Plain spaces would collapse.
  const options = {
    after: { content: `   ${content}`.replaceAll(' ', '\u00a0'), inlineClassName },
    showIfCollapsed: true,
  };
  return { range, options };
}
