import { byteOrderMark, csvText, markdownTable, markdownText } from '@managed-fields/foreign-text';
import type { AnnotatedText, FieldView } from '@managed-fields/player';

/** A field in the tree of the table. */
export interface TableNode {
  /** Index into the fields. */
  readonly field: number;
  /** Index into the nodes; undefined at the top. */
  readonly parent: number | undefined;
  readonly depth: number;
  /** The last part of its path: `replicas`, `[name="web"]`. */
  readonly name: string;
}

/** What the table is narrowed to; a field is there if all of it fits. */
export interface TableFilter {
  /** Part of the path, whatever its case. */
  readonly text: string;
  /** The index of an entry, or `nobody`. */
  readonly owner: number | 'all' | 'nobody';
  readonly state: FieldView['state'] | 'all';
}

/** A row that is shown. */
export interface TableRow {
  readonly node: number;
  readonly hasChildren: boolean;
  readonly open: boolean;
  /** Shown only because it leads to a field that fits. */
  readonly leads: boolean;
  readonly place: number;
  readonly siblings: number;
}

/** Lets everything through. */
export const noFilter: TableFilter = { text: '', owner: 'all', state: 'all' };

/**
 * The fields as a tree, parents before their children: what stands inside another field is below it; a field that is
 * owned but absent is below the field that its path goes on from.
 */
export function tableNodes({ fields }: Pick<AnnotatedText, 'fields'>): readonly TableNode[] {
  const placed: { node: TableNode; children: number[] }[] = [];
  const byPath = new Map<string, number>();
  const stack: number[] = [];
  const top: number[] = [];
  for (const [field, view] of fields.entries()) {
    const { range } = view;
    let parent: number | undefined;
    if (range !== undefined) {
      for (let up = stack.at(-1); up !== undefined; up = stack.at(-1)) {
        const above = fields[placed[up]?.node.field ?? -1];
        if (
          above?.range !== undefined &&
          above.range.to >= range.to &&
          above.path !== view.path &&
          view.path.startsWith(above.path)
        )
          break;
        stack.pop();
      }
      parent = stack.at(-1);
      stack.push(placed.length);
    } else parent = nearest(view.path, byPath);
    const above = parent === undefined ? undefined : placed[parent];
    const abovePath = above === undefined ? '' : (fields[above.node.field]?.path ?? '');
    const name = view.path.slice(abovePath.length).replace(/^\./, '');
    const index = placed.length;
    placed.push({ node: { field, parent, depth: (above?.node.depth ?? -1) + 1, name }, children: [] });
    (above?.children ?? top).push(index);
    byPath.set(view.path, index);
  }
  return inOrder(placed, top);
}

/** The field that a path goes on from. */
function nearest(path: string, byPath: ReadonlyMap<string, number>): number | undefined {
  for (let end = path.length - 1; end > 0; end--) {
    if (path[end] !== '.' && path[end] !== '[') continue;
    const found = byPath.get(path.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Absent fields come last in the text, and here with their siblings. */
function inOrder(
  placed: readonly { readonly node: TableNode; readonly children: readonly number[] }[],
  top: readonly number[],
): readonly TableNode[] {
  const nodes: TableNode[] = [];
  const visit = (index: number, parent: number | undefined) => {
    const found = placed[index];
    if (found === undefined) return;
    const place = nodes.length;
    nodes.push({ ...found.node, parent });
    for (const child of found.children) visit(child, place);
  };
  for (const index of top) visit(index, undefined);
  return nodes;
}

/** The rows to show: what fits the filter and what leads to it; with a filter everything is open but what was closed. */
export function tableRows(
  nodes: readonly TableNode[],
  fields: readonly FieldView[],
  filter: TableFilter,
  closed: ReadonlySet<string>,
): readonly TableRow[] {
  const fits = nodes.map(({ field }) => fitsFilter(fields[field], filter));
  const kept = [...fits];
  for (let index = nodes.length - 1; index >= 0; index--) {
    const parent = nodes[index]?.parent;
    if (kept[index] === true && parent !== undefined) kept[parent] = true;
  }
  const counts = new Map<number | undefined, number>();
  for (const [index, { parent }] of nodes.entries()) if (kept[index]) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  const places = new Map<number | undefined, number>();
  const hidden = new Set<number>();
  const rows: TableRow[] = [];
  for (const [index, { parent, field }] of nodes.entries()) {
    if (kept[index] !== true) continue;
    const place = (places.get(parent) ?? 0) + 1;
    places.set(parent, place);
    const hasChildren = counts.has(index);
    const open = hasChildren && !closed.has(fields[field]?.path ?? '');
    if (parent !== undefined && hidden.has(parent)) {
      hidden.add(index);
      continue;
    }
    if (!open) hidden.add(index);
    rows.push({
      node: index,
      hasChildren,
      open,
      leads: fits[index] !== true,
      place,
      siblings: counts.get(parent) ?? 1,
    });
  }
  return rows;
}

function fitsFilter(field: FieldView | undefined, { text, owner, state }: TableFilter): boolean {
  if (field === undefined) return false;
  if (text !== '' && !field.path.toLowerCase().includes(text.toLowerCase())) return false;
  if (state !== 'all' && field.state !== state) return false;
  if (owner === 'all') return true;
  return owner === 'nobody' ? field.owners.length === 0 : field.owners.includes(owner);
}

/** A table as text: its head, then rows of as many cells. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table as CSV, with a byte order mark by which spreadsheets know that it is UTF-8. */
export function csvOf({ head, rows }: TextTable): string {
  return byteOrderMark + csvText([head, ...rows]);
}

/** A table as GitHub's Markdown. Nothing in a cell is read as Markdown or HTML. */
export function markdownOf({ head, rows }: TextTable): string {
  const written = rows.map((row) => row.map(markdownText));
  return markdownTable(head.map(markdownText), written).join('\n');
}
