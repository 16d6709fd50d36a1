import type { AskOutcome } from '@managed-fields/cluster';
import type { Asked } from './ask-plan.ts';

/** A difference that is known, and why. */
export interface NamedDifference {
  readonly scenario: string;
  readonly step: number;
  /** The beginning of what the line says behind the step. */
  readonly begins: string;
  /** The minor versions of servers for which it holds; all where it is absent. */
  readonly versions?: readonly string[];
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

/** Counts what was asked, and holds each difference against those that have a reason. */
export function judge(asked: readonly Asked[], known: readonly NamedDifference[], version: string): Judged {
  const notSent = new Map<string, number>();
  const named: string[] = [];
  const unnamed: string[] = [];
  const used = new Set<NamedDifference>();
  let all = 0;
  let same = 0;
  const names = new Set(asked.map(({ scenario }) => scenario));
  const rows = known.filter(
    ({ scenario, versions }) => names.has(scenario) && (versions === undefined || versions.includes(version)),
  );
  for (const { scenario, step, outcome } of asked) {
    if (outcome.kind === 'not-comparable' && outcome.why.code === 'refused') {
      const why = `${outcome.why.refusal.reason} ${outcome.why.refusal.found}`.slice(0, 100);
      notSent.set(why, (notSent.get(why) ?? 0) + 1);
      continue;
    }
    all++;
    if (outcome.kind === 'same') same++;
    for (const words of wordsOf(outcome)) {
      const row = rows.find(
        (each) => each.scenario === scenario && each.step === step && words.startsWith(each.begins),
      );
      const line = `${scenario} step ${step} ${words}`;
      if (row === undefined) unnamed.push(line);
      else {
        used.add(row);
        named.push(`${line}; ${row.reason}`);
      }
    }
  }
  for (const row of rows) {
    if (!used.has(row))
      unnamed.push(`${row.scenario} step ${row.step} ${row.begins}: named, but nothing differs there`);
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
