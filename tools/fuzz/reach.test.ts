import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { printReach, type Reach, reachPage } from './reach.ts';

const functions: readonly Reach[] = [
  { name: 'typed.merge', file: 'typed/merge.go', blocks: 40, reached: 38, missed: ['7', '9–11'] },
  { name: 'typed.old', file: 'typed/old.go', blocks: 2, reached: 0, missed: ['1', '2'] },
  { name: 'value.list', file: 'value/list.go', blocks: 4, reached: 3, missed: ['5'] },
];

it('counts what can be reached, and names what was not', () => {
  const unreachable = { 'Nobody calls it.': { 'typed.old': ['1', '2'] }, 'It cannot fail.': { 'typed.merge': ['7'] } };
  expect(printReach(functions, unreachable)).toBe(
    'value.list: 3 of 4, not value/list.go 5\n41 of 43 blocks that can be reached (95.3 %), of 46 in 3 functions; 1 below 95 %',
  );
  expect(reachPage(functions, unreachable, '9 operations')).toContain('- Nobody calls it.\n  `typed.old`\n');
});

it('says what was reached against its reason', () => {
  expect(printReach(functions, { 'It cannot fail.': { 'value.list': ['4'] } })).toContain(
    'value.list 4: reached, though named as out of reach',
  );
});

it('writes the page as the formatter has it', () => {
  const page = reachPage(functions, { 'Nobody calls it.': { 'typed.old': ['1', '2'] } }, '9 operations');
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', '--stdin-file-path=docs/upstream-branches.md'];
  const formatted = spawnSync(process.execPath, biome, { cwd, input: page, encoding: 'utf8' });
  expect([formatted.status, formatted.stdout]).toEqual([0, page]);
});
