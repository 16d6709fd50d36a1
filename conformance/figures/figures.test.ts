import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyTally, type Tally } from '../replay/judge.ts';
import { foldersOf, readmeFile, securityFile, withCounts, withSecurityCounts, withTallies } from './figures.ts';

const readme = readFileSync(readmeFile, 'utf8');

// What the traces come to is held by traces.test.ts, which plays them all.
test('the README counts what there is; `pnpm figures` writes it', () => {
  expect(withCounts(readme)).toBe(readme);
});

const security = readFileSync(securityFile, 'utf8');

test('SECURITY.md counts what there is; `pnpm figures` writes it', () => {
  expect(withSecurityCounts(security)).toBe(security);
});

test('each figure of SECURITY.md that is wrong is written anew, and a sentence that is gone is missed', () => {
  const figures = [
    /(\d+) (?=forms of secrets)/,
    /(\d+) (?=mutations)/,
    /([\d,]+) (?=expressions)/,
    /(\d+) (?=writers)/,
  ];
  for (const figure of [...figures, /(\d+) (?=inputs that)/]) {
    const wrong = security.replace(figure, '7 ');
    expect(wrong).not.toBe(security);
    expect(withSecurityCounts(wrong)).toBe(security);
  }
  expect(() => withSecurityCounts(security.replace('writers', 'files'))).toThrow('does not say');
});

test('a figure that is wrong is written anew, and a sentence that is gone is missed', () => {
  expect(withCounts(readme.replace(/(gallery\*\* of )\d+/, '$11'))).toBe(readme);
  expect(() => withCounts(readme.replace('A gallery', 'Galleries'))).toThrow('does not say');
});

const one = { all: 3, identical: 2, named: 1 };
const tally: Tally = { ...emptyTally, steps: one, texts: one, reads: one, byChance: 1 };
const folders = foldersOf(readme);

test('the rows of the README are the sums of their folders', () => {
  const text = withTallies(readme, new Map(folders.map((folder) => [folder, tally])));
  expect(text).toMatch(/^\| `reference` .*\| 2 of 3 +\|$/m);
  expect(text).toMatch(/^\| `kubectl`, `random-kubectl` .*\| 4 of 6 +\|$/m);
  const all = folders.length;
  expect(text).toContain(`kubectl prints, ${2 * all} of ${3 * all} texts`);
  expect(text).toContain(`what it reads, ${2 * all} of ${3 * all} requests`);
  expect(text).toContain(`In ${all} answers`);
});

test('a folder without a row, and a row without a folder, are missed', () => {
  const tallies = new Map(folders.map((folder) => [folder, tally]));
  expect(() => withTallies(readme, new Map([...tallies, ['more', tally]]))).toThrow('no row for more');
  tallies.delete('reference');
  expect(() => withTallies(readme, tallies)).toThrow('traces in reference');
});
