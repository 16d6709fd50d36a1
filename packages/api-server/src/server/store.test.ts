import { expect, it } from 'vitest';
import { generatedName } from './store.ts';

/** As upstream's SimpleNameGenerator makes them: five letters of apimachinery's util/rand, 63 in all at most. */
it.each([
  ['web-', /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/],
  ['x'.repeat(58), /^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/],
  ['x'.repeat(80), /^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/],
] as const)('a name that starts with %s', (prefix, form) => {
  expect(generatedName(prefix, 7)).toMatch(form);
});

it('gives other names for other numbers, in every letter', () => {
  const names = Array.from({ length: 500 }, (_, number) => generatedName('', number + 1));
  expect(new Set(names).size).toBe(500);
  for (const place of [0, 1, 2, 3, 4]) expect(new Set(names.map((name) => name[place])).size).toBeGreaterThan(5);
});
