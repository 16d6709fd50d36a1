import { expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

// More patterns are held against Argo CD in argo-ignore.test.ts.
test.each([
  ['*a*a*a*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(200), false],
  ['{'.repeat(500), 'a', false],
  [`${'{a,'.repeat(40)}b${'}'.repeat(40)}`, 'b', true],
  ['a\\*', 'a*', true],
  ['a\\*', 'ab', false],
  ['[!a-c]x', 'dx', true],
  ['[!a-c]x', 'bx', false],
  ['', '', true],
  ['?', 'ж', true],
])('%.30s matches %.20s: %s', (pattern, name, isMatch) => {
  expect(matchesGlob(pattern, name)).toBe(isMatch);
});
