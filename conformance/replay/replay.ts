import { loadCatalog } from './catalog.ts';
import { closingLines, emptyTally, judge, type NamedDifference, sum, type Tally } from './judge.ts';
import namedDifferences from './named-differences.json' with { type: 'json' };
import { playTrace } from './play.ts';
import { readTrace, traceFiles } from './trace.ts';

/**
 * Plays the traces in files and folders through the engine, each with the kinds of the version that it was recorded on. Prints every difference as a line, with the reason where `known`
 * names one; then a line for each version, where there are several, how many of the texts that commands print and of
 * their reads are identical, and last `N of N steps identical`. True where no difference is without a reason.
 */
export async function replay(
  paths: readonly string[],
  print: (line: string) => void,
  known: readonly NamedDifference[] = namedDifferences,
): Promise<boolean> {
  const tallies = new Map<string, Tally>();
  let same = true;
  for (const file of traceFiles(paths)) {
    const trace = readTrace(file);
    const catalog = await loadCatalog(trace.release);
    const judged = judge(trace, playTrace(trace, catalog), known);
    for (const line of [...judged.unnamed, ...judged.named]) print(line);
    tallies.set(trace.release, sum(tallies.get(trace.release) ?? emptyTally, judged.tally));
    same &&= judged.unnamed.length === 0;
  }
  if (tallies.size > 1) {
    for (const [release, { steps }] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
      print(`${release}: ${steps.identical} of ${steps.all} steps identical`);
    }
  }
  closingLines([...tallies.values()].reduce(sum, emptyTally)).forEach(print);
  return same;
}
