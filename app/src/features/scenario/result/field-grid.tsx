// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements lay out themselves; rows here have one height, and most are not drawn.

import type { AnnotatedText, FieldView } from '@managed-fields/player';
import { identityOf, type Palette } from '@managed-fields/rendering';
import { Fragment, type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { atDepth, useWindow } from '../../../core/code-view/window.ts';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { pageOfRows } from '../../../core/view-models/list-moves.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { StateSign } from '../field/states-key.tsx';
import { pick, useLook } from '../look.ts';
import { type CellPlace, moveInGrid } from './grid-moves.ts';
import type { TableNode, TableRow } from './table-rows.ts';

interface FieldGridProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly nodes: readonly TableNode[];
  readonly rows: readonly TableRow[];
  /** The paths of the fields that are closed. */
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (closed: ReadonlySet<string>) => void;
  readonly narrow: boolean;
}

/**
 * Heights of a row in pixels, as `table.css` has them: one line on wide screens, two on narrow ones. Rows of a table that
 * is drawn whole grow with what wraps in them.
 */
const heights = { wide: 26, narrow: 46 };
const columns = ['path', 'value', 'owners', 'state'] as const;

/**
 * Draws the rows as a tree grid, by the pattern of WAI-ARIA: one row or cell has the focus, arrow keys move it, right
 * opens a row and left closes it. Draws only the rows near the visible ones, and the one that has the focus.
 */
export function FieldGrid({ annotated, colours, nodes, rows, closed, onClosed, narrow }: FieldGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const picked = useLook((state) => state.picked);
  const height = narrow ? heights.narrow : heights.wide;
  const view = useWindow(box, rows.length, { rowHeight: height });
  const [current, setCurrent] = useState<{ readonly path: string; readonly cell: number }>({ path: '', cell: -1 });
  const wantsFocus = useRef(false);
  const paths = useMemo(
    () => rows.map(({ node }) => annotated.fields[nodes[node]?.field ?? -1]?.path ?? ''),
    [rows, nodes, annotated],
  );
  const at = Math.max(0, paths.indexOf(current.path));

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const row = box.current?.querySelector<HTMLElement>(`[data-line="${at}"]`);
    const cell = current.cell < 0 ? row : row?.querySelectorAll<HTMLElement>('[role="gridcell"]')[current.cell];
    cell?.focus({ preventScroll: true });
  }, [at, current]);

  // Opens the fields above a field that was picked elsewhere, and scrolls to it.
  const followed = useRef<string>(undefined);
  const { reveal } = view;
  useEffect(() => {
    if (picked === undefined || picked === followed.current) return;
    const index = paths.indexOf(picked);
    if (index >= 0) {
      followed.current = picked;
      setCurrent({ path: picked, cell: -1 });
      reveal(index);
      return;
    }
    const above = [...closed].filter((path) => picked.startsWith(path));
    if (above.length > 0) onClosed(new Set([...closed].filter((path) => !above.includes(path))));
  }, [picked, paths, closed, onClosed, reveal]);

  const choose = (index: number, cell: number) => {
    const path = paths[index];
    if (path === undefined) return;
    wantsFocus.current = true;
    followed.current = path;
    setCurrent({ path, cell });
    reveal(index);
    pick(path);
  };
  const toggle = (index: number) => {
    const [row, path] = [rows[index], paths[index]];
    if (row === undefined || path === undefined || !row.hasChildren) return;
    const next = new Set(closed);
    if (row.open) next.add(path);
    else next.delete(path);
    onClosed(next);
    wantsFocus.current = true;
    setCurrent({ path, cell: current.cell });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (row === undefined || event.altKey || event.metaKey) return;
    const page = pageOfRows(box.current?.clientHeight, height);
    const place: CellPlace = { row: at, cell: current.cell };
    const move = moveInGrid(event.key, event.ctrlKey, place, row, {
      rows: rows.length,
      cells: columns.length,
      page,
      parent: () => parentRow(rows, nodes, at),
    });
    if (move === undefined) return;
    event.preventDefault();
    if (move === 'toggle') toggle(at);
    else choose(move.row, move.cell);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const holder = target?.closest<HTMLElement>('[data-line]');
    if (holder === null || holder === undefined || window.getSelection()?.isCollapsed === false) return;
    const index = Number(holder.dataset['line']);
    if (target?.closest('.tree-arrow')) toggle(index);
    else choose(index, -1);
  };

  const drawn = Array.from({ length: view.to - view.from }, (_, place) => view.from + place);
  const away = at < view.from || at >= view.to;
  return (
    <div
      className={`grid${narrow ? ' grid-narrow' : ''}${view.whole ? ' grid-wrap' : ''}`}
      role="treegrid"
      aria-label={laterWords.table.grid}
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="rowgroup" className="grid-head">
        <div role="row" className="grid-row" aria-rowindex={1} tabIndex={-1}>
          {columns.map((column) => (
            <span key={column} role="columnheader" tabIndex={-1}>
              {laterWords.table.columns[column]}
            </span>
          ))}
        </div>
      </div>
      <div ref={box} role="rowgroup" className="grid-body" onScroll={view.onScroll}>
        <div style={view.padding} role="presentation">
          {(away ? [...drawn, at] : drawn).map((index) => {
            const row = rows[index];
            const node = row && nodes[row.node];
            const field = node && annotated.fields[node.field];
            if (row === undefined || node === undefined || field === undefined) return null;
            return (
              <GridRow
                key={`${row.node} ${field.path}`}
                row={row}
                node={node}
                field={field}
                annotated={annotated}
                colours={colours}
                index={index}
                cell={index === at ? current.cell : undefined}
                picked={field.path === picked}
                away={away && index === at ? index * height : undefined}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface GridRowProps {
  readonly row: TableRow;
  readonly node: TableNode;
  readonly field: FieldView;
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly index: number;
  /** The index of the cell that has the focus, -1 for the row itself; undefined where neither has it. */
  readonly cell: number | undefined;
  readonly picked: boolean;
  /** The position of a row that is drawn although it is far from the visible ones; undefined for the others. */
  readonly away: number | undefined;
}

const GridRow = memo(function GridRow({
  row,
  node,
  field,
  annotated,
  colours,
  index,
  cell,
  picked,
  away,
}: GridRowProps) {
  const owners = field.owners.flatMap((owner) => annotated.managers[owner] ?? []);
  const focusable = (place: number) => (cell === place ? 0 : -1);
  const few = owners.slice(0, 3);
  return (
    <div
      className={`grid-row${field.state === 'absent' ? ' grid-absent' : ''}${row.leads ? ' grid-leads' : ''}${picked ? ' row-picked' : ''}`}
      role="row"
      aria-level={node.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-rowindex={index + 2}
      aria-expanded={row.hasChildren ? row.open : undefined}
      aria-selected={picked}
      tabIndex={focusable(-1)}
      data-line={index}
      style={away === undefined ? undefined : { position: 'absolute', top: away, left: 0, right: 0 }}
    >
      <span role="gridcell" className="grid-path" tabIndex={focusable(0)} style={atDepth(node.depth)}>
        <span className="tree-arrow" aria-hidden="true">
          {row.hasChildren ? (row.open ? '▾' : '▸') : ''}
        </span>
        <span aria-hidden="true" title={field.path}>
          <FieldName name={node.name} />
        </span>
        <span className="hidden-text">{field.path}</span>
      </span>
      <span role="gridcell" className="grid-value" tabIndex={focusable(1)} title={field.preview}>
        <span>{field.preview}</span>
      </span>
      <span role="gridcell" className="grid-owners" tabIndex={focusable(2)} title={laterWords.table.ownersText(owners)}>
        <span aria-hidden="true">
          {few.map((owner) => (
            <MarkChip key={identityOf(owner)} mark={colours.ofOwner(owner)} />
          ))}
          {few.map(({ manager }) => manager).join(', ')}
          {owners.length > few.length && <small> {laterWords.table.more({ count: owners.length - few.length })}</small>}
        </span>
        <span className="hidden-text">{laterWords.table.ownersText(owners)}</span>
      </span>
      <span role="gridcell" className="grid-state" tabIndex={focusable(3)} title={words.field.stateName(field)}>
        <StateSign state={field.state} why={field.why} /> {words.field.stateName(field)}
        {field.whole === true && <small> · {laterWords.table.wholeName}</small>}
      </span>
    </div>
  );
});

/** The name of a field, which can break where a word in it begins. What is no name of a schema breaks anywhere. */
function FieldName({ name }: { readonly name: string }) {
  if (name.length > 100) return name;
  return name.split(/(?=[A-Z][a-z])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Returns the index of the parent row; of the row itself at the top. */
function parentRow(rows: readonly TableRow[], nodes: readonly TableNode[], at: number): number {
  const parent = nodes[rows[at]?.node ?? -1]?.parent;
  const found = rows.findIndex(({ node }) => node === parent);
  return found < 0 ? at : found;
}
