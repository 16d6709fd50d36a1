import { describe, expect, it } from 'vitest';
import { between, inWords } from './sample.ts';

describe('between', () => {
  it.each([
    [2, true],
    [1, true],
    [0, false],
  ])('%d', (value, expected) => {
    expect(between(value, 1, 4)).toBe(expected);
  });
});

it('counts in words', () => {
  expect([0, 1, 2].map(inWords)).toEqual(['zero', 'one', 'many']);
});
