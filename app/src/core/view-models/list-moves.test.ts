import { expect, test } from 'vitest';
import { moveInList, pageOfRows } from './list-moves.ts';

test.each([
  ['ArrowDown', 4, 5],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 4, 3],
  ['PageDown', 4, 7],
  ['PageDown', 8, 9],
  ['PageUp', 4, 1],
  ['PageUp', 1, 0],
  ['Home', 4, 0],
  ['End', 4, 9],
  ['a', 4, undefined],
] as const)('%s from %i of ten leads to %s', (key, at, to) => {
  expect(moveInList(key, at, 10, 3)).toBe(to);
});

test.each([
  [undefined, 20, 9],
  [300, 20, 14],
  [10, 20, 1],
] as const)('a page of %s pixels in rows of %i is %i rows', (height, row, rows) => {
  expect(pageOfRows(height, row)).toBe(rows);
});
