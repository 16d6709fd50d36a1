import { type Drawing, foldedLines } from './drawing.ts';
import type { StaticWords } from './language/static-words.ts';
import { type LineExtras, lineCells } from './line-cells.ts';
import { codeClass } from './lines.ts';
import type { Overlay } from './overlay.ts';
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
  const { annotated, overlay } = all;
  const folded = annotated && foldedLines(annotated);
  const line = (at: number, closed?: LineExtras['fold']) => {
    const classes = chosen(at, overlay, choice);
    const key = `${at} ${classes} ${closed?.closed ?? ''}`;
    const option = choice && {
      id: `${choice.id}${at}`,
      role: 'option',
      'aria-selected': String(choice.current === at),
      'data-line': String(at),
    };
    const cells = () => lineCells(all.at(at), annotated, words, { fold: closed, titled: choice === undefined });
    const one = known.get(key) ?? element('div', { class: classes, ...option }, cells());
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
          { class: 'mf-details', open },
          element('summary', {}, line(at, { closed: undefined, summary })),
          inside.map((each) => line(each)),
        ),
      );
    } else {
      lines.push(line(at, { closed: fold === 'closed', summary }));
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
  const leftOut = (count: number) => count > 0 && element('p', { class: 'mf-hint' }, words.leftOut.lines({ count }));
  return element(
    'div',
    { class: `${codeClass(all)} mf-wrap`, role: 'group', ...choosing, 'aria-label': label },
    leftOut(first),
    element('div', choice === undefined ? {} : { role: 'presentation' }, lines),
    leftOut(all.count - at),
  );
}

/** The classes of a line, which say what is chosen of it. */
function chosen(line: number, overlay: Overlay | undefined, choice: LineChoice | undefined): string {
  if (choice === undefined) return 'mf-line';
  const isPicked = choice.picked !== undefined && overlay?.fieldOfLine[line] === choice.picked;
  const classes = [
    'mf-line',
    isPicked && 'mf-picked',
    choice.current === line && 'mf-current',
    choice.struck.has(line) && 'mf-conflict',
  ];
  return classes.filter(Boolean).join(' ');
}
