import type { EntriesView, EntryView, TrieNode } from '@managed-fields/player';

/** A row of the tree of managedFields: an entry, or a node of one. */
export interface TrieRow {
  /** The same for the same row after an edit, as long as its entry is at the same place. */
  readonly id: string;
  readonly entry: number;
  /** Undefined for the entry itself. */
  readonly node: number | undefined;
  /** From 1, as ARIA counts. */
  readonly level: number;
  readonly hasChildren: boolean;
  readonly open: boolean;
  /** The place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
}

/** Which rows are open: all but these, or none but these. */
export interface Opened {
  readonly kind: 'all-but' | 'none-but';
  readonly ids: ReadonlySet<string>;
}

/** The rows that are shown, in their order. */
export function trieRows(entries: readonly EntryView[], opened: Opened): readonly TrieRow[] {
  return entries.flatMap((entry, index) => {
    const id = `${index}`;
    const open = isOpen(opened, id);
    const top: TrieRow = {
      id,
      entry: index,
      node: undefined,
      level: 1,
      hasChildren: entry.nodes.length > 0,
      open,
      place: index + 1,
      siblings: entries.length,
    };
    return open ? [top, ...nodeRows(entry, index, opened)] : [top];
  });
}

function nodeRows({ nodes }: EntryView, entry: number, opened: Opened): readonly TrieRow[] {
  const rows: TrieRow[] = [];
  const counts = new Map<number | undefined, number>();
  for (const { parent } of nodes) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  const places = new Map<number | undefined, number>();
  const hidden = new Set<number>();
  for (const [index, { parent, depth }] of nodes.entries()) {
    const place = (places.get(parent) ?? 0) + 1;
    places.set(parent, place);
    const id = `${entry}/${index}`;
    const hasChildren = counts.has(index);
    const open = hasChildren && isOpen(opened, id);
    if (parent !== undefined && hidden.has(parent)) {
      hidden.add(index);
      continue;
    }
    if (!open) hidden.add(index);
    rows.push({
      id,
      entry,
      node: index,
      level: depth + 2,
      hasChildren,
      open,
      place,
      siblings: counts.get(parent) ?? 1,
    });
  }
  return rows;
}

function isOpen({ kind, ids }: Opened, id: string): boolean {
  return (kind === 'all-but') !== ids.has(id);
}

/** Opens or closes a row. */
export function withOpen(opened: Opened, id: string, open: boolean): Opened {
  const ids = new Set(opened.ids);
  if ((opened.kind === 'all-but') === open) ids.delete(id);
  else ids.add(id);
  return { ...opened, ids };
}

/** Opens whatever hides the nodes of a path. */
export function withPathOpen(opened: Opened, entries: readonly EntryView[], path: string): Opened {
  let result = opened;
  for (const [entry, { nodes }] of entries.entries()) {
    for (const node of nodes) {
      if (node.path !== path) continue;
      result = withOpen(result, `${entry}`, true);
      for (let up = node.parent; up !== undefined; up = nodes[up]?.parent)
        result = withOpen(result, `${entry}/${up}`, true);
    }
  }
  return result;
}

/** The node of a row. */
export function nodeOf(
  entries: EntriesView['entries'],
  { entry, node }: Pick<TrieRow, 'entry' | 'node'>,
): TrieNode | undefined {
  return node === undefined ? undefined : entries[entry]?.nodes[node];
}
