import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import { type DrawnLine, drawnByLine } from './drawn-lines.ts';
import type { StaticWords } from './language/words.ts';
import { lineAt, lineStarts } from './lines.ts';
import { aloud } from './mark-tree.ts';
import type { Hint, Overlay, Spot } from './overlay.ts';
import { type Row, type Rows, rows, type Segment } from './rows.ts';
import { element, type Tree, type TreeElement } from './tree.ts';

/** A text with or without owners, to be drawn. */
export interface LinesView {
  readonly text: string;
  /** What the text is, for those who hear it. */
  readonly label: string;
  /** Who owns what, with its overlay; both or neither. */
  readonly annotated?: AnnotatedText | undefined;
  readonly overlay?: Overlay | undefined;
  /**
   * How managedFields is folded: into a `details` that needs no script, closed or open by the reader's choice; `closed`
   * and `open` are for a page that folds by itself.
   */
  readonly fold: 'details' | 'details-open' | 'closed' | 'open';
  /** For a page: lines can be chosen, and each has a place in a list box. */
  readonly choice?: LineChoice | undefined;
  /** For a page: of a text that is too large to be drawn at once only the lines around the current one are drawn. */
  readonly live?: boolean | undefined;
}

/** Lines that are drawn of a text that is too large to be drawn at once. */
const mostLines = 200;

/** Which lines of a text are chosen. Lines count from 0. */
export interface LineChoice {
  /** What the ids of lines begin with. */
  readonly id: string;
  /** The line that keys move from. */
  readonly current: number;
  /** The field that is kept, by its index. */
  readonly picked: number | undefined;
  /** Lines that are in conflict. */
  readonly struck: ReadonlySet<number>;
}

/** What of a text's lines stays the same whatever is chosen, so that a page need not make it anew. */
export interface LinesMemo {
  readonly rows: Rows;
  readonly drawn: readonly (DrawnLine | undefined)[];
  /** Lines by their place and what is chosen of them. */
  readonly lines: Map<string, TreeElement>;
}

/** A memo for one text with one overlay, in one language. */
export function linesMemo({ text, overlay }: Pick<LinesView, 'text' | 'overlay'>): LinesMemo {
  const all = rows(text, overlay?.spots ?? []);
  return { rows: all, drawn: drawnByLine(overlay, all.count), lines: new Map() };
}

/** The lines of a text: number, bars, the text with its tints, and what is said of each line. */
export function linesTree(picture: LinesView, words: StaticWords, memo = linesMemo(picture)): TreeElement {
  const { label, annotated, overlay, fold, choice } = picture;
  const { rows: all, drawn } = memo;
  const folded = foldedLines(annotated);
  const lanes = Math.max(0, ...(overlay?.bars ?? []).map(({ lane }) => lane + 1));
  const line = (at: number, after?: string) => {
    const key = `${at} ${chosen(at, overlay, choice)} ${after ?? ''}`;
    const known = memo.lines.get(key) ?? lineTree(all.at(at), drawn[at], picture, words, { after });
    memo.lines.set(key, known);
    return known;
  };
  const lines: Tree[] = [];
  const most = picture.live === true && !all.light ? mostLines : all.count;
  const first = Math.max(0, Math.min((choice?.current ?? 0) - mostLines / 2, all.count - most));
  let at = first;
  for (; at < all.count && lines.length < most; at++) {
    if (folded === undefined || at !== folded.from) {
      lines.push(line(at));
      continue;
    }
    const summary = words.result.foldedSentence(annotated?.managers ?? []);
    if (fold === 'details' || fold === 'details-open') {
      const open = fold === 'details-open';
      const inside = Array.from({ length: folded.to - folded.from }, (_, index) => folded.from + 1 + index);
      lines.push(
        element(
          'details',
          { class: 'mf-fold', open },
          element('summary', {}, line(at, summary)),
          inside.map((each) => line(each)),
        ),
      );
    } else {
      lines.push(line(at, `${fold === 'closed' ? '▸' : '▾'} ${summary}`));
      if (fold === 'open') continue;
    }
    at = folded.to;
  }
  const choosing = choice && {
    role: 'listbox',
    tabindex: '0',
    'aria-activedescendant': `${choice.id}${choice.current}`,
    'data-key': choice.id,
  };
  const leftOut = (count: number) => count > 0 && element('p', { class: 'mf-hint' }, words.leftOut.lines(count));
  return element(
    'div',
    { class: `mf-code mf-lanes${lanes}`, role: 'group', ...choosing, 'aria-label': label },
    leftOut(first),
    element('div', choice === undefined ? {} : { role: 'presentation' }, lines),
    leftOut(all.count - at),
  );
}

/** What is chosen of a line, as the classes that say so. */
function chosen(line: number, overlay: Overlay | undefined, choice: LineChoice | undefined): string {
  if (choice === undefined) return '';
  const isPicked = choice.picked !== undefined && overlay?.fieldOfLine[line] === choice.picked;
  const classes = [
    isPicked && 'mf-picked',
    choice.current === line && 'mf-current',
    choice.struck.has(line) && 'mf-struck',
  ];
  return classes.filter(Boolean).join(' ');
}

/** The lines of managedFields, both ends included; undefined where there is nothing to fold. */
export function foldedLines(
  annotated: AnnotatedText | undefined,
): { readonly from: number; readonly to: number } | undefined {
  const range = annotated?.managedFields;
  if (annotated === undefined || range === undefined) return undefined;
  const starts = lineStarts(annotated.text);
  let end = range.to;
  while (end > range.from && annotated.text[end - 1] === '\n') end--;
  const from = lineAt(starts, range.from);
  const to = lineAt(starts, Math.max(range.from, end - 1));
  return to > from ? { from, to } : undefined;
}

/** What a line says beside its own text. */
export interface LineExtras {
  /** In place of what the overlay says after the line. */
  readonly after?: string | undefined;
  /** In place of its number. */
  readonly sign?: string | undefined;
  readonly className?: string | undefined;
}

/** One line. Its bars begin anew with it where the line before it is not drawn. */
export function lineTree(
  row: Row,
  drawn: DrawnLine | undefined,
  { annotated, overlay, choice }: Pick<LinesView, 'annotated' | 'overlay' | 'choice'>,
  words: StaticWords,
  { after, sign, className }: LineExtras,
): TreeElement {
  const index = overlay?.fieldOfLine[row.line];
  const field = index === undefined ? undefined : annotated?.fields[index];
  const hint = after === undefined ? drawn?.hint : undefined;
  const bars = (drawn?.bars ?? []).map(({ lane, mark, first, more }) =>
    element(
      'i',
      { class: `mf-bar mf-lane${lane} mf-c${mark.colour} mf-p${mark.pattern}` },
      first && element('b', {}, mark.letter),
      first && more > 0 && element('em', {}, `+${more}`),
    ),
  );
  const classes = ['mf-line', chosen(row.line, overlay, choice), className];
  const option = choice && {
    id: `${choice.id}${row.line}`,
    role: 'option',
    'aria-selected': String(choice.current === row.line),
    'data-line': String(row.line),
  };
  return element(
    'div',
    { class: classes.filter(Boolean).join(' '), ...option },
    element('span', { class: 'mf-n', 'aria-hidden': 'true' }, sign ?? String(row.line + 1)),
    element('span', { class: 'mf-g', 'aria-hidden': 'true' }, bars),
    element(
      'span',
      { class: 'mf-t' },
      spots(row.segments, annotated, choice === undefined ? words : undefined),
      row.rest > 0 && element('span', { class: 'mf-hint' }, ` ${words.leftOut.characters(row.rest)}`),
      after !== undefined && element('span', { class: 'mf-hint' }, after),
      hint && annotated && hinted(hint, annotated, words),
      field !== undefined && annotated !== undefined && said(field, annotated, words),
    ),
  );
}

/** What is said after the line. */
function hinted({ kind, field }: Hint, annotated: AnnotatedText, words: StaticWords): Tree | undefined {
  const about = annotated.fields[field];
  return about && element('span', { class: 'mf-hint' }, words.field.hintSentence(kind, about, annotated));
}

/** Who owns the line, or why nobody does, for those who do not see it. */
function said(field: FieldView, { managers }: AnnotatedText, words: StaticWords): Tree | undefined {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  if (owners.length > 0) return aloud(`, ${words.field.ownersSentence(owners)}`);
  return field.why === undefined ? undefined : aloud(`, ${words.field.stateName(field)}`);
}

/** Segments of one spot join into one tint. Without a page behind it, what is owned says by whom when it is pointed at. */
function spots(
  segments: readonly Segment[],
  annotated: AnnotatedText | undefined,
  words: StaticWords | undefined,
): readonly Tree[] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const group = groups.at(-1);
    if (group !== undefined && group[0]?.spot === segment.spot) group.push(segment);
    else groups.push([segment]);
  }
  return groups.flatMap((group): readonly Tree[] => {
    const spot = group[0]?.spot;
    const inner = group.map(({ text, token }) => {
      const ink = token === undefined ? undefined : inks[token];
      return ink === undefined ? text : element('span', { class: ink }, text);
    });
    if (spot === undefined) return inner;
    const field = annotated?.fields[spot.field];
    const title = words && field && annotated && titleOf(field, annotated, words);
    const place = words === undefined ? String(spot.field) : undefined;
    return [element('span', { class: tint(spot, field), title, 'data-field': place }, inner)];
  });
}

function titleOf(field: FieldView, { managers }: AnnotatedText, words: StaticWords): string {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  return owners.length > 0 ? words.field.ownersSentence(owners) : words.field.stateName(field);
}

function tint({ marks: [a, b], nobody, faded }: Spot, field: FieldView | undefined): string {
  const classes =
    a === undefined
      ? [nobody === 'default' ? 'mf-free mf-default' : 'mf-free']
      : ['mf-own', `mf-c${a.colour}`, b && `mf-d${b.colour} mf-both`, field?.whole === true && 'mf-whole'];
  return [...classes, faded && 'mf-faded'].filter(Boolean).join(' ');
}

/** Which tokens have an ink of their own; the others are punctuation. */
const inks: Readonly<Record<NonNullable<Segment['token']>, string | undefined>> = {
  key: 'mf-k',
  string: 'mf-s',
  number: 'mf-v',
  bool: 'mf-v',
  null: 'mf-v',
  comment: 'mf-x',
  punctuation: undefined,
  anchor: undefined,
  alias: undefined,
  tag: undefined,
  document: undefined,
  directive: undefined,
  block: undefined,
  invalid: undefined,
};
