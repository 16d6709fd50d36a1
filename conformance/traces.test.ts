import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from './replay/catalog.ts';
import { emptyTally, judge, sum, type Tally } from './replay/judge.ts';
import namedDifferences from './replay/named-differences.json' with { type: 'json' };
import { playTrace } from './replay/play.ts';
import { readTrace, traceFiles } from './replay/trace.ts';

const root = join(import.meta.dirname, 'traces');
/** `pnpm mutate` plays those alone in whose path it finds this expression. */
const wanted = new RegExp(process.env['TRACES'] ?? '');
const all = traceFiles([root]).map((file) => relative(root, file));
const files = all.filter((file) => wanted.test(file));

const tallies = new Map<string, Tally>();
let played = 0;

describe('the engine answers as the recorded server did', () => {
  it.each(files)('%s', async (file) => {
    const trace = readTrace(join(root, file));
    const { unnamed, tally } = judge(trace, playTrace(trace, await loadCatalog(trace.release)), namedDifferences);
    const folder = dirname(file);
    tallies.set(folder, sum(tallies.get(folder) ?? emptyTally, tally));
    played++;
    expect(unnamed).toEqual([]);
  });

  it('as often as docs/proof.md says', async (context) => {
    // Whoever asks for single traces has no sums.
    if (played < all.length) context.skip();
    const { proofFile, withFiguresOf } = await import('./figures/figures.ts');
    const proof = readFileSync(proofFile, 'utf8');
    expect(withFiguresOf(proof, tallies)).toBe(proof);
  });
});

it('every difference that is named is one of a trace', () => {
  const names = all.map((file) => file.slice(file.lastIndexOf('/') + 1, -'.json'.length));
  expect(namedDifferences.filter(({ trace }) => !names.includes(trace))).toEqual([]);
});
