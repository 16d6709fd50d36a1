import { expect, test } from 'vitest';
import { dedent } from './children.ts';

test.each([
  ['nothing', '', '\n'],
  ['one line', 'a: 1', 'a: 1\n'],
  ['text at the margin', '\na:\n  b: 1\n', 'a:\n  b: 1\n'],
  ['text as deep as the markup round it', '\n      a:\n        b: 1\n\n      c: 2\n    ', 'a:\n  b: 1\n\nc: 2\n'],
  ['lines of white space', '\n  \n    a: 1\n  \n    b: 2\n \n', 'a: 1\n\nb: 2\n'],
  ['a block that keeps its own indentation', '  a: |\n      deep\n    less\n', 'a: |\n    deep\n  less\n'],
  ['line ends of Windows', '\r\n  a: 1\r\n  b: 2\r\n', 'a: 1\r\nb: 2\n'],
])('takes the indentation away from %s', (_, text, expected) => {
  expect(dedent(text)).toBe(expected);
});
