import { expect, it } from 'vitest';
import { roundUp } from './decimal.ts';

it.each([
  [0n, 20, 9, 0n, 9],
  [0n, 9, 9, 0n, 9],
  [5n, 9, 9, 5n, 9],
  [1n, 999_999_999, 9, 1n, 9],
  [-1n, 999_999_999, 9, -1n, 9],
  [1500n, 3, 2, 150n, 2],
  [1501n, 3, 2, 151n, 2],
  [-1501n, 3, 2, -151n, 2],
])('%i with %i digits behind the point, rounded to %i', (unscaled, scale, to, rounded, left) => {
  expect(roundUp({ unscaled, scale }, to)).toEqual({ unscaled: rounded, scale: left });
});
