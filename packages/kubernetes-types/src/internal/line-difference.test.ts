import { expect, test } from 'vitest';
import { lineDifference } from './line-difference.ts';

const numbers = Array.from({ length: 20 }, (_, i) => `${i}`);
const changed = (at: number, ...lines: readonly string[]) => numbers.toSpliced(at, 1, ...lines).join('\n');

test.each([
  ['nothing of equal texts', numbers.join('\n'), ''],
  ['three lines around a change', changed(9, 'x'), '@@ -7,7 +7,7 @@\n 6\n 7\n 8\n-9\n+x\n 10\n 11\n 12\n'],
  ['what is new', changed(9, '9', 'x'), '@@ -8,6 +8,7 @@\n 7\n 8\n 9\n+x\n 10\n 11\n 12\n'],
  ['what is gone', changed(9), '@@ -7,7 +7,6 @@\n 6\n 7\n 8\n-9\n 10\n 11\n 12\n'],
  ['a change of the first line', changed(0, 'x'), '@@ -1,4 +1,4 @@\n-0\n+x\n 1\n 2\n 3\n'],
  ['a change of the last line', changed(19, 'x'), '@@ -17,4 +17,4 @@\n 16\n 17\n 18\n-19\n+x\n'],
  [
    'changes that are far apart, each by itself',
    numbers.toSpliced(2, 1, 'x').toSpliced(15, 1, 'y').join('\n'),
    '@@ -1,6 +1,6 @@\n 0\n 1\n-2\n+x\n 3\n 4\n 5\n@@ -13,7 +13,7 @@\n 12\n 13\n 14\n-15\n+y\n 16\n 17\n 18\n',
  ],
  [
    'changes that are near each other together',
    numbers.toSpliced(2, 1, 'x').toSpliced(8, 1, 'y').join('\n'),
    '@@ -1,12 +1,12 @@\n 0\n 1\n-2\n+x\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n 9\n 10\n 11\n',
  ],
])('shows %s', (_, after, difference) => {
  expect(lineDifference(numbers.join('\n'), after)).toBe(difference);
});

test('shows one line alone', () => {
  expect(lineDifference('a', 'b')).toBe('@@ -1 +1 @@\n-a\n+b\n');
});
