import type { EntriesView, EntryView, TrieNode } from '@managed-fields/player';
import type { Palette } from '@managed-fields/rendering';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { atDepth, useWindow } from '../../../core/code-view/window.ts';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { moveInList, pageOfRows } from '../../../core/view-models/list-moves.ts';
import { knownManager } from '../../../core/view-models/managers.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { nodeOf, type Opened, type TrieRow, trieRows, withOpen, withPathOpen } from './trie-rows.ts';

interface EntriesTreeProps {
  readonly entries: EntriesView;
  readonly colours: Palette;
  readonly picked: string | undefined;
  readonly pointed: string | undefined;
  readonly onPick: (path: string | undefined) => void;
  readonly onPoint: (path: string | undefined) => void;
  readonly narrow: boolean;
}

/** Trees with more nodes than this are closed at first. */
const openUpTo = 300;
/** Height of a row in pixels, as `entries.css` has it. */
const rowHeight = 24;

/** Draws the entries and their nodes as a tree, with an explanation of the current node below. */
export function EntriesTree(props: EntriesTreeProps) {
  const { entries, colours, picked, pointed, onPick, onPoint, narrow } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = entries.entries;
  const [opened, setOpened] = useState<Opened>(() => firstOpened(list));
  const [current, setCurrent] = useState('0');
  const rows = useMemo(() => trieRows(list, opened), [list, opened]);
  const view = useWindow(box, rows.length, { rowHeight });
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === current),
  );
  const row = rows[at];

  // Opens the tree down to the first node of a field that was picked elsewhere, and shows it.
  const followed = useRef(picked);
  const reveal = view.reveal;
  useEffect(() => {
    if (picked === undefined || picked === followed.current) return;
    followed.current = picked;
    const next = withPathOpen(opened, list, picked);
    const shown = trieRows(list, next);
    const index = shown.findIndex((each) => nodeOf(list, each)?.path === picked);
    setOpened(next);
    const found = shown[index];
    if (found === undefined) return;
    setCurrent(found.id);
    requestAnimationFrame(() => reveal(index));
  }, [picked, list, opened, reveal]);

  const goTo = (index: number) => {
    const to = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (to === undefined) return;
    setCurrent(to.id);
    view.reveal(rows.indexOf(to));
    choose(to);
  };
  const choose = (to: TrieRow) => {
    const path = nodeOf(list, to)?.path;
    followed.current = path;
    onPick(path);
  };
  const toggle = (to: TrieRow) => {
    if (to.hasChildren) setOpened(withOpen(opened, to.id, !to.open));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (row === undefined) return;
    const page = pageOfRows(box.current?.clientHeight, rowHeight);
    const to = moveInList(event.key, at, rows.length, page);
    if (to !== undefined) goTo(to);
    else if (event.key === 'ArrowRight') row.hasChildren && !row.open ? toggle(row) : row.open && goTo(at + 1);
    else if (event.key === 'ArrowLeft') row.open ? toggle(row) : goTo(parentOf(rows, at));
    else if (event.key === 'Enter' || event.key === ' ') toggle(row);
    else return;
    event.preventDefault();
  };
  const rowOf = (event: MouseEvent) => {
    const holder = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    return holder === null ? undefined : rows[Number(holder.dataset['line'])];
  };
  const onClick = (event: MouseEvent) => {
    const found = rowOf(event);
    if (found === undefined) return;
    setCurrent(found.id);
    view.reveal(rows.indexOf(found));
    const onArrow = event.target instanceof Element && event.target.closest('.tree-arrow') !== null;
    if (onArrow || found.node === undefined) toggle(found);
    if (!onArrow) choose(found);
  };
  return (
    <div className="entries-list">
      <div
        ref={box}
        className={view.whole ? 'tree tree-wrap' : 'tree'}
        role="tree"
        aria-label={laterWords.entries.tree}
        aria-activedescendant={`${id}-${row?.id}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseMove={narrow ? undefined : (event) => onPoint(pathOf(list, rowOf(event)))}
        onMouseLeave={() => onPoint(undefined)}
        onScroll={view.onScroll}
      >
        <div style={view.padding} role="presentation">
          {rows.slice(view.from, view.to).map((each, place) => {
            const path = pathOf(list, each);
            const classes = [
              'tree-row',
              each.node === undefined && 'tree-entry',
              each === row && 'row-current',
              path !== undefined && path === picked && 'row-picked',
              path !== undefined && path === pointed && 'row-lit',
            ];
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row.
              <div
                key={each.id}
                id={`${id}-${each.id}`}
                className={classes.filter(Boolean).join(' ')}
                role="treeitem"
                aria-level={each.level}
                aria-posinset={each.place}
                aria-setsize={each.siblings}
                aria-selected={each === row}
                aria-expanded={each.hasChildren ? each.open : undefined}
                data-line={view.from + place}
                style={atDepth(each.level - 1)}
              >
                <span className="tree-arrow" aria-hidden="true">
                  {each.hasChildren ? (each.open ? '▾' : '▸') : ''}
                </span>
                <RowContent row={each} entries={entries} colours={colours} />
              </div>
            );
          })}
        </div>
      </div>
      {row !== undefined && <About row={row} entries={list} />}
    </div>
  );
}

interface RowContentProps {
  readonly row: TrieRow;
  readonly entries: EntriesView;
  readonly colours: Palette;
}

const RowContent = memo(function RowContent({ row, entries: { entries, object }, colours }: RowContentProps) {
  const entry = entries[row.entry];
  const node = nodeOf(entries, row);
  if (entry === undefined) return null;
  if (node === undefined) {
    return (
      <>
        <MarkChip mark={colours.ofOwner(entry)} />
        <b className="tree-manager">
          <VisibleText text={entry.manager} />
        </b>
        <span className="tree-soft">
          <VisibleText text={words.field.ownerKind(entry)} /> · {entry.apiVersion} ·{' '}
          {entry.time === undefined
            ? words.field.timeSentence({ time: undefined, subresource: '' })
            : words.field.timeSentence(entry)}
        </span>
        <span className="tree-end">{laterWords.entries.entryLabel(entry)}</span>
      </>
    );
  }
  const { colour } = colours.ofOwner(entry);
  const field = object.fields[node.fields[0] ?? -1];
  const value = field?.leaf === true && node.element.kind === 'field' ? field.preview : '';
  return (
    <>
      <i className={`tree-dot mf-c${colour}${node.member ? ' tree-owned' : ''}`} aria-hidden="true" />
      <code className={node.member ? undefined : 'tree-leads'}>{node.key}</code>
      {node.element.kind === 'field' ? (
        <span className="hidden-text"> {laterWords.entries.nodeSentence(node.element)}</span>
      ) : (
        <span className="tree-soft">{laterWords.entries.nodeSentence(node.element)}</span>
      )}
      {value !== '' && <span className="tree-value">{value}</span>}
      <span className="hidden-text">, {node.member ? laterWords.entries.ownedItself : laterWords.entries.leads}</span>
      {node.absent && <span className="badge badge-stale">{laterWords.entries.absent}</span>}
    </>
  );
});

/** Explains the current row. */
function About({ row, entries }: { readonly row: TrieRow; readonly entries: readonly EntryView[] }) {
  const entry = entries[row.entry];
  const node = nodeOf(entries, row);
  if (entry === undefined) return null;
  const found = node === undefined ? aboutEntry(entry) : aboutNode(node);
  const lines = found.length === 0 ? [laterWords.entries.hint] : found;
  return (
    <div className="entries-about" aria-live="polite">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function aboutEntry(entry: EntryView): readonly string[] {
  const known = knownManager(entry.manager);
  return [
    ...(known === undefined
      ? []
      : [`${laterWords.managers.meanings[known.code]} ${laterWords.managers.origins[known.from]}`]),
    ...(entry.noTime === undefined ? [] : [laterWords.entries.noTime[entry.noTime]]),
    ...(entry.older ? [laterWords.entries.older] : []),
    ...(entry.broken === undefined ? [] : [laterWords.entries.brokenEntry({ message: entry.broken })]),
    ...(entry.nodes.length === 0 && entry.broken === undefined ? [laterWords.entries.emptyEntry] : []),
  ];
}

function aboutNode({ path, member, element, absent }: TrieNode): readonly string[] {
  const facts = [
    member ? laterWords.entries.ownedItself : laterWords.entries.leads,
    ...(absent ? [laterWords.entries.absent] : []),
  ];
  return [
    `${path} · ${facts.join(' · ')}`,
    ...(element.kind === 'key' && element.unowned.length > 0 ? [laterWords.entries.unownedKey(element.unowned)] : []),
  ];
}

function firstOpened(entries: readonly EntryView[]): Opened {
  const nodes = entries.reduce((sum, entry) => sum + entry.nodes.length, 0);
  return { kind: nodes <= openUpTo ? 'all-but' : 'none-but', ids: new Set() };
}

function pathOf(entries: readonly EntryView[], row: TrieRow | undefined): string | undefined {
  return row === undefined ? undefined : nodeOf(entries, row)?.path;
}

/** Returns the index of the parent row; of the row itself at the top. */
function parentOf(rows: readonly TrieRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let up = at - 1; up >= 0; up--) if ((rows[up]?.level ?? 0) < level) return up;
  return at;
}
