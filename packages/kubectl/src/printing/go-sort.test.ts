import { expect, it } from 'vitest';
import { goSorted } from './go-sort.ts';

const less = (a: number, b: number) => a < b;

it.each([0, 1, 12, 13, 40, 60, 200, 1000])('sorts %d numbers', (count) => {
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919 + 13) % (count + 5));
  expect(goSorted(numbers, less)).toEqual(numbers.toSorted((a, b) => a - b));
});

it.each([
  ['ascending', Array.from({ length: 100 }, (_, index) => index)],
  ['descending', Array.from({ length: 100 }, (_, index) => 100 - index)],
  ['equal', Array.from({ length: 100 }, () => 1)],
  ['saw', Array.from({ length: 100 }, (_, index) => index % 7)],
] as const)('sorts numbers that are %s', (_name, numbers) => {
  expect(goSorted(numbers, less)).toEqual(numbers.toSorted((a, b) => a - b));
});

/** What Go 1.26's sort.Sort makes of the numbers `i * 7 % count` by their remainder of 3. */
const byRemainder: readonly (readonly [count: number, sorted: readonly number[]])[] = [
  [13, [12, 0, 6, 9, 3, 7, 1, 10, 4, 8, 5, 11, 2]],
  [20, [9, 6, 12, 18, 0, 15, 3, 10, 16, 4, 1, 19, 7, 13, 2, 8, 17, 11, 5, 14]],
  [
    60,
    [
      27, 39, 18, 21, 57, 36, 42, 15, 54, 3, 33, 12, 24, 51, 0, 45, 30, 9, 6, 48, 37, 10, 34, 46, 13, 55, 7, 25, 16, 4,
      52, 28, 43, 31, 58, 22, 49, 19, 1, 40, 50, 47, 56, 26, 8, 17, 5, 29, 44, 35, 23, 38, 20, 11, 14, 59, 32, 2, 41,
      53,
    ],
  ],
  [
    100,
    [
      45, 93, 72, 21, 51, 30, 42, 9, 81, 63, 60, 39, 84, 18, 90, 69, 12, 48, 27, 33, 6, 99, 54, 78, 57, 75, 0, 36, 96,
      3, 15, 87, 24, 66, 43, 76, 52, 7, 31, 73, 79, 58, 94, 1, 28, 10, 22, 37, 16, 82, 49, 88, 64, 67, 61, 85, 70, 46,
      40, 13, 25, 91, 34, 4, 19, 55, 97, 62, 68, 83, 98, 38, 41, 11, 26, 20, 32, 77, 47, 53, 92, 71, 74, 56, 5, 95, 2,
      50, 89, 23, 35, 29, 44, 8, 17, 65, 14, 80, 86, 59,
    ],
  ],
];

it.each(byRemainder)('leaves equal ones of %d as Go does', (count, sorted) => {
  const numbers = Array.from({ length: count }, (_, index) => (index * 7) % count);
  expect(goSorted(numbers, (a, b) => a % 3 < b % 3)).toEqual(sorted);
});
