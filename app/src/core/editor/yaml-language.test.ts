import { expect, test } from 'vitest';
import { enterRules, foldRanges } from './yaml-language.ts';

const folds = (text: string) => foldRanges(text).map(({ from, to }) => `${from}-${to}`);

test.each<[string, string, readonly string[]]>([
  ['nothing to fold', 'a: 1\nb: 2\n', []],
  ['a map', 'a:\n  b: 1\n  c: 2\nd: 3\n', ['0-2']],
  ['a list that kubectl prints at the indentation of its key', 'a:\n- b: 1\n  c: 2\n- d\ne: 1\n', ['0-3', '1-2']],
  ['an indented list', 'a:\n  - b\n  - c\n', ['0-2']],
  [
    'blank lines and comments belong to the block before only when it goes on',
    'a:\n  b: 1\n\n  c: 2\n\n# end\nd: 1\n',
    ['0-3'],
  ],
  ['a text of several lines', 'a: |\n  one\n  two\nb: 1\n', ['0-2']],
  ['nested', 'a:\n  b:\n    c: 1\n', ['0-2', '1-2']],
])('%s', (_, text, expected) => {
  expect(folds(text)).toEqual(expected);
});

/** What the next line begins with beyond the indentation of the line before; undefined where no rule holds. */
function added(before: string): string | undefined {
  return enterRules.find(({ beforeText }) => beforeText.test(before))?.action.appendText;
}

test.each([
  ['- name: web', '  '],
  ['    - name: web', '  '],
  ['- "a b": x', '  '],
  ['- image: nginx:1.27', '  '],
  ['- name:', '    '],
  ['- ports: ', '    '],
  ['- web', undefined],
  ['- http://example.com', undefined],
  ['name: web', undefined],
  ['- # name: web', undefined],
  ['- {a: b}', undefined],
  ['---', undefined],
])('after %j the next line begins with %j more', (before, more) => {
  expect(added(before)).toBe(more);
});
