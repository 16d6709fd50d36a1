import type { SchemaFieldView, SchemaPath } from '@managed-fields/player';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { PathText } from '../../core/code-view/visible-text.tsx';
import { atDepth, useWindow } from '../../core/code-view/window.ts';
import { moveInList, pageOfRows } from '../../core/view-models/list-moves.ts';
import { laterWords } from '../../core/words/later-words.ts';
import type { FieldRow } from './field-rows.ts';

interface FieldTreeProps {
  readonly label: string;
  readonly rows: readonly FieldRow[];
  /** The id of the row whose field is explained. */
  readonly current: string | undefined;
  readonly onCurrent: (field: SchemaFieldView) => void;
  readonly onOpen: (path: SchemaPath, open: boolean) => void;
  /** Each row shows its whole path, because its parents are not drawn. */
  readonly flat: boolean;
}

/** Height of a row in pixels, as `schema.css` has it. */
const rowHeight = 28;

/** Draws fields as a tree. Arrow keys move and open; only rows in view are drawn. */
export function FieldTree({ label, rows, current, onCurrent, onOpen, flat }: FieldTreeProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const view = useWindow(box, rows.length, { rowHeight });
  const found = rows.findIndex((row) => row.id === current);
  const at = Math.max(0, found);
  const row = rows[at];
  const { reveal } = view;
  useEffect(() => {
    if (found >= 0) reveal(found);
  }, [found, reveal]);

  const goTo = (index: number) => {
    const to = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (to !== undefined) onCurrent(to.field);
  };
  const toggle = ({ field, open }: FieldRow) => {
    if (field.hasChildren) onOpen(field.path, !open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = pageOfRows(box.current?.clientHeight, rowHeight);
    const to = moveInList(event.key, at, rows.length, page);
    if (to !== undefined) goTo(found < 0 ? 0 : to);
    else if (event.key === 'ArrowRight') row.open || !row.field.hasChildren ? goTo(at + 1) : toggle(row);
    else if (event.key === 'ArrowLeft') row.open ? toggle(row) : goTo(parentOf(rows, at));
    else if (event.key === 'Enter' || event.key === ' ') toggle(row);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const holder = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    const clicked = holder === null ? undefined : rows[Number(holder.dataset['line'])];
    if (clicked === undefined) return;
    const onArrow = event.target instanceof Element && event.target.closest('.lens-arrow') !== null;
    // A click on the current field opens it, as a click on the arrow does.
    if (!flat && (onArrow || clicked.id === current)) toggle(clicked);
    onCurrent(clicked.field);
  };

  return (
    <div
      ref={box}
      className="lens-tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={row === undefined ? undefined : `${id}-${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={view.onScroll}
    >
      <div style={view.padding} role="presentation">
        {rows.slice(view.from, view.to).map((each, index) => {
          const place = view.from + index;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row.
            <div
              key={each.id}
              id={`${id}-${place}`}
              className={`lens-row${each.id === current ? ' lens-row-current' : ''}`}
              role="treeitem"
              aria-level={each.level}
              aria-posinset={each.place}
              aria-setsize={each.siblings}
              aria-selected={each.id === current}
              aria-expanded={each.field.hasChildren && !flat ? each.open : undefined}
              data-line={place}
              style={atDepth(each.level - 1)}
            >
              {!flat && (
                <span className="lens-arrow" aria-hidden="true">
                  {each.field.hasChildren ? (each.open ? '▾' : '▸') : ''}
                </span>
              )}
              <RowContent field={each.field} flat={flat} />
              {each.loading && <span className="lens-soft">{laterWords.schema.loading}</span>}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function RowContent({ field, flat }: { readonly field: SchemaFieldView; readonly flat: boolean }) {
  const { name, text, treatment, required, isKey, recursive } = field;
  const merges = laterWords.schema.mergesShort(field);
  const each = text.endsWith('[]') ? laterWords.schema.eachItem : laterWords.schema.eachValue;
  return (
    <>
      <span className={flat ? 'lens-path' : name === undefined ? 'lens-each' : 'lens-name'}>
        {flat ? <PathText path={text} /> : (name ?? each)}
      </span>{' '}
      <span className="lens-soft">{laterWords.schema.typeSentence(field)}</span>{' '}
      <span className="lens-badges">
        {merges !== '' && <b className={`badge badge-${treatment}`}>{merges}</b>}{' '}
        {isKey ? (
          <span className="badge">{laterWords.schema.key}</span>
        ) : (
          required && <span className="badge">{laterWords.schema.required}</span>
        )}{' '}
        {field.default !== undefined && <span className="badge">{laterWords.schema.defaultShort(field.default)}</span>}{' '}
        {recursive && <span className="badge">{laterWords.schema.recursive}</span>}
      </span>
    </>
  );
}

function parentOf(rows: readonly FieldRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.level ?? 0) < level) return index;
  return at;
}
