import { type AdmittedObjects, admittedObjects } from '../admission/objects.ts';
import type { SurveyRow } from '../object.ts';
import type { ReadObject } from '../read/reader.ts';
import { type CountedObject, countObject } from '../row.ts';
import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import type { Judged, RuleOptions } from './rule.ts';
import { rules } from './rules.ts';

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

/**
 * Judges all objects of a survey together; returns what is found beside the findings of each by itself, by the index of
 * the object. `objectAt` reads an object once more: it is asked for objects that stand in the survey several times, and
 * for those of which something was found. Where it has none, findings name no fields. Where a survey has policies and the like,
 * and modules are not loaded that play them, the computation is left (`attempt`).
 */
export function judgeSurvey(
  rows: readonly SurveyRow[],
  facts: readonly Fact[],
  options: RuleOptions,
  objectAt: (index: number) => ReadObject | undefined = () => undefined,
): ReadonlyMap<number, readonly Finding[]> {
  const readAgain = (index: number): Judged | undefined => {
    const read = objectAt(index);
    return read === undefined ? undefined : judgedOf(read, countObject(read, index), options);
  };
  let played: AdmittedObjects | undefined;
  const admitted = () => {
    played ??= admittedObjects({ rows, facts, options, readAgain });
    return played;
  };
  const found = new Map<number, Finding[]>();
  for (const rule of rules) {
    if (rule.judgeTogether === undefined || options.off?.has(rule.id)) continue;
    for (const { index, finding } of rule.judgeTogether({ rows, facts, options, readAgain, admitted })) {
      const known = found.get(index);
      if (known === undefined) found.set(index, [finding]);
      else known.push(finding);
    }
  }
  return found;
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
