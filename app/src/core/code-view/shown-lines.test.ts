import { expect, test } from 'vitest';
import { placesOf, shownLines } from './shown-lines.ts';

const text = 'a\nb:\n  c\n  d\ne\n';
const fold = (closed: boolean) => ({ range: { from: 2, to: 13 }, closed, summary: '', toggle: () => {} });

test.each([
  ['without a fold', undefined, [0, 1, 2, 3, 4]],
  ['with an open fold', fold(false), [0, 1, 2, 3, 4]],
  ['with a closed fold', fold(true), [0, 1, 4]],
])('shows the lines of a text %s', (_, folded, lines) => {
  const shown = shownLines(5, text, folded);
  expect(Array.from({ length: shown.count }, (__, index) => shown.lineAt(index))).toEqual(lines);
  for (let line = -1; line < 7; line++) expect(shown.indexOf(line)).toBe(lines.indexOf(line));
});

test('places folded lines at the end of their fold', () => {
  const place = placesOf(shownLines(5, text, fold(true)));
  expect([0, 1, 2, 3, 4].map((line) => place(line).map((part) => Math.round(part * 3)))).toEqual([
    [0, 1],
    [1, 2],
    [2, 2],
    [2, 2],
    [2, 3],
  ]);
});
