import { type Fact, groupOf } from '../findings/finding.ts';
import type { RuleOptions } from '../findings/rule.ts';
import type { Json } from '../json.ts';
import type { Rows, SurveyRow } from '../object.ts';
import { admissionSources, aroundObject, definedPlural } from './sources.ts';

/** A survey, as far as admission needs it. */
export interface AroundSurvey {
  readonly rows: Rows<SurveyRow>;
  readonly facts: readonly Fact[];
  readonly options: RuleOptions;
  /** Reads an object once more; undefined where nobody kept it. */
  readonly read: (index: number) => Json | undefined;
}

/** The places of the objects by which admission judges the object of a row, in the order of the survey. */
export function aroundRow(row: SurveyRow, survey: AroundSurvey): readonly number[] {
  const { rows, facts, read } = survey;
  const plural = pluralOf(row, survey);
  if (plural === '') return [];
  const places = aroundObject(admissionSources(rows, facts, read), plural, row);
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The resource of a row; empty where neither its version of Kubernetes nor a definition of the survey has it. */
function pluralOf({ apiVersion, kind }: SurveyRow, { facts, options, read }: AroundSurvey): string {
  const builtin = options.catalog?.findKind(apiVersion, kind);
  if (builtin !== undefined) return builtin.resource.plural;
  const defines = `${kind}.${groupOf(apiVersion)}`;
  const definition = facts.find((fact) => fact.kind === 'definition' && fact.defines === defines);
  return definition === undefined ? '' : definedPlural(read(definition.index));
}
