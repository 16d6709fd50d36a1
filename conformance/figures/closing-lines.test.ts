import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withClosingLines } from './closing-lines.ts';

const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');

// The first words of all lines that benches end with.
const heads = [
  'memory after the 10,000 items',
  'TypeScript / Go native',
  'Go WASM / TypeScript',
  'growth',
  'definition / parse',
  'pipeline / parse',
  'link / lz-string',
  'survey / parse, JSON',
  'survey / parse, YAML',
  'forecast of 500 objects / its applies',
];

test.each(heads)('docs/performance.md has a line about %s, which `bench --write` writes anew', (head) => {
  const written = withClosingLines(page, [`${head}: another figure`]);
  expect(written).toContain(`\n${head}: another figure\n`);
  expect(written.split('\n').length).toBe(page.split('\n').length);
});

test('a row of the table is written by its first cell, as wide as it was', () => {
  const row = /^\| Pod .*\|$/m.exec(page)?.[0] ?? '';
  const written = withClosingLines(page, ['| Pod | 1 ms · 0.50 | 2 ms · 0.60 | 3 ms · 0.70 | 4 ms · 0.80 |']);
  const anew = /^\| Pod .*\|$/m.exec(written)?.[0] ?? '';
  expect(anew).toMatch(/^\| Pod +\| 1 ms · 0\.50 +\| 2 ms · 0\.60 +\| 3 ms · 0\.70 +\| 4 ms · 0\.80 +\|$/);
  expect(anew.length).toBe(row.length);
});

test('what is printed beside figures changes nothing', () => {
  expect(withClosingLines(page, ['', '  5 MB, 500 objects: 10 ms', 'workload  operation', 'https://go.dev: x'])).toBe(
    page,
  );
});
