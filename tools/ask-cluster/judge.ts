import type { AskOutcome } from '@managed-fields/live-cluster';
import type { Asked } from './ask-plan.ts';

/** A difference that is known, and why. */
export interface NamedDifference {
  /** A regular expression for the line: `SCENARIO step N KIND DIFFERENCE (EXPLANATIONS)`. */
  readonly matches: string;
  /** The minor versions of servers for which it holds; all where it is absent. */
  readonly versions?: readonly string[];
  /** Whether it holds only where the server has all admission plugins that are on by default. */
  readonly installed?: true;
  readonly reason: string;
}

/** The counts of all predictions, and the lines to print. */
export interface Judged {
  readonly all: number;
  readonly same: number;
  readonly notSent: ReadonlyMap<string, number>;
  readonly named: readonly string[];
  /** Differences without a reason, and reasons without a difference. */
  readonly unnamed: readonly string[];
}

/**
 * Counts what was asked, and holds each difference against those that have a reason. Where all scenarios were asked
 * (`whole`), a reason without a difference is one too many.
 */
export function judge(
  asked: readonly Asked[],
  known: readonly NamedDifference[],
  { version, installed, whole }: { readonly version: string; readonly installed: boolean; readonly whole: boolean },
): Judged {
  const notSent = new Map<string, number>();
  const named: string[] = [];
  const unnamed: string[] = [];
  const used = new Set<NamedDifference>();
  let all = 0;
  let same = 0;
  const rows = known
    .filter((row) => (row.versions?.includes(version) ?? true) && (installed || row.installed !== true))
    .map((row) => ({ row, pattern: new RegExp(row.matches) }));
  for (const { scenario, step, kind, outcome } of asked) {
    if (outcome.kind === 'not-comparable' && outcome.why.code === 'refused') {
      const why = `${outcome.why.refusal.reason} ${outcome.why.refusal.found}`.slice(0, 100);
      notSent.set(why, (notSent.get(why) ?? 0) + 1);
      continue;
    }
    all++;
    if (outcome.kind === 'same') same++;
    for (const words of wordsOf(outcome)) {
      const line = `${scenario} step ${step} ${kind} ${words}`;
      const found = rows.find(({ pattern }) => pattern.test(line))?.row;
      if (found === undefined) unnamed.push(line);
      else {
        used.add(found);
        named.push(`${line}; ${found.reason}`);
      }
    }
  }
  for (const { row } of whole ? rows : []) {
    if (!used.has(row)) unnamed.push(`${row.matches}: named, but nothing differs so`);
  }
  return { all, same, notSent, named, unnamed };
}

function wordsOf(outcome: AskOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'same':
      return [];
    case 'not-comparable':
      return [JSON.stringify({ ...outcome.why, now: undefined })];
    case 'differs':
      return outcome.rows.map(({ explanations, ...row }) => {
        const why = explanations.map(({ code }) => code).join(' ');
        const place = 'path' in row ? ` ${row.path}` : '';
        const owner = 'owner' in row ? ` of ${row.owner.manager} ${row.owner.operation}` : '';
        return `${row.part}${place}${owner}: predicted ${row.predicted ?? '(absent)'}, answered ${row.answered ?? '(absent)'} (${why})`;
      });
  }
}
