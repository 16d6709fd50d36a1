import { describe, expect, it } from 'vitest';
import { insertItem, itemAt, type LongList, longList, removeItem, setItem } from './long-list.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const sizes = (list: LongList<unknown>) => list.pieces.map((piece) => piece.length);

/** The items of a list, which has to know how many they are. */
function itemsOf<T>(list: LongList<T>): T[] {
  const items = list.pieces.flat();
  expect(list.length).toBe(items.length);
  return items;
}

describe('a long list', () => {
  it.each([
    [0, []],
    [1, [1]],
    [128, [128]],
    [129, [128, 1]],
    [300, [128, 128, 44]],
  ])('of %i items is made of pieces that can grow', (count, pieces) => {
    const list = longList(numbers(count));
    expect(sizes(list)).toEqual(pieces);
    expect(itemsOf(list)).toEqual(numbers(count));
  });

  it.each([0, 1, 127, 128, 255, 256, 299])('has an item at %i', (place) => {
    const list = longList(numbers(300));
    expect(itemAt(list, place)).toBe(place);
    setItem(list, place, -1);
    expect(itemsOf(list)).toEqual(numbers(300).with(place, -1));
  });

  it('of nothing has no item', () => {
    const list = longList<string>([]);
    expect(itemAt(list, 0)).toBeUndefined();
    setItem(list, 0, 'a');
    removeItem(list, 0);
    expect(itemsOf(list)).toEqual([]);
  });

  it.each([
    [0, [129, 128, 44]],
    [127, [129, 128, 44]],
    [128, [128, 129, 44]],
    [299, [128, 128, 45]],
    [300, [128, 128, 45]],
  ])('takes an item in at %i', (place, pieces) => {
    const list = longList(numbers(300));
    insertItem(list, place, -1);
    expect(sizes(list)).toEqual(pieces);
    expect(itemsOf(list)).toEqual(numbers(300).toSpliced(place, 0, -1));
  });

  it('takes an item into nothing', () => {
    const list = longList<string>([]);
    insertItem(list, 0, 'a');
    insertItem(list, 1, 'b');
    expect(sizes(list)).toEqual([2]);
    expect(itemsOf(list)).toEqual(['a', 'b']);
  });

  it('parts a piece that has grown too long', () => {
    const list = longList(numbers(300));
    for (let more = 0; more < 128; more++) insertItem(list, 5, -1);
    expect(sizes(list)).toEqual([256, 128, 44]);
    insertItem(list, 5, -1);
    expect(sizes(list)).toEqual([128, 129, 128, 44]);
    expect(itemsOf(list)).toEqual(numbers(300).toSpliced(5, 0, ...Array<number>(129).fill(-1)));
  });

  it('gives items away, and pieces that have none left', () => {
    const list = longList(numbers(300));
    for (let less = 0; less < 127; less++) removeItem(list, 128);
    expect(sizes(list)).toEqual([128, 1, 44]);
    removeItem(list, 128);
    expect(sizes(list)).toEqual([128, 44]);
    expect(itemsOf(list)).toEqual(numbers(300).toSpliced(128, 128));
    expect(itemAt(list, 128)).toBe(256);
  });
});
