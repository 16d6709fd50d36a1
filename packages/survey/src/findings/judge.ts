import { type AdmittedObjects, admittedObjects } from '../admission/objects.ts';
import type { Rows, SurveyRow } from '../object.ts';
import type { ReadObject } from '../read/reader.ts';
import { type CountedObject, countObject } from '../row.ts';
import type { Fact, Finding } from './finding.ts';
import type { Judged, JudgeRow, RuleOptions } from './rule.ts';
import { rules } from './rules.ts';
import { type Tally, tallyOf } from './tally.ts';

/** What rules say of one object while a source is read. */
export interface JudgedObject {
  readonly findings: readonly Finding[];
  /** What is kept until all objects are judged together. */
  readonly facts: readonly Fact[];
}

/** Judges one object by itself. Never fails: what is of another form is not judged. */
export function judgeObject(
  read: Pick<ReadObject, 'value'>,
  counted: CountedObject,
  options: RuleOptions,
): JudgedObject {
  const judged = judgedOf(read, counted, options);
  const findings: Finding[] = [];
  const facts: Fact[] = [];
  for (const rule of rules) {
    if (options.off?.has(rule.id)) continue;
    if (rule.judge !== undefined) findings.push(...rule.judge(judged));
    if (rule.factsOf !== undefined) facts.push(...rule.factsOf(judged));
  }
  return { findings, facts };
}

/** What is known of all objects of a survey when they are judged together. */
export interface KnownOfAll {
  readonly rows: Rows<SurveyRow>;
  readonly facts: readonly Fact[];
  readonly tally: Tally;
}

/**
 * Looks at all objects of a survey together; returns what judges each row by that, beside the findings of each by itself. Rows
 * are gone through one by one, so that they need not be in memory at once. `objectAt` reads an object once more: it is asked for objects that stand in the survey several times, and
 * for those of which something was found. Where it has none, findings name no fields. Where a survey has policies and the like,
 * and modules are not loaded that play them, the computation is left (`attempt`).
 */
export function judgeTogether(
  { rows, facts, tally }: KnownOfAll,
  options: RuleOptions,
  objectAt: (index: number) => ReadObject | undefined = () => undefined,
): JudgeRow {
  const readAgain = (index: number): Judged | undefined => {
    const read = objectAt(index);
    return read === undefined ? undefined : judgedOf(read, countObject(read, index), options);
  };
  let played: AdmittedObjects | undefined;
  const admitted = () => {
    played ??= admittedObjects({ rows, facts, options, readAgain });
    return played;
  };
  const judges = rules.flatMap((rule) => {
    if (options.off?.has(rule.id)) return [];
    const judge = rule.judgeTogether?.({ rows, facts, tally, options, readAgain, admitted });
    return judge === undefined ? [] : [judge];
  });
  return (row) => judges.flatMap((judge) => judge(row));
}

/** The same for rows in memory: what is found, by the index of the object. */
export function judgeSurvey(
  rows: readonly SurveyRow[],
  facts: readonly Fact[],
  options: RuleOptions,
  objectAt?: (index: number) => ReadObject | undefined,
): ReadonlyMap<number, readonly Finding[]> {
  const judge = judgeTogether({ rows, facts, tally: tallyOf(rows) }, options, objectAt);
  return new Map(
    rows.flatMap((row) => {
      const findings = judge(row);
      return findings.length === 0 ? [] : [[row.index, findings] as const];
    }),
  );
}

/**
 * The most entries of appliers, and of updaters, that are judged. A server keeps ten updaters of an object, so that only an
 * object which no server has written has more.
 */
const mostEntries = 20;

function judgedOf({ value }: Pick<ReadObject, 'value'>, { row, owned }: CountedObject, options: RuleOptions): Judged {
  const appliers: number[] = [];
  const updaters: number[] = [];
  row.entries.forEach(({ operation, subresource }, place) => {
    if (subresource !== '') return;
    const own = operation === 'Apply' ? appliers : operation === 'Update' ? updaters : undefined;
    if (own !== undefined && own.length < mostEntries) own.push(place);
  });
  return { row, value, owned, appliers, updaters, options };
}
