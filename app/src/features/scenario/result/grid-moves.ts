import { moveInList } from '../../../core/view-models/list-moves.ts';

/** A row of a tree grid, or one of its cells; -1 is the row itself. */
export interface CellPlace {
  readonly row: number;
  readonly cell: number;
}

/** What a tree grid is like around the focus. */
export interface GridAround {
  readonly rows: number;
  readonly cells: number;
  /** How many rows are visible at once. */
  readonly page: number;
  /** The row that the current one is below of; itself at the top. */
  readonly parent: () => number;
}

/**
 * Where a key moves the focus in a tree grid, or that it opens or closes the row; undefined for other keys.
 * By the pattern of WAI-ARIA: rows have the focus first, right goes into their cells.
 */
export function moveInGrid(
  key: string,
  control: boolean,
  { row, cell }: CellPlace,
  { hasChildren, open }: { readonly hasChildren: boolean; readonly open: boolean },
  { rows, cells, page, parent }: GridAround,
): CellPlace | 'toggle' | undefined {
  switch (key) {
    case 'Home':
      return cell < 0 || control ? { row: 0, cell } : { row, cell: 0 };
    case 'End':
      return cell < 0 || control ? { row: rows - 1, cell } : { row, cell: cells - 1 };
    case 'ArrowRight':
      if (cell < 0 && hasChildren && !open) return 'toggle';
      return { row, cell: Math.min(cell + 1, cells - 1) };
    case 'ArrowLeft':
      if (cell >= 0) return { row, cell: cell - 1 };
      return hasChildren && open ? 'toggle' : { row: parent(), cell };
    case 'Enter':
    case ' ':
      return hasChildren && cell <= 0 ? 'toggle' : { row, cell };
    default: {
      const to = moveInList(key, row, rows, page);
      return to === undefined ? undefined : { row: to, cell };
    }
  }
}
