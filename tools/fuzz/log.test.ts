import { expect, it } from 'vitest';
import { rowsFrom } from './log.ts';

const row = (library: string, from: number, to: number) =>
  JSON.stringify({ library, from, to, operations: 100, differences: 0 });

it('goes on where the last row of the same library and the same first seed ends', () => {
  const log = [
    row('v6.3.3', 1, 100),
    row('v7.0.0', 1, 100),
    row('v6.3.3', 101, 200),
    row('v6.3.3', 301, 400),
    row('v6.3.3', 5000, 5099),
    '',
  ].join('\n');
  const told = (library: string, seed: number) => rowsFrom(log, library, seed).map(({ from, to }) => [from, to]);
  expect(told('v6.3.3', 1)).toEqual([
    [1, 100],
    [101, 200],
  ]);
  expect(told('v7.0.0', 1)).toEqual([[1, 100]]);
  expect(told('v6.3.3', 5000)).toEqual([[5000, 5099]]);
  expect(told('v6.3.3', 2)).toEqual([]);
  expect(told('v4.6.0', 1)).toEqual([]);
});
