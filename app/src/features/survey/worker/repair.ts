import { addStep, type Scenario } from '@managed-fields/scenario';
import {
  commandsFor,
  type Finding,
  isOfAdmission,
  previewRepair,
  repairOf,
  repairScript,
  type Survey,
  type SurveyedObject,
  tryScenario,
} from '@managed-fields/survey';
import type {
  FindingPlace,
  RepairRow,
  RepairsQuestion,
  SurveyAnswers,
  TaskMeans,
} from '../../../core/engine/protocol.ts';

// Code that only findings need that somebody looks into.

/** Milliseconds after which rows are told, and other questions are let in. */
const tellAfterMs = 50;

/** The commands for a finding, and a scenario to try it in. */
export function helpFor(survey: Survey | undefined, place: FindingPlace): SurveyAnswers['finding'] {
  const found = findingAt(survey, place);
  const text = survey?.textOf(place.index);
  if (survey === undefined || found === undefined || text === undefined) return undefined;
  const around = isOfAdmission(found.finding) ? survey.aroundOf(place.index) : [];
  const scenario = tryScenario(found.finding, found.row, text, around);
  return {
    commands: commandsFor(found.finding, found.row),
    scenario: scenario && withDefinition(scenario, survey, place.index),
  };
}

/** A scenario that begins with the definition of an object's kind, where the survey has it. */
function withDefinition(scenario: Scenario, survey: Survey, index: number): Scenario {
  const definition = survey.definitionOf(index);
  return definition === undefined ? scenario : addStep(scenario, definition, 0);
}

/** Makes what mends findings, previews each, and tells them while it goes on; then the script of all. */
export async function repairs(
  survey: Survey | undefined,
  { findings, head, kubernetes }: RepairsQuestion,
  { catalogOf, computed, tell }: TaskMeans<'survey'>,
): Promise<SurveyAnswers['repairs']> {
  const made = findings.flatMap((place) => {
    const found = findingAt(survey, place);
    const text = survey?.textOf(place.index);
    if (survey === undefined || found === undefined || text === undefined) return [];
    const around = isOfAdmission(found.finding) ? survey.aroundOf(place.index) : [];
    const repair = repairOf(found.finding, found.row, text, around);
    return repair === undefined ? [] : [{ ...repair, scenario: withDefinition(repair.scenario, survey, repair.index) }];
  });
  const catalog = await catalogOf(kubernetes);
  let rows: RepairRow[] = [];
  let since = performance.now();
  for (const [done, repair] of made.entries()) {
    const { before, after, refusal } = await computed(() => previewRepair(repair, catalog));
    rows.push({ index: repair.index, command: repair.command, before, after, refusal });
    if (performance.now() - since < tellAfterMs) continue;
    tell({ rows, done: done + 1, of: made.length });
    rows = [];
    await new Promise((later) => setTimeout(later));
    since = performance.now();
  }
  tell({ rows, done: made.length, of: made.length });
  return { script: repairScript(made, head), repairs: made.length };
}

function findingAt(
  survey: Survey | undefined,
  { index, place }: FindingPlace,
): { readonly row: SurveyedObject; readonly finding: Finding } | undefined {
  const row = survey?.rows[index];
  const finding = row?.findings[place];
  return row === undefined || finding === undefined ? undefined : { row, finding };
}
