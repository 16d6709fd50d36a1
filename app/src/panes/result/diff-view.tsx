import type { AnnotatedText, ChangesView, DiffLine } from '@managed-fields/scenario';
import {
  type Drawing,
  drawing,
  type Line,
  overlay,
  type Palette,
  textOfLine,
  withStrong,
} from '@managed-fields/static-view';
import { type KeyboardEvent, type MouseEvent, memo, useId, useMemo, useRef, useState } from 'react';
import { RowCells } from '../../editor/code-row.tsx';
import { useWindow } from '../../editor/window.ts';
import { words } from '../../language/language.ts';
import { type DiffRow, differs, diffRows, type OneColumn, oneColumn } from '../../view/diff-rows.ts';
import { differingPart } from '../../view/emphasis.ts';
import { moveInList, pageOfRows } from '../../view/list-moves.ts';

interface DiffViewProps {
  readonly changes: ChangesView;
  readonly colours: Palette;
  /** Both texts beside each other, where there is room. */
  readonly beside: boolean;
  readonly whole: boolean;
  readonly wrap: boolean;
  readonly picked: string | undefined;
  readonly onPick: (path: string | undefined) => void;
}

/** A row of the list: lines left out, or one line of one or both texts. */
type Item =
  | Extract<DiffRow, { readonly kind: 'fold' }>
  | { readonly kind: 'line'; readonly line: DiffLine; readonly cell: OneColumn | undefined };

/** Two texts laid beside each other with the owners of both drawn inside: a list box of lines, as the object is. */
export function DiffView({ changes, colours, beside, whole, wrap: wrapping, picked, onPick }: DiffViewProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ readonly of: unknown; readonly gaps: ReadonlySet<number> }>();
  const [current, setCurrent] = useState(0);
  const before = useSide(changes.before, colours);
  const after = useSide(changes.after, colours);
  const gaps = open?.of === changes.lines ? open.gaps : none;
  const items = useMemo(() => itemsOf(changes.lines, gaps, whole, beside), [changes.lines, gaps, whole, beside]);
  const light = before?.light !== false && after?.light !== false;
  const wrap = wrapping && light;
  const view = useWindow(box, items.length, { wrap, light });
  const fieldOf = (item: Item | undefined) => {
    if (item?.kind !== 'line') return undefined;
    const { fieldBefore, fieldAfter } = item.line;
    if (item.cell?.side === 'before' || fieldAfter === undefined) return pathAt(before, fieldBefore);
    return pathAt(after, fieldAfter);
  };
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(index, items.length - 1));
    setCurrent(to);
    view.reveal(to);
    onPick(fieldOf(items[to]));
  };
  const enter = (index: number) => {
    const item = items[index];
    if (item?.kind === 'fold') setOpen({ of: changes.lines, gaps: new Set([...gaps, item.from]) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = pageOfRows(box.current?.clientHeight, view.rowHeight);
    const to = moveInList(event.key, current, items.length, page);
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter' || event.key === ' ') enter(current);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const holder = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    if (holder === null || window.getSelection()?.isCollapsed === false) return;
    const index = Number(holder.dataset['line']);
    setCurrent(index);
    view.reveal(index);
    enter(index);
    onPick(fieldOf(items[index]));
  };
  const lanes = Math.max(before?.lanes ?? 0, after?.lanes ?? 0);
  return (
    <div
      ref={box}
      className={`code mf-code diff mf-lanes-${lanes}${wrap ? ' code-wrap mf-wrap' : wrapping ? ' code-large' : ''}${beside ? ' diff-beside' : ''}`}
      role="listbox"
      aria-label={words.changes.diff}
      aria-activedescendant={items.length === 0 ? undefined : `${id}-${Math.min(current, items.length - 1)}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={view.onScroll}
    >
      <div className="code-rows" style={view.padding}>
        {items.slice(view.from, view.to).map((item, place) => {
          const index = view.from + place;
          const isCurrent = index === current;
          const path = fieldOf(item);
          const classes = [
            'mf-line',
            isCurrent && 'mf-current',
            path !== undefined && path === picked && 'mf-picked',
            ...(item.kind === 'fold' ? ['diff-fold'] : lineClasses(item)),
          ];
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the active line.
            <div
              key={
                item.kind === 'fold' ? `fold ${item.from}` : `${item.cell?.sign} ${item.line.before} ${item.line.after}`
              }
              id={`${id}-${index}`}
              className={classes.filter(Boolean).join(' ')}
              role="option"
              aria-selected={isCurrent}
              data-line={index}
            >
              {item.kind === 'fold' ? (
                <span className="diff-folded">▸ {words.changes.unchangedLines(item.same, item.counters)}</span>
              ) : item.cell === undefined ? (
                <Beside line={item.line} before={before} after={after} />
              ) : (
                <Unified
                  line={item.line}
                  cell={item.cell}
                  side={item.cell.side === 'before' ? before : after}
                  other={item.cell.side === 'before' ? after : before}
                  fresh={!follows(item.cell, items[index - 1])}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const none: ReadonlySet<number> = new Set();

interface UnifiedProps {
  readonly line: DiffLine;
  readonly cell: OneColumn;
  readonly side: Drawing | undefined;
  /** The text of the other side, for what differs within a line. */
  readonly other: Drawing | undefined;
  /** The line above is not the one that it follows in its text, so that its bars begin anew. */
  readonly fresh: boolean;
}

const Unified = memo(function Unified({ line, cell, side, other, fresh }: UnifiedProps) {
  const field = cell.side === 'before' ? line.fieldBefore : line.fieldAfter;
  const drawn = strongLine(line, cell.side, side, other);
  if (side === undefined || drawn === undefined) return null;
  const bars = fresh ? drawn.bars.map((bar) => ({ ...bar, first: true })) : drawn.bars;
  return (
    <>
      <span className="diff-sign" aria-hidden="true">
        {signOf(line, cell.sign)}
      </span>
      <RowCells line={{ ...drawn, field, bars }} annotated={side.annotated} />
      <LineWords line={line} side={line.kind === 'changed' ? cell.side : undefined} />
    </>
  );
});

/** Whether a line follows another as in its own text. */
function follows({ side, line }: OneColumn, above: Item | undefined): boolean {
  return above?.kind === 'line' && above.cell?.side === side && above.cell.line === line - 1;
}

interface BesideProps {
  readonly line: DiffLine;
  readonly before: Drawing | undefined;
  readonly after: Drawing | undefined;
}

const Beside = memo(function Beside({ line, before, after }: BesideProps) {
  return (
    <>
      <Half
        line={line}
        side={before}
        drawn={strongLine(line, 'before', before, after)}
        field={line.fieldBefore}
        sign="-"
      />
      <Half
        line={line}
        side={after}
        drawn={strongLine(line, 'after', after, before)}
        field={line.fieldAfter}
        sign="+"
      />
      <LineWords line={line} side={undefined} />
    </>
  );
});

interface HalfProps {
  readonly line: DiffLine;
  readonly side: Drawing | undefined;
  readonly drawn: Line | undefined;
  readonly field: number | undefined;
  readonly sign: '+' | '-';
}

function Half({ line, side, drawn, field, sign }: HalfProps) {
  if (side === undefined || drawn === undefined) return <span className="diff-half diff-empty" />;
  const changed = line.kind !== 'same' && !line.bookkeeping;
  return (
    <span className={`diff-half${changed ? (sign === '+' ? ' diff-added' : ' diff-removed') : ''}`}>
      <span className="diff-sign" aria-hidden="true">
        {signOf(line, line.kind === 'same' ? ' ' : sign)}
      </span>
      <RowCells line={{ ...drawn, field }} annotated={side.annotated} />
    </span>
  );
}

/** A line on one side; where it changed, what differs from the other side stands out. */
function strongLine(
  line: DiffLine,
  which: OneColumn['side'],
  side: Drawing | undefined,
  other: Drawing | undefined,
): Line | undefined {
  const at = line[which];
  const drawn = at === undefined ? undefined : side?.at(at);
  const facing = line[which === 'before' ? 'after' : 'before'];
  if (drawn === undefined || facing === undefined || line.kind !== 'changed' || line.bookkeeping) return drawn;
  const facingLine = other?.at(facing);
  const [own, others] = [textOfLine(drawn), facingLine === undefined ? '' : textOfLine(facingLine)];
  const part = which === 'before' ? differingPart(own, others).before : differingPart(others, own).after;
  return withStrong(drawn, part);
}

/** What the colours and signs say, for those who do not see them. */
function LineWords({ line, side }: { readonly line: DiffLine; readonly side: OneColumn['side'] | undefined }) {
  const told = [
    kindWord(line, side),
    line.moved ? words.changes.movedLine : '',
    line.owners ? words.changes.ownersHint : '',
    line.bookkeeping ? words.changes.bookkeeping : '',
  ].filter((word) => word !== '');
  if (told.length === 0) return null;
  return <span className="hidden-text">, {told.join(', ')}</span>;
}

function kindWord({ kind }: DiffLine, side: OneColumn['side'] | undefined): string {
  if (side !== undefined) return side === 'before' ? words.changes.was : words.changes.becomes;
  return kind === 'same' ? '' : words.changes.lineKinds[kind];
}

function signOf({ owners, moved }: DiffLine, sign: OneColumn['sign']): string {
  if (sign !== ' ') return moved ? '↕' : sign === '-' ? '−' : '+';
  return owners ? '⇄' : '';
}

function lineClasses({
  line,
  cell,
}: {
  readonly line: DiffLine;
  readonly cell: OneColumn | undefined;
}): readonly string[] {
  const classes = line.bookkeeping ? ['diff-bookkeeping'] : [];
  if (differs(line) && line.kind === 'same') classes.push('diff-owners');
  if (cell === undefined || line.kind === 'same' || line.bookkeeping) return classes;
  return [...classes, cell.side === 'before' ? 'diff-removed' : 'diff-added'];
}

/** One text of the two. */
function useSide(annotated: AnnotatedText | undefined, colours: Palette): Drawing | undefined {
  return useMemo(
    () => annotated && drawing(annotated.text, { annotated, overlay: overlay(annotated, colours) }),
    [annotated, colours],
  );
}

function itemsOf(
  lines: readonly DiffLine[],
  gaps: ReadonlySet<number>,
  whole: boolean,
  beside: boolean,
): readonly Item[] {
  return diffRows(lines, gaps, whole).flatMap((row): readonly Item[] => {
    if (row.kind === 'fold') return [row];
    const { line } = row;
    return beside
      ? [{ kind: 'line', line, cell: undefined }]
      : oneColumn(line).map((cell) => ({ kind: 'line', line, cell }));
  });
}

function pathAt(side: Drawing | undefined, field: number | undefined): string | undefined {
  return field === undefined ? undefined : side?.annotated?.fields[field]?.path;
}
