import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  featuresFile,
  proofFile,
  readmeFile,
  securityFile,
  withFeatureCounts,
  withFiguresOf,
  withProofCounts,
  withReadmeCounts,
  withSecurityCounts,
} from '../../conformance/figures/figures.ts';
import { loadCatalog } from '../../conformance/replay/catalog.ts';
import { emptyTally, judge, sum, type Tally } from '../../conformance/replay/judge.ts';
import namedDifferences from '../../conformance/replay/named-differences.json' with { type: 'json' };
import { playTrace } from '../../conformance/replay/play.ts';
import { readTrace, traceFiles } from '../../conformance/replay/trace.ts';
import { readArguments } from '../arguments.ts';

readArguments({
  name: 'pnpm figures',
  about: 'Plays all traces and writes what came of them, and what else is counted, into the pages that say so.',
});
const root = join(import.meta.dirname, '../../conformance/traces');
const tallies = new Map<string, Tally>();
for (const file of traceFiles([root])) {
  const trace = readTrace(file);
  const folder = dirname(relative(root, file));
  const { tally } = judge(trace, playTrace(trace, await loadCatalog(trace.release)), namedDifferences);
  tallies.set(folder, sum(tallies.get(folder) ?? emptyTally, tally));
}
const pages = [
  { name: 'README.md', file: readmeFile, written: withReadmeCounts },
  { name: 'docs/features.md', file: featuresFile, written: withFeatureCounts },
  { name: 'docs/proof.md', file: proofFile, written: (text: string) => withProofCounts(withFiguresOf(text, tallies)) },
  { name: 'SECURITY.md', file: securityFile, written: withSecurityCounts },
];
for (const { name, file, written } of pages) {
  const before = readFileSync(file, 'utf8');
  const after = written(before);
  writeFileSync(file, after);
  console.log(after === before ? `the figures of ${name} were right` : `${name} has other figures now`);
}
