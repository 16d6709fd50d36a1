import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import { type Drawing, foldedLines, type Ink, type Line, type Run } from './drawing.ts';
import type { StaticWords } from './language/words.ts';
import { aloud } from './mark-tree.ts';
import type { Hint, Overlay, Spot } from './overlay.ts';
import { element, type Tree, type TreeElement } from './tree.ts';

/** How the lines of a text are shown. */
export interface LinesView {
  /** What the text is, for those who hear it. */
  readonly label: string;
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

/**
 * The lines of a text: number, bars, the text with its tints, and what is said of each line. `known` keeps lines that
 * were made before, by their place and what is chosen of them; it holds for one drawing in one language.
 */
export function linesTree(
  all: Drawing,
  { label, fold, choice, live }: LinesView,
  words: StaticWords,
  known = new Map<string, TreeElement>(),
): TreeElement {
  const { annotated, overlay, lanes } = all;
  const folded = annotated && foldedLines(annotated);
  const line = (at: number, after?: string) => {
    const key = `${at} ${chosen(at, overlay, choice)} ${after ?? ''}`;
    const one = known.get(key) ?? lineTree(all.at(at), all, words, { after, choice });
    known.set(key, one);
    return one;
  };
  const lines: Tree[] = [];
  const most = live === true && !all.light ? mostLines : all.count;
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

/** What a line says beside its own text. */
export interface LineExtras {
  readonly choice?: LineChoice | undefined;
  /** In place of what the overlay says after the line. */
  readonly after?: string | undefined;
  /** In place of its number. */
  readonly sign?: string | undefined;
  readonly className?: string | undefined;
}

/** One line. */
export function lineTree(
  { line, field: index, runs, rest, bars: lineBars, hint: lineHint }: Line,
  { annotated, overlay }: Pick<Drawing, 'annotated' | 'overlay'>,
  words: StaticWords,
  { choice, after, sign, className }: LineExtras,
): TreeElement {
  const field = index === undefined ? undefined : annotated?.fields[index];
  const hint = after === undefined ? lineHint : undefined;
  const bars = lineBars.map(({ lane, mark, first, more }) =>
    element(
      'i',
      { class: `mf-bar mf-lane${lane} mf-c${mark.colour} mf-p${mark.pattern}` },
      first && element('b', {}, mark.letter),
      first && more > 0 && element('em', {}, `+${more}`),
    ),
  );
  const classes = ['mf-line', chosen(line, overlay, choice), className];
  const option = choice && {
    id: `${choice.id}${line}`,
    role: 'option',
    'aria-selected': String(choice.current === line),
    'data-line': String(line),
  };
  return element(
    'div',
    { class: classes.filter(Boolean).join(' '), ...option },
    element('span', { class: 'mf-n', 'aria-hidden': 'true' }, sign ?? String(line + 1)),
    element('span', { class: 'mf-g', 'aria-hidden': 'true' }, bars),
    element(
      'span',
      { class: 'mf-t' },
      spots(runs, annotated, choice === undefined ? words : undefined),
      rest > 0 && element('span', { class: 'mf-hint' }, ` ${words.leftOut.characters(rest)}`),
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

/** The text of a line with its tints. Without a page behind it, what is owned says by whom when it is pointed at. */
function spots(
  runs: readonly Run[],
  annotated: AnnotatedText | undefined,
  words: StaticWords | undefined,
): readonly Tree[] {
  return runs.flatMap(({ spot, segments }): readonly Tree[] => {
    const inner = segments.map(({ text, ink }) => {
      const name = ink === undefined ? undefined : inks[ink];
      return name === undefined ? text : element('span', { class: name }, text);
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

/** The classes of colours of words; punctuation has none. */
const inks: Readonly<Record<Ink, string | undefined>> = {
  key: 'mf-k',
  string: 'mf-s',
  number: 'mf-v',
  comment: 'mf-x',
  soft: undefined,
};
