import type { AnnotatedText } from '@managed-fields/player';
import { codeClass, drawing, lineAt, lineStarts, type Overlay } from '@managed-fields/rendering';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { moveInList, pageOfRows } from '../view-models/list-moves.ts';
import { CodeRow } from './code-row.tsx';
import type { LineNote } from './notes.ts';
import { partsOf, useSeenColumns, weightOfPart } from './part-of-line.ts';
import { ruler, rulerStyle } from './ruler.ts';
import { type Fold, placesOf, shownLines } from './shown-lines.ts';
import { useWindow } from './window.ts';

/** Where the pointer is: on which field, and the place on the screen for a panel beside it. */
export interface Pointed {
  readonly field: number;
  readonly x: number;
  readonly y: number;
}

/** What the static view shows. */
export interface CodeViewProps {
  readonly label: string;
  readonly text: string;
  /** Who owns what, with its overlay; both or neither. */
  readonly annotated?: AnnotatedText | undefined;
  readonly overlay?: Overlay | undefined;
  readonly fold?: Fold | undefined;
  readonly notes?: ReadonlyMap<number, LineNote> | undefined;
  /** The index of the field that is kept in view and marked. */
  readonly picked?: number | undefined;
  /** Indices of fields whose lines are lit, because the pointer is on something elsewhere that is about the same. */
  readonly lit?: ReadonlySet<number> | undefined;
  readonly onPick?: ((field: number | undefined) => void) | undefined;
  readonly onPoint?: ((pointed: Pointed | undefined) => void) | undefined;
  readonly wrap?: boolean;
  /** Draws what the last-applied annotation declares. */
  readonly lastApplied?: boolean;
  /** Leaves the room that the editor has for folding, so that it can take this view's place. */
  readonly likeEditor?: boolean;
}

/**
 * YAML with ownership drawn on it and no editor: the result, the first paint, and phones.
 * A list box of lines: arrow keys move, and each line says its owners in words.
 */
export function CodeView(props: CodeViewProps) {
  const {
    label,
    text,
    annotated,
    overlay,
    fold,
    notes,
    picked,
    lit,
    onPick,
    onPoint,
    wrap: wrapping = false,
    lastApplied = false,
    likeEditor = false,
  } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const all = useMemo(() => drawing(text, { annotated, overlay }), [text, annotated, overlay]);
  const shown = useMemo(() => shownLines(all.count, text, fold), [all, text, fold]);
  // Rows of a text that is too large to be drawn whole have one height.
  const wrap = wrapping && all.light;
  const { seen, onScroll: onScrollAside } = useSeenColumns(box, !wrap && !all.light);
  const partAt = useMemo(() => partsOf(all, seen), [all, seen]);
  const weightOf = useCallback((index: number) => weightOfPart(partAt(shown.lineAt(index))), [partAt, shown]);
  const view = useWindow(box, shown.count, { wrap, light: all.light, of: all, weightOf });
  const { rowHeight } = view;
  const background = useMemo(
    () => (wrap ? {} : rulerStyle(ruler(overlay, notes ?? noNotes, placesOf(shown)), shown.count * rowHeight + 20)),
    [wrap, overlay, notes, shown, rowHeight],
  );

  useEffect(() => {
    const line = picked === undefined ? -1 : (overlay?.fieldOfLine.indexOf(picked) ?? -1);
    if (line >= 0) setCurrent(line);
  }, [picked, overlay]);

  const reveal = view.reveal;
  const closed = fold?.closed;
  const revealed = useRef(`${current} ${closed}`);
  useEffect(() => {
    // Only when the line or the fold changed: a result that is computed anew must not scroll.
    const place = `${current} ${closed}`;
    const index = shown.indexOf(current);
    if (index < 0 || revealed.current === place) return;
    revealed.current = place;
    reveal(index);
  }, [current, shown, reveal, closed]);

  const goTo = (index: number) => {
    if (shown.count === 0) return;
    const line = shown.lineAt(Math.max(0, Math.min(index, shown.count - 1)));
    setCurrent(line);
    onPick?.(overlay?.fieldOfLine[line]);
  };
  const foldLine = fold === undefined ? -1 : lineAt(lineStarts(text), fold.range.from);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.indexOf(current);
    const page = pageOfRows(box.current?.clientHeight, view.rowHeight);
    const to = moveInList(event.key, at, shown.count, page);
    if (to !== undefined) goTo(to);
    else if ((event.key === 'Enter' || event.key === ' ') && current === foldLine) fold?.toggle();
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const line = numberAt(event.target, 'line');
    if (line === undefined || window.getSelection()?.isCollapsed === false) return;
    if (line === foldLine) fold?.toggle();
    setCurrent(line);
    onPick?.(numberAt(event.target, 'field') ?? overlay?.fieldOfLine[line]);
  };
  const pointed = useRef<number | undefined>(undefined);
  const onPointer = (event: MouseEvent | undefined) => {
    const line = event && numberAt(event.target, 'line');
    const field =
      event && (numberAt(event.target, 'field') ?? (line === undefined ? undefined : overlay?.fieldOfLine[line]));
    if (field === pointed.current) return;
    pointed.current = field;
    onPoint?.(event === undefined || field === undefined ? undefined : { field, x: event.clientX, y: event.clientY });
  };

  return (
    <div
      ref={box}
      className={`code ${codeClass(all)}${wrap ? ' code-wrap mf-wrap' : wrapping ? ' code-large' : ''}${likeEditor ? ' code-editor' : ''}`}
      role="listbox"
      aria-label={label}
      aria-activedescendant={`${id}-${current}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onMouseMove={onPoint && onPointer}
      onMouseLeave={onPoint && (() => onPointer(undefined))}
      onScroll={() => {
        view.onScroll();
        onScrollAside();
      }}
      style={background}
    >
      <div className="code-rows" style={view.padding}>
        {Array.from({ length: view.to - view.from }, (_, place) => {
          const part = partAt(shown.lineAt(view.from + place));
          const { line, field } = part.line;
          return (
            <CodeRow
              key={line}
              id={`${id}-${line}`}
              part={part}
              annotated={annotated}
              lastApplied={lastApplied}
              current={line === current}
              picked={picked !== undefined && field === picked}
              lit={field !== undefined && lit?.has(field) === true}
              note={notes?.get(line)}
              folded={line === foldLine ? fold : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

const noNotes: ReadonlyMap<number, LineNote> = new Map();

function numberAt(target: EventTarget, name: 'line' | 'field'): number | undefined {
  const holder = target instanceof Element ? target.closest(`[data-${name}]`) : null;
  const value = holder instanceof HTMLElement ? holder.dataset[name] : undefined;
  return value === undefined ? undefined : Number(value);
}
