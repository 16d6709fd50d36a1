import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyTally, type Tally } from '../replay/judge.ts';
import {
  featuresFile,
  foldersOf,
  proofFile,
  readmeFile,
  securityFile,
  withFeatureCounts,
  withProofCounts,
  withReadmeCounts,
  withSecurityCounts,
  withTallies,
} from './figures.ts';

// What the traces come to is held by traces.test.ts, which plays them all.
const pages = [
  { name: 'README.md', file: readmeFile, written: withReadmeCounts, figures: [/(\d+) (?=situations)/] },
  {
    name: 'docs/features.md',
    file: featuresFile,
    written: withFeatureCounts,
    figures: [/(\d+) (?=kinds of)/, /(\d+) (?=projects)/],
  },
  {
    name: 'docs/proof.md',
    file: proofFile,
    written: withProofCounts,
    figures: [/([\d,]+) (?=answers of the real server)/, /([\d,]+) (?=of which are refusals)/],
  },
  {
    name: 'SECURITY.md',
    file: securityFile,
    written: withSecurityCounts,
    figures: [
      /(\d+) (?=forms of secrets)/,
      /(\d+) (?=mutations)/,
      /([\d,]+) (?=expressions)/,
      /(\d+) (?=writers)/,
      /(\d+) (?=inputs that)/,
    ],
  },
];

test.each(pages)('$name counts what there is; `pnpm figures` writes it', ({ file, written, figures }) => {
  const text = readFileSync(file, 'utf8');
  expect(written(text)).toBe(text);
  for (const figure of figures) {
    const wrong = text.replace(figure, '7 ');
    expect(wrong).not.toBe(text);
    expect(written(wrong)).toBe(text);
  }
});

test('a sentence that is gone is missed', () => {
  for (const { file, written, figures } of pages) {
    const text = readFileSync(file, 'utf8');
    for (const figure of figures) expect(() => written(text.replace(figure, 'some '))).toThrow('does not say');
  }
});

const proof = readFileSync(proofFile, 'utf8');
const one = { all: 3, identical: 2, named: 1 };
const tally: Tally = { ...emptyTally, steps: one, texts: one, reads: one, byChance: 1 };
const folders = foldersOf(proof);

test('the rows about traces are the sums of their folders', () => {
  const text = withTallies(proof, new Map(folders.map((folder) => [folder, tally])));
  expect(text).toMatch(/^\| `reference` .*\| 2 of 3 +\|$/m);
  expect(text).toMatch(/^\| `kubectl`, `random-kubectl` .*\| 4 of 6 +\|$/m);
  const all = folders.length;
  expect(text).toContain(`kubectl prints, ${2 * all} of ${3 * all} texts`);
  expect(text).toContain(`what it reads, ${2 * all} of ${3 * all} requests`);
  expect(text).toContain(`In ${all} answers`);
});

test('a folder without a row, and a row without a folder, are missed', () => {
  const tallies = new Map(folders.map((folder) => [folder, tally]));
  expect(() => withTallies(proof, new Map([...tallies, ['more', tally]]))).toThrow('no row for more');
  tallies.delete('reference');
  expect(() => withTallies(proof, tallies)).toThrow('traces in reference');
});
