import type { ChangesView, DiffLine } from '@managed-fields/player';
import { codeClass, type Line, type Palette } from '@managed-fields/rendering';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { RowCells } from '../../../core/code-view/code-row.tsx';
import { type Columns, type PartOfLine, partOfLine, useSeenColumns } from '../../../core/code-view/part-of-line.ts';
import { useWindow } from '../../../core/code-view/window.ts';
import type { OneColumn } from '../../../core/view-models/diff-rows.ts';
import { moveInList, pageOfRows } from '../../../core/view-models/list-moves.ts';
import { words } from '../../../core/words/language.ts';
import {
  classesOf,
  type DiffItem,
  type DiffSides,
  diffItems,
  diffSide,
  followsOn,
  keyOf,
  pathOf,
  signOf,
  strongLine,
} from './diff-items.ts';

interface DiffViewProps {
  readonly changes: ChangesView;
  readonly colours: Palette;
  /** Both texts beside each other, where the screen is wide enough. */
  readonly beside: boolean;
  /** All lines, also those that did not change. */
  readonly whole: boolean;
  readonly wrap: boolean;
  readonly picked: string | undefined;
  readonly onPick: (path: string | undefined) => void;
}

const none: ReadonlySet<number> = new Set();

/** The difference of two texts with the owners of both: a list box of lines, as the object is. */
export function DiffView({ changes, colours, beside, whole, wrap: wrapping, picked, onPick }: DiffViewProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ readonly of: unknown; readonly folds: ReadonlySet<number> }>();
  const [current, setCurrent] = useState(0);
  const sides = useSides(changes, colours);
  const { before, after } = sides;
  // Folds were opened in this diff only.
  const open = opened?.of === changes.lines ? opened.folds : none;
  const items = useMemo(() => diffItems(changes.lines, open, { whole, beside }), [changes.lines, open, whole, beside]);
  const light = before?.light !== false && after?.light !== false;
  const wrap = wrapping && light;
  const { seen, onScroll: onScrollAside } = useSeenColumns(box, !wrap && !light);
  const view = useWindow(box, items.length, { wrap, light, of: items });

  const goTo = (index: number) => {
    setCurrent(index);
    view.reveal(index);
    onPick(pathOf(items[index], sides));
  };
  const openFold = (item: DiffItem | undefined) => {
    if (item?.kind === 'fold') setOpened({ of: changes.lines, folds: new Set([...open, item.from]) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = pageOfRows(box.current?.clientHeight, view.rowHeight);
    const to = moveInList(event.key, current, items.length, page);
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter' || event.key === ' ') openFold(items[current]);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    // Whoever selects text does not choose a line.
    if (row === null || window.getSelection()?.isCollapsed === false) return;
    const index = Number(row.dataset['line']);
    openFold(items[index]);
    goTo(index);
  };

  const [lanes, count] = [
    Math.max(before?.lanes ?? 0, after?.lanes ?? 0),
    Math.max(before?.count ?? 0, after?.count ?? 0),
  ];
  const layout = `${wrap ? ' code-wrap mf-wrap' : wrapping ? ' code-large' : ''}${beside ? ' diff-beside' : ''}`;
  return (
    <div
      ref={box}
      className={`code ${codeClass({ lanes, count })} diff${layout}`}
      role="listbox"
      aria-label={words.changes.diff}
      aria-activedescendant={items.length === 0 ? undefined : `${id}-${Math.min(current, items.length - 1)}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={() => {
        view.onScroll();
        onScrollAside();
      }}
    >
      <div className="code-rows" style={view.padding}>
        {items.slice(view.from, view.to).map((item, place) => {
          const index = view.from + place;
          return (
            <DiffOption
              key={keyOf(item)}
              id={id}
              index={index}
              item={item}
              isCurrent={index === current}
              path={pathOf(item, sides)}
              picked={picked}
            >
              {item.kind === 'fold' ? (
                <span className="diff-folded">
                  ▸ {words.changes.unchangedLines({ count: item.same, counters: item.counters })}
                </span>
              ) : item.kind === 'beside' ? (
                <BesideLine line={item.line} sides={sides} seen={seen} />
              ) : (
                <UnifiedLine
                  line={item.line}
                  cell={item.cell}
                  sides={sides}
                  seen={seen}
                  begins={!followsOn(item.cell, items[index - 1])}
                />
              )}
            </DiffOption>
          );
        })}
      </div>
    </div>
  );
}

interface DiffOptionProps {
  /** Of the list; the row's own is made with `index`. */
  readonly id: string;
  readonly index: number;
  readonly item: DiffItem;
  readonly isCurrent: boolean;
  readonly path: string | undefined;
  readonly picked: string | undefined;
  readonly children: ReactNode;
}

/** One row of the list box. */
function DiffOption({ id, index, item, isCurrent, path, picked, children }: DiffOptionProps) {
  const isPicked = path !== undefined && path === picked;
  const classes = ['mf-line', isCurrent && 'mf-current', isPicked && 'mf-picked', ...classesOf(item)];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the active line.
    <div
      id={`${id}-${index}`}
      className={classes.filter(Boolean).join(' ')}
      role="option"
      aria-selected={isCurrent}
      data-line={index}
    >
      {children}
    </div>
  );
}

interface UnifiedLineProps {
  readonly line: DiffLine;
  readonly cell: OneColumn;
  readonly sides: DiffSides;
  /** The columns to draw of long lines; undefined for all. */
  readonly seen: Columns | undefined;
  /** The row above is not the line before in the same text, so the bars begin anew. */
  readonly begins: boolean;
}

/** A line of one of the two texts. */
const UnifiedLine = memo(function UnifiedLine({ line, cell, sides, seen, begins }: UnifiedLineProps) {
  const side = sides[cell.side];
  const drawn = strongLine(line, cell.side, sides);
  if (side === undefined || drawn === undefined) return null;
  const field = cell.side === 'before' ? line.fieldBefore : line.fieldAfter;
  const bars = begins ? drawn.bars.map((bar) => ({ ...bar, first: true })) : drawn.bars;
  return (
    <>
      <span className="diff-sign" aria-hidden="true">
        {signOf(line, cell.sign)}
      </span>
      <RowCells part={seenPart({ ...drawn, field, bars }, seen)} annotated={side.annotated} />
      <LineWords line={line} side={line.kind === 'changed' ? cell.side : undefined} />
    </>
  );
});

interface BesideLineProps {
  readonly line: DiffLine;
  readonly sides: DiffSides;
  readonly seen: Columns | undefined;
}

/** A line of both texts, beside each other. */
const BesideLine = memo(function BesideLine({ line, sides, seen }: BesideLineProps) {
  return (
    <>
      <Half line={line} sides={sides} seen={seen} which="before" />
      <Half line={line} sides={sides} seen={seen} which="after" />
      <LineWords line={line} side={undefined} />
    </>
  );
});

interface HalfProps extends BesideLineProps {
  readonly which: OneColumn['side'];
}

function Half({ line, sides, seen, which }: HalfProps) {
  const side = sides[which];
  const drawn = strongLine(line, which, sides);
  if (side === undefined || drawn === undefined) return <span className="diff-half diff-empty" />;
  const [field, sign, className] =
    which === 'before'
      ? [line.fieldBefore, '-' as const, ' diff-removed']
      : [line.fieldAfter, '+' as const, ' diff-added'];
  const isChanged = line.kind !== 'same' && !line.bookkeeping;
  return (
    <span className={`diff-half${isChanged ? className : ''}`}>
      <span className="diff-sign" aria-hidden="true">
        {signOf(line, line.kind === 'same' ? ' ' : sign)}
      </span>
      <RowCells part={seenPart({ ...drawn, field }, seen)} annotated={side.annotated} />
    </span>
  );
}

function seenPart(line: Line, seen: Columns | undefined): PartOfLine {
  return seen === undefined ? { line, before: 0, after: 0 } : partOfLine(line, seen);
}

/** What colours and signs say of a line, in words for screen readers. */
function LineWords({ line, side }: { readonly line: DiffLine; readonly side: OneColumn['side'] | undefined }) {
  const said = [
    kindWord(line, side),
    line.moved ? words.changes.movedLine : '',
    line.owners ? words.changes.ownersHint : '',
    line.bookkeeping ? words.changes.bookkeeping : '',
  ].filter((word) => word !== '');
  if (said.length === 0) return null;
  return <span className="hidden-text">, {said.join(', ')}</span>;
}

function kindWord({ kind }: DiffLine, side: OneColumn['side'] | undefined): string {
  if (side !== undefined) return side === 'before' ? words.changes.was : words.changes.becomes;
  return kind === 'same' ? '' : words.changes.lineKinds[kind];
}

/** Both texts, ready to be drawn; the same objects until a text or the colours change. */
function useSides({ before, after }: ChangesView, colours: Palette): DiffSides {
  const left = useMemo(() => before && diffSide(before, colours), [before, colours]);
  const right = useMemo(() => after && diffSide(after, colours), [after, colours]);
  return useMemo(() => ({ before: left, after: right }), [left, right]);
}
