import { describe, expect, test } from 'vitest';
import { emptyHistory, type History, mostBytes, mostRows, objectOf, withRow } from './history.ts';
import { rowOf } from './row.ts';

const row = (number: number) =>
  rowOf({ number, change: 'changed', received: number, missed: false }, undefined, undefined);

function filled(count: number, textOf: (number: number) => string | undefined): History {
  let history = emptyHistory;
  for (let number = 1; number <= count; number++) history = withRow(history, row(number), textOf(number));
  return history;
}

describe('a history', () => {
  test('keeps the newest rows and says how many are left out', () => {
    const { rows, leftOut, objects } = filled(mostRows + 10, () => '{}');
    expect([rows.length, rows[0]?.number, leftOut]).toEqual([mostRows, 11, 10]);
    expect(objects[0]?.row).toBe(11);
  });

  test('keeps the newest objects by their bytes, and all rows', () => {
    const megabyte = 'ж'.repeat(512 * 1024);
    const history = filled(20, () => megabyte);
    expect(history.rows).toHaveLength(20);
    expect(history.bytes).toBe(mostBytes);
    expect(history.objects.map((each) => each.row)).toEqual(Array.from({ length: 16 }, (_, index) => index + 5));
    expect(objectOf(history, 4)).toBeUndefined();
    expect(objectOf(history, 5)).toBe(megabyte);
  });

  test('an object larger than all that is kept is not kept', () => {
    const history = filled(2, (number) => (number === 1 ? '{}' : 'a'.repeat(mostBytes + 1)));
    expect([history.objects, history.bytes, history.rows.length]).toEqual([[], 0, 2]);
  });

  test('a row without an object leaves those of others', () => {
    const history = filled(3, (number) => (number === 2 ? undefined : '{}'));
    expect(history.objects.map((each) => each.row)).toEqual([1, 3]);
    expect(history.bytes).toBe(4);
  });
});
