import { type Difference, isByChance } from './compare.ts';
import type { PlayedStep } from './play.ts';
import type { Exchange, Trace } from './trace.ts';

/** Counts what was compared, what of it is identical, and what differs for a reason that is named. */
export interface Count {
  readonly all: number;
  readonly identical: number;
  readonly named: number;
}

/** The counts of some traces. */
export interface Tally {
  /** Requests and commands: what was sent to write, the answers, exit codes, and objects read after steps. */
  readonly steps: Count;
  /** Requests of commands that read, with the answers to them. */
  readonly reads: Count;
  /** The texts that commands print: stdout and stderr. */
  readonly texts: Count;
  /** Answers that are compared without what chance decides, see `isByChance`. */
  readonly byChance: number;
}

/** A difference that is known, and why; it covers everything below its path. */
export interface NamedDifference {
  readonly trace: string;
  readonly step: number;
  readonly path: string;
  readonly reason: string;
}

/** The counts of a trace, and its differences as lines, those with a reason apart. */
export interface Judged {
  readonly tally: Tally;
  readonly named: readonly string[];
  /** The lines that must not be: differences without a reason, and reasons without a difference. */
  readonly unnamed: readonly string[];
}

const none: Count = { all: 0, identical: 0, named: 0 };

/** The tally of nothing. */
export const emptyTally: Tally = { steps: none, reads: none, texts: none, byChance: 0 };

/** Holds a played trace against the differences that are known. */
export function judge(trace: Trace, played: readonly PlayedStep[], known: readonly NamedDifference[]): Judged {
  const rows = known.filter((row) => row.trace === trace.name);
  const used = new Set<NamedDifference>();
  const named: string[] = [];
  const unnamed: string[] = [];
  const count = (index: number, differences: readonly Difference[]): Count => {
    let allNamed = true;
    for (const { path, expected, got } of differences) {
      const row = rows.find((each) => each.step === index && covers(each.path, path));
      if (row !== undefined) used.add(row);
      else allNamed = false;
      const line = `${trace.name} step ${index} ${path}: expected ${expected}, got ${got}`;
      if (row === undefined) unnamed.push(line);
      else named.push(`${line}; ${row.reason}`);
    }
    const same = differences.length === 0;
    return { all: 1, identical: same ? 1 : 0, named: !same && allNamed ? 1 : 0 };
  };
  const tallies = played.map(({ index, step, differences, reads, texts }): Tally => {
    const own = count(index, differences);
    return {
      steps: step.kind === 'crd' ? none : own,
      reads: reads.map((each) => count(index, each)).reduce(added, none),
      texts: texts.map((each) => count(index, each)).reduce(added, none),
      byChance: exchangesOf(step).filter(isByChance).length,
    };
  });
  for (const row of rows) {
    if (!used.has(row)) unnamed.push(`${trace.name} step ${row.step} ${row.path}: named, but nothing differs there`);
  }
  return { tally: tallies.reduce(sum, emptyTally), named, unnamed };
}

function exchangesOf(step: Trace['steps'][number]): readonly Exchange[] {
  if (step.kind === 'command') return step.command.exchanges;
  return step.kind === 'request' ? [step.exchange] : [];
}

function covers(named: string, path: string): boolean {
  return path === named || (path.startsWith(named) && /^[.[]/.test(path.slice(named.length)));
}

function added(a: Count, b: Count): Count {
  return { all: a.all + b.all, identical: a.identical + b.identical, named: a.named + b.named };
}

/** Two tallies as one. */
export function sum(a: Tally, b: Tally): Tally {
  return {
    steps: added(a.steps, b.steps),
    reads: added(a.reads, b.reads),
    texts: added(a.texts, b.texts),
    byChance: a.byChance + b.byChance,
  };
}

/** Writes the lines that replay ends with, the steps last. */
export function closingLines({ texts, reads, byChance, steps }: Tally): readonly string[] {
  return [
    ...(texts.all === 0 ? [] : [line(texts, 'texts')]),
    ...(reads.all === 0 ? [] : [line(reads, 'reads')]),
    ...(byChance === 0 ? [] : [`${byChance} answers compared without what chance decides in them`]),
    line(steps, 'steps'),
  ];
}

function line({ all, identical, named }: Count, what: string): string {
  const apart = named === 0 ? '' : `, ${named} differ for a reason that is named`;
  return `${identical} of ${all} ${what} identical${apart}`;
}
