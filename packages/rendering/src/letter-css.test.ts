import { expect, test } from 'vitest';
import { letterCss } from './letter-css.ts';
import { assignColours, mostMore } from './palette.ts';

test('every letter that a manager can have stands in the gutter', () => {
  const names = Array.from({ length: 40 }, (_, index) => `управитель ${index}`);
  const letters = new Set([...assignColours(names).values()].map(({ letter }) => letter));
  expect(letters.size).toBe(36);
  for (const letter of letters) expect(letterCss).toContain(`.l-${letter}::before{content:"${letter}"}`);
});

test('a line says how many more owners it has, up to as many as there are classes', () => {
  expect(letterCss).toContain('.more-1::after{content:"+1"}');
  expect(letterCss).toContain(`.more-${mostMore}::after{content:"+${mostMore}"}`);
  expect(letterCss).not.toContain('.more-0:');
  expect(letterCss).not.toContain(`.more-${mostMore + 1}:`);
});
