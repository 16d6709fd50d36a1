import { type WatchRow, writersOf } from '@managed-fields/live-cluster';
import type { Palette } from '@managed-fields/rendering';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { moveInList } from '../../../core/view-models/list-moves.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { clockText, RowChanges } from './row-parts.tsx';

interface RowListProps {
  /** Oldest first; drawn the other way round. */
  readonly rows: readonly WatchRow[];
  readonly leftOut: number;
  readonly chosen: number | undefined;
  readonly colours: Palette;
  readonly onChoose: (row: number) => void;
}

/** How many rows are drawn at a time. */
const pageSize = 50;

/**
 * The versions, the newest first, a page at a time. Whoever looks at older ones is not moved away from them by new ones.
 */
export function RowList({ rows, leftOut, chosen, colours, onChoose }: RowListProps) {
  const said = laterWords.watch;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // The number of the newest row that is drawn; undefined where it is the newest of all.
  const [top, setTop] = useState<number>();
  const newest = rows.at(-1)?.number ?? 0;
  const oldest = rows[0]?.number ?? 1;
  const from = Math.max(top ?? newest, Math.min(oldest + pageSize - 1, newest));
  const shown = rows.slice(Math.max(0, from - oldest + 1 - pageSize), from - oldest + 1).toReversed();
  const current = shown.findIndex(({ number }) => number === chosen);
  const isAtEnd = (shown.at(-1)?.number ?? oldest) <= oldest;
  useEffect(() => {
    if (chosen === undefined) return;
    box.current?.querySelector(`[data-row="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const choose = (index: number) => {
    const row = shown[index];
    if (row === undefined) return;
    // What was chosen stays where it is, however many come after it.
    if (top === undefined) setTop(newest);
    onChoose(row.number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveInList(event.key, Math.max(current, 0), shown.length, 10);
    if (to === undefined) return;
    event.preventDefault();
    choose(current < 0 ? 0 : to);
  };
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const number = Number(row?.dataset['row']);
    choose(shown.findIndex((each) => each.number === number));
  };
  const pages: readonly (readonly [text: string, disabled: boolean, go: () => void])[] = [
    [said.newest({ count: newest - from }), from >= newest, () => setTop(undefined)],
    [said.newer, from >= newest, () => setTop(from + pageSize >= newest ? undefined : from + pageSize)],
    [said.older, isAtEnd, () => setTop(from - pageSize)],
  ];
  return (
    <div className="watch-list">
      <div className="watch-pages">
        <span>
          {said.count({ count: newest })}
          {leftOut > 0 && ` · ${said.leftOut({ count: leftOut })}`}
        </span>
        <span className="grow" />
        {(newest - oldest >= pageSize || from < newest) &&
          pages.map(([text, disabled, go]) => (
            <button key={text} type="button" className="btn btn-small" disabled={disabled} onClick={go}>
              {text}
            </button>
          ))}
      </div>
      <div
        ref={box}
        className="watch-rows"
        role="listbox"
        aria-label={said.rows}
        aria-activedescendant={current < 0 ? undefined : `${id}-${chosen}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {shown.map((row) => (
          <RowOption
            key={row.number}
            id={`${id}-${row.number}`}
            row={row}
            isChosen={row.number === chosen}
            colours={colours}
          />
        ))}
      </div>
    </div>
  );
}

interface RowOptionProps {
  readonly id: string;
  readonly row: WatchRow;
  readonly isChosen: boolean;
  readonly colours: Palette;
}

/** A version in the list: when, by whom, and the first of what it changed. */
const RowOption = memo(function RowOption({ id, row, isChosen, colours }: RowOptionProps) {
  const said = laterWords.watch;
  const writers = writersOf(row);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the active row.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={`watch-row watch-${row.change}`}
      data-row={row.number}
    >
      <span className="watch-when">
        <small>{row.number}</small>{' '}
        <time dateTime={new Date(row.received).toISOString()}>{clockText(row.received)}</time>
      </span>
      <span className="watch-who">
        {row.change !== 'changed' && <b className="badge">{said.changes[row.change]}</b>}{' '}
        {writers.slice(0, mostWriters).map((owner, index) => (
          <span key={index} className="owner">
            <MarkChip mark={colours.ofOwner(owner)} />
            <VisibleText text={owner.manager} />
          </span>
        ))}
        {writers.length > mostWriters && <small> +{writers.length - mostWriters}</small>}
        {writers.length === 0 && row.change === 'changed' && <i>{said.nobody}</i>}
      </span>
      {row.missed && <small className="watch-missed">{said.missed}</small>}
      <RowChanges row={row} lines={2} />
    </div>
  );
});

const mostWriters = 3;
