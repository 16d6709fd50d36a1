import { expect, test } from 'vitest';
import { type CellPlace, moveInGrid } from './grid-moves.ts';

const closed = { hasChildren: true, open: false };
const open = { hasChildren: true, open: true };
const leaf = { hasChildren: false, open: false };
const around = { rows: 10, cells: 4, page: 5, parent: () => 2 };

test.each<
  readonly [
    what: string,
    key: string,
    from: readonly [number, number],
    row: typeof open,
    to: readonly [number, number] | 'toggle' | undefined,
  ]
>([
  ['down', 'ArrowDown', [3, -1], leaf, [4, -1]],
  ['no further than the last', 'ArrowDown', [9, 2], leaf, [9, 2]],
  ['up in a column', 'ArrowUp', [3, 2], leaf, [2, 2]],
  ['no further than the first', 'ArrowUp', [0, -1], leaf, [0, -1]],
  ['a page', 'PageDown', [3, -1], leaf, [8, -1]],
  ['a page back', 'PageUp', [3, -1], leaf, [0, -1]],
  ['to the first row', 'Home', [3, -1], leaf, [0, -1]],
  ['to the first cell', 'Home', [3, 2], leaf, [3, 0]],
  ['to the last row', 'End', [3, -1], leaf, [9, -1]],
  ['to the last cell', 'End', [3, 0], leaf, [3, 3]],
  ['open', 'ArrowRight', [3, -1], closed, 'toggle'],
  ['into the cells of an open row', 'ArrowRight', [3, -1], open, [3, 0]],
  ['into the cells of a leaf', 'ArrowRight', [3, -1], leaf, [3, 0]],
  ['no further than the last cell', 'ArrowRight', [3, 3], leaf, [3, 3]],
  ['back to the row', 'ArrowLeft', [3, 0], open, [3, -1]],
  ['close', 'ArrowLeft', [3, -1], open, 'toggle'],
  ['to the parent', 'ArrowLeft', [3, -1], closed, [2, -1]],
  ['open and close by Enter', 'Enter', [3, -1], open, 'toggle'],
  ['stay on a leaf', 'Enter', [3, -1], leaf, [3, -1]],
  ['nothing by letters', 'a', [3, -1], leaf, undefined],
])('moves %s', (_what, key, [row, cell], state, to) => {
  const expected: CellPlace | 'toggle' | undefined = Array.isArray(to)
    ? { row: to[0], cell: to[1] }
    : (to as 'toggle' | undefined);
  expect(moveInGrid(key, false, { row, cell }, state, around)).toEqual(expected);
});

test('moves to the first and last row from a cell with Control', () => {
  expect(moveInGrid('Home', true, { row: 3, cell: 2 }, leaf, around)).toEqual({ row: 0, cell: 2 });
  expect(moveInGrid('End', true, { row: 3, cell: 2 }, leaf, around)).toEqual({ row: 9, cell: 2 });
});
