import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const lines = (...texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

/** What `diff -u` says below its heading, for two texts. */
const cases: readonly (readonly [name: string, from: string, to: string, said: string])[] = [
  ['a changed line', lines('a', 'b', 'c'), lines('a', 'x', 'c'), lines('@@ -1,3 +1,3 @@', ' a', '-b', '+x', ' c')],
  ['a new file', '', lines('a', 'b'), lines('@@ -0,0 +1,2 @@', '+a', '+b')],
  ['a file that goes', lines('a'), '', lines('@@ -1 +0,0 @@', '-a')],
  [
    'three lines around',
    lines(...numbers(1, 9)),
    lines(...numbers(1, 4), 'x', ...numbers(5, 9)),
    lines('@@ -2,6 +2,7 @@', ' 2', ' 3', ' 4', '+x', ' 5', ' 6', ' 7'),
  ],
  [
    'two places far apart',
    lines(...numbers(1, 20)),
    lines('x', ...numbers(2, 19), 'y'),
    lines('@@ -1,4 +1,4 @@', '-1', '+x', ' 2', ' 3', ' 4', '@@ -17,4 +17,4 @@', ' 17', ' 18', ' 19', '-20', '+y'),
  ],
];

describe('unifiedDiff', () => {
  it.each(cases)('%s', (_name, from, to, said) => {
    const { stdout, exitCode } = unifiedDiff(new Map([['f', from]]), new Map([['f', to]]));
    expect(stdout).toBe(`diff -u -N LIVE/f MERGED/f\n--- LIVE/f\n+++ MERGED/f\n${said}`);
    expect(exitCode).toBe(1);
  });

  it('says nothing where nothing differs', () => {
    const files = new Map([['f', 'a\n']]);
    expect(unifiedDiff(files, files)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });
});
