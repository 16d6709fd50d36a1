import type { AnnotatedText, Playback } from '@managed-fields/player';
import {
  type Drawing,
  drawing,
  element,
  foldedLines,
  lineAt,
  lineStarts,
  linesTree,
  overlay,
  palette,
  type Tree,
  type TreeElement,
} from '@managed-fields/rendering';
import { filterOf, type Model, textOf, viewOf } from './model.ts';

/** What the ids of lines begin with. */
export const lineId = 'line-';

/** The lines of the object, or of its managedFields. */
export function objectLines(model: Model, playback: Playback, index: number): Tree {
  const { words, picked, line, unfolded } = model;
  const annotated = textOf(model);
  if (annotated === undefined) {
    const said = model.entries?.failed === true ? words.embed.unanswered : words.embed.working;
    return element('p', { class: 'mf-nothing' }, said);
  }
  const { all, known } = drawingOf(model, annotated);
  const place = annotated.fields.findIndex(({ path }) => path === picked && path !== '');
  const whole = viewOf(model) === 'object';
  const starts = lineStarts(annotated.text);
  const conflicts = new Set(playback.view?.conflict?.fields.map(({ path }) => path));
  const struck = annotated.fields.flatMap(({ path, range }) =>
    range !== undefined && conflicts.has(path) ? [lineAt(starts, range.from)] : [],
  );
  return linesTree(
    all,
    {
      label: words.view.staticView.objectAfter({ place: index + 1 }),
      fold: whole && !unfolded ? 'closed' : 'open',
      live: true,
      choice: {
        id: lineId,
        current: line,
        picked: place < 0 ? undefined : place,
        struck: new Set(whole ? struck : []),
      },
    },
    words.view,
    known,
  );
}

interface Drawn {
  readonly of: readonly unknown[];
  readonly all: Drawing;
  /** The lines that were made so far. */
  readonly known: Map<string, TreeElement>;
}

let last: Drawn | undefined;

/** The drawing of a text, made once for as long as only what is chosen in it changes. */
function drawingOf(model: Model, annotated: AnnotatedText): Drawn {
  const { managerColours, only, words } = model;
  const of = [annotated, managerColours, only, words];
  if (last === undefined || of.some((each, index) => each !== last?.of[index])) {
    const drawn = overlay(annotated, palette(managerColours, annotated.managers), filterOf(model, annotated));
    last = { of, all: drawing(annotated.text, { annotated, overlay: drawn }), known: new Map() };
  }
  return last;
}

/** The lines on screen, in order, and the one of the fold. */
export function shownLines(model: Model): { readonly lines: readonly number[]; readonly fold: number | undefined } {
  const annotated = textOf(model);
  if (annotated === undefined) return { lines: [], fold: undefined };
  const { text } = annotated;
  const count = lineStarts(text).length - (text.endsWith('\n') ? 1 : 0);
  const folded = foldedLines(annotated);
  const all = Array.from({ length: count }, (_, line) => line);
  const closed = folded !== undefined && !model.unfolded && viewOf(model) === 'object';
  return {
    lines: closed ? all.filter((line) => line <= folded.from || line > folded.to) : all,
    fold: viewOf(model) === 'object' ? folded?.from : undefined,
  };
}

/** The path of the field that a line is about; undefined where it is about none. */
export function pathOfLine(model: Model, line: number): string | undefined {
  const annotated = textOf(model);
  if (annotated === undefined) return undefined;
  const index = drawingOf(model, annotated).all.overlay?.fieldOfLine[line];
  return index === undefined ? undefined : annotated.fields[index]?.path || undefined;
}

/** The line where a field begins; undefined where the text has none of that path. */
export function lineOfPath(model: Model, path: string): number | undefined {
  const annotated = textOf(model);
  const range = annotated?.fields.find((field) => field.path === path)?.range;
  return annotated === undefined || range === undefined ? undefined : lineAt(lineStarts(annotated.text), range.from);
}
