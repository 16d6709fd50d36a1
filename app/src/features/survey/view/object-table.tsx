// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements lay out themselves; rows here have one height, and most are not drawn.

import { palette } from '@managed-fields/rendering';
import { objectName } from '@managed-fields/survey';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useWindow } from '../../../core/code-view/window.ts';
import { announce } from '../../../core/ui/announce.ts';
import type { useLayout } from '../../../core/ui/media.ts';
import { type Said, Term } from '../../../core/ui/term.tsx';
import { moveInList, pageOfRows } from '../../../core/view-models/list-moves.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { openRow } from '../state/open-row.ts';
import { look, sortColumn, useSurveyLook } from '../state/survey-look.ts';
import { headingOf, type TableItem } from '../state/survey-rows.ts';
import { useSurvey } from '../state/survey-store.ts';
import { type Column, columnsOf, GroupRow, ObjectRow } from './object-row.tsx';
import './table.css';

interface ObjectTableProps {
  readonly items: readonly TableItem[];
  readonly layout: ReturnType<typeof useLayout>;
}

/** Heights of a row in pixels, as `survey.css` has them. */
const heights = { wide: 28, middle: 28, narrow: 48 };

/**
 * The objects as a grid of which only the rows near the visible ones are drawn. One row has the focus; arrow keys move it,
 * Enter opens its object, right and left open and close a group.
 */
export function ObjectTable({ items, layout }: ObjectTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const colours = useSurvey((state) => state.colours);
  const marks = useMemo(() => palette(colours), [colours]);
  const { current, closed, groupBy, scrolled } = useSurveyLook();
  const height = heights[layout];
  const columns = columnsOf(layout);
  const view = useWindow(box, items.length, { rowHeight: height, light: false });
  const { onScroll } = view;
  const found = items.findIndex(({ key }) => key === current);
  const at = Math.max(0, found);
  const wantsFocus = useRef(false);

  useLayoutEffect(() => {
    if (box.current === null || box.current.scrollTop === scrolled) return;
    box.current.scrollTop = scrolled;
    onScroll();
  }, [scrolled, onScroll]);
  // Who comes back from an object goes on where they were.
  const came = useRef(found >= 0 && document.activeElement?.closest('.survey') === null);
  useEffect(() => {
    if (!wantsFocus.current && !came.current) return;
    [wantsFocus.current, came.current] = [false, false];
    box.current?.querySelector<HTMLElement>(`[data-line="${at}"]`)?.focus({ preventScroll: true });
  }, [at, current, items]);

  const keepScroll = () => {
    const top = box.current?.scrollTop ?? 0;
    // What is drawn does not depend on it until the table is drawn anew.
    if (top !== useSurveyLook.getState().scrolled) look({ scrolled: top });
  };
  const choose = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    wantsFocus.current = true;
    view.reveal(index);
    look({ current: item.key });
  };
  const toggle = (item: TableItem) => {
    if (item.kind !== 'group') return;
    const { name } = item.group;
    const next = new Set(closed);
    if (item.open) next.add(name);
    else next.delete(name);
    wantsFocus.current = true;
    look({ closed: next, current: item.key });
  };
  // Who clicks twice opens it once.
  const isOpening = useRef(false);
  const open = async (item: TableItem) => {
    if (item.kind === 'group') return toggle(item);
    if (isOpening.current) return;
    isOpening.current = true;
    look({ current: item.key, scrolled: box.current?.scrollTop ?? 0 });
    const name = objectName(item.object);
    announce((await openRow(item.object.index)) ? laterWords.survey.opened({ name }) : laterWords.survey.gone);
    isOpening.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[at];
    if (item === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest('[role="columnheader"]')) return;
    const to = moveInList(event.key, at, items.length, pageOfRows(box.current?.clientHeight, height));
    if (to !== undefined) choose(to);
    else if (event.key === 'Enter' || event.key === ' ') void open(item);
    else if (event.key === 'ArrowRight' && item.kind === 'group' && !item.open) toggle(item);
    else if (event.key === 'ArrowLeft' && item.kind === 'group' && item.open) toggle(item);
    else if (event.key === 'ArrowLeft' && item.kind === 'object') choose(headingOf(items, at));
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const holder = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    if (holder === null || window.getSelection()?.isCollapsed === false) return;
    const item = items[Number(holder.dataset['line'])];
    if (item !== undefined) void open(item);
  };

  const drawn = Array.from({ length: view.to - view.from }, (_, place) => view.from + place);
  const away = at < view.from || at >= view.to;
  const rows = away ? [...drawn, at] : drawn;
  return (
    <div
      className={`survey-grid survey-grid-${layout}`}
      role="treegrid"
      aria-label={laterWords.survey.table}
      aria-rowcount={items.length + 1}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Head columns={columns} />
      <div
        ref={box}
        role="rowgroup"
        className="survey-rows"
        onScroll={view.onScroll}
        onScrollEnd={keepScroll}
        onBlur={keepScroll}
      >
        <div style={view.padding} role="presentation">
          {rows.map((index) => {
            const item = items[index];
            if (item === undefined) return null;
            const place = {
              index,
              focusable: index === at,
              away: away && index === at ? index * height : undefined,
            };
            return item.kind === 'group' ? (
              <GroupRow
                key={item.key}
                {...place}
                name={item.group.name}
                count={item.group.objects.length}
                by={groupBy}
                open={item.open}
                columns={columns.length}
              />
            ) : (
              <ObjectRow
                key={item.key}
                {...place}
                object={item.object}
                columns={columns}
                marks={marks}
                level={groupBy === 'nothing' ? 1 : 2}
              />
            );
          })}
        </div>
      </div>
      {items.length === 0 && <p className="survey-note">{laterWords.survey.noneFits}</p>}
    </div>
  );
}

/** Which columns are about a term of the glossary. */
const termOf: Partial<Record<Column['name'], Said['term']>> = {
  managers: 'manager',
  fields: 'owner',
  shared: 'shared',
  managedFieldsBytes: 'managedFields',
  findings: 'survey',
};

/** The heads of the columns, each a button that sorts by it. */
function Head({ columns }: { readonly columns: readonly Column[] }) {
  const { sortBy, descending } = useSurveyLook();
  return (
    <div role="rowgroup" className="survey-columns">
      <div role="row" aria-rowindex={1} tabIndex={-1} className="survey-row">
        {columns.map(({ name, sort, number }) => {
          const sorted = sort === sortBy;
          return (
            <span
              key={name}
              role="columnheader"
              tabIndex={-1}
              className={number ? 'survey-number' : undefined}
              aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
            >
              <Term
                term={termOf[name]}
                text={laterWords.survey.columnHints[name]}
                className=""
                onClick={() => sortColumn(sort)}
              >
                {laterWords.survey.columns[name]}
                <span className="survey-sorted" aria-hidden="true">
                  {sorted ? (descending ? '↓' : '↑') : ''}
                </span>
              </Term>
            </span>
          );
        })}
      </div>
    </div>
  );
}
