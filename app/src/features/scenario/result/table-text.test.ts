import { expect, test } from 'vitest';
import { csvOf, markdownOf } from './table-text.ts';

const table = (...cells: readonly string[]) => ({ head: ['a'], rows: cells.map((cell) => [cell]) });

test.each<readonly [cell: string, written: string]>([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', 'twoU+000Alines'],
  [' led', '" led"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', 'U+0009=1'],
  ['  =1', '"  \'=1"'],
  [';=1+1', '";\'=1+1"'],
  ['a; "=1', '"a; ""\'=1"'],
  ['a;b', '"a;b"'],
  ['\u202ea', 'U+202Ea'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a=b', 'a=b'],
])('writes %j as CSV', (cell, written) => {
  expect(csvOf(table(cell))).toBe(`\ufeffa\r\n${written}\r\n`);
});

test.each<readonly [cell: string, written: string]>([
  ['.spec.containers[name="web"]', '.spec.containers\\[name="web"\\]'],
  ['a|b', 'a\\|b'],
  ['*bold* _it_ `code`', '\\*bold\\* \\_it\\_ \\`code\\`'],
  ['<img src=x>', '&lt;img src=x&gt;'],
  ['a\nb', 'aU+000Ab'],
  ['a\\b', 'a\\\\b'],
])('writes %j as Markdown', (cell, written) => {
  expect(markdownOf(table(cell))).toBe(`| a |\n| --- |\n| ${written} |\n`);
});
