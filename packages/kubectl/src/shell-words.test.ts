import { describe, expect, it } from 'vitest';
import { shellWords } from './shell-words.ts';

/** A line, and its words. */
const lines: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['', []],
  ['kubectl  apply\t-f f.yaml ', ['kubectl', 'apply', '-f', 'f.yaml']],
  [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
  [`a=''`, ['a=']],
  [`''`, ['']],
  [`x"y"'z'w`, ['xyzw']],
  ['a\\ b', ['a b']],
  ['a \\\n  b', ['a', 'b']],
  [`"a\\"b\\\\c\\$d"`, ['a"b\\c$d']],
  [`"a\\nb"`, ['a\\nb']],
  [`'a\\b'`, ['a\\b']],
  [`-p '{"spec":{"replicas":2}}'`, ['-p', '{"spec":{"replicas":2}}']],
  [`"a | b" 'c > d'`, ['a | b', 'c > d']],
];

describe('shellWords', () => {
  it.each(lines)('%j', (line, words) => {
    expect(shellWords(line)).toEqual({ kind: 'words', words });
  });

  it.each([
    [`a 'b`, "'", 2],
    [`a "b\\"`, '"', 2],
  ])('finds the quote that is left open in %j', (line, quote, offset) => {
    expect(shellWords(line)).toEqual({ kind: 'unclosed', quote, offset });
  });

  it.each([
    ['a | b', '|', 2],
    ['a > b', '>', 2],
    ['a; b', ';', 1],
    ['a && b', '&', 2],
    ['a $(b)', '(', 3],
  ])('refuses the operator in %j', (line, operator, offset) => {
    expect(shellWords(line)).toEqual({ kind: 'operator', operator, offset });
  });
});
