import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { loadCatalog } from '../replay/catalog.ts';
import { traceFiles } from '../replay/files.ts';
import { emptyTally, judge, sum, type Tally } from '../replay/judge.ts';
import namedDifferences from '../replay/named-differences.json' with { type: 'json' };
import { playTrace } from '../replay/play.ts';
import { readTrace } from '../replay/trace.ts';
import { readmeFile, withCounts, withFiguresOf } from './figures.ts';

/** `pnpm figures` plays all traces and writes what came of them, and what else is counted, into the README. */
const root = join(import.meta.dirname, '../traces');
const tallies = new Map<string, Tally>();
for (const file of traceFiles([root])) {
  const trace = readTrace(file);
  const folder = dirname(relative(root, file));
  const { tally } = judge(trace, playTrace(trace, await loadCatalog(trace.release)), namedDifferences);
  tallies.set(folder, sum(tallies.get(folder) ?? emptyTally, tally));
}
const readme = readFileSync(readmeFile, 'utf8');
const written = withCounts(withFiguresOf(readme, tallies));
writeFileSync(readmeFile, written);
console.log(written === readme ? 'the figures of the README were right' : 'the README has other figures now');
