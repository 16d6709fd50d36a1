import { expect, test } from 'vitest';
import { hasHeavyLines } from './monaco-controller.ts';

test.each<readonly [name: string, text: string, heavy: boolean]>([
  ['nothing', '', false],
  ['an ordinary text', 'a: value of a field\n'.repeat(20_000), false],
  ['one long line, which is cut', 'x'.repeat(1_000_000), false],
  ['some long lines', `${'x'.repeat(5000)}\n`.repeat(3), true],
  ['long lines far from each other', `${'x'.repeat(5000)}\n${'a\n'.repeat(60)}`.repeat(10), false],
  ['a line of characters that are shown by their numbers', '\u202e'.repeat(3000), true],
])('%s', (_, text, heavy) => {
  expect(hasHeavyLines(text)).toBe(heavy);
});
