import { expect, test } from 'vitest';
import { linesOf, mostDrawn, mostLines, tooLarge } from './large.ts';
import { panelWords } from './words.ts';

const words = panelWords([]);

test.each([
  ['{}', 2],
  ['{"a":1,"b":[1,2],"c":{"d":1}}', 7],
  [String.raw`{"a":"x\ny\nz"}`, 4],
  [String.raw`{"a":"x\\ny"}`, 2],
])('%s has about %i lines', (text, lines) => {
  expect(linesOf(text)).toBe(lines);
});

test('many lines and many characters wait for their reader', () => {
  expect(tooLarge(JSON.stringify({ a: 'x'.repeat(mostDrawn - 20) }), words)).toBeUndefined();
  expect(tooLarge(JSON.stringify({ a: 'x'.repeat(mostDrawn) }), words)).toBe(
    `This object has ${mostDrawn + 8} characters.`,
  );
  expect(tooLarge(JSON.stringify({ a: 'x\n'.repeat(mostLines) }), words)).toMatch(
    /^This object has about \d+ lines\.$/,
  );
});
