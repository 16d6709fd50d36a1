import {
  type ForecastRow,
  findTool,
  forecastRelease,
  neededLive,
  objectsIn,
  type ReleaseForecast,
  readManifests,
  summaryOf,
} from '@managed-fields/forecast';
import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import { exactValue, type Survey } from '@managed-fields/survey';
import { marks, type ToolChoice } from '@managed-fields/tools/programs';
import type { ForecastQuestion, SurveyAnswers, SurveyQuestion, TaskMeans } from '../../core/engine/protocol.ts';

// Code that only a forecast needs.

/** The forecast that was asked for last. */
let current: ReleaseForecast | undefined;

/** Grows with every forecast that is asked for, so that one under way ends when another begins. */
let asked = 0;

/** Milliseconds after which rows are told, and other questions are let in. */
const tellAfterMs = 50;

/** Forecasts a release against the objects of a survey, and tells its rows while it plays them. */
export async function forecast(
  survey: Survey | undefined,
  { files, tool, options, previous, ...question }: ForecastQuestion,
  { catalogOf, computed, tell }: TaskMeans<'survey'>,
): Promise<SurveyAnswers['forecast']> {
  const number = ++asked;
  const manifests = files.flatMap(({ name, text }) => readManifests(name, text));
  const told = new Map(options);
  const likely = tool?.name === 'none' ? undefined : likelyTool(tool?.name, told);
  const isNeeded = neededLive({ ...question, manifests, ...(likely === undefined ? {} : { tool: likely }) });
  const live = liveObjects(survey, isNeeded, likely !== undefined);
  const found = findTool(
    tool,
    {
      options: told,
      previous: previous.length === 0 ? undefined : previous.flatMap(objectsIn),
      manifests: manifests.flatMap((each) => (each.kind === 'object' ? [each.value] : [])),
      ...{ force: question.force, manager: '' },
    },
    live,
  );
  if (found.kind !== 'tool' && found.kind !== 'none') return { kind: 'asks', asks: found };
  const by = found.kind === 'tool' ? { tool: found.tool, manager: '' } : {};
  const input = { ...question, ...by, live, manifests, catalog: await catalogOf(question.kubernetes) };
  const forecast = await computed(() => forecastRelease(input));
  if (number !== asked) return undefined;
  current = forecast;
  const rows: ForecastRow[] = [];
  let toldRows = 0;
  let since = performance.now();
  for (let index = 0; index < forecast.size; index++) {
    rows.push(await computed(() => forecast.row(index)));
    if (performance.now() - since < tellAfterMs) continue;
    tell({ rows: rows.slice(toldRows), of: forecast.size });
    toldRows = rows.length;
    await new Promise((later) => setTimeout(later));
    if (number !== asked) return undefined;
    since = performance.now();
  }
  tell({ rows: rows.slice(toldRows), of: forecast.size });
  const left = forecast.left();
  const { error } = forecast;
  const played =
    found.kind === 'tool'
      ? { name: found.tool.name, version: found.tool.version, notes: found.notes, error }
      : undefined;
  return { kind: 'played', summary: summaryOf(rows, left), left, tool: played };
}

/** What is known of the tool before any object is read; what the objects are to say can be any tool. */
function likelyTool(name: ToolChoice['name'] | undefined, options: ToolChoice['options']): ToolChoice {
  return { name: name ?? 'kubectl', version: '', options };
}

/** The objects of the survey that a forecast can ask for. */
function liveObjects(
  survey: Survey | undefined,
  isNeeded: ReturnType<typeof neededLive>,
  byTool: boolean,
): readonly ValueMap[] {
  return (survey?.rows ?? []).flatMap(({ index, apiVersion, kind, entries }) => {
    const marked = byTool && mayBeMarked(kind, survey?.textOf(index)?.text ?? '');
    if (!isNeeded({ apiVersion, kind, managers: entries.map(({ manager }) => manager), marked })) return [];
    const text = survey?.textOf(index);
    const value = text === undefined ? undefined : exactValue(text);
    return isMap(value) ? [value] : [];
  });
}

/** Whether the text of an object has a mark of a release in it. Which object belongs to the release, the tool decides. */
function mayBeMarked(kind: string, written: string | Uint8Array): boolean {
  const text = typeof written === 'string' ? written : new TextDecoder().decode(written);
  const holdsReleases = kind === 'Secret' || kind === 'ConfigMap';
  return marks.some(([, key]) => (key !== 'owner' || holdsReleases) && text.includes(key));
}

/** A row of the last forecast as a scenario. */
export function forecastScenario({
  index,
  way,
  notes,
}: Extract<SurveyQuestion, { readonly kind: 'forecast-scenario' }>): Scenario | undefined {
  return current?.scenario(index, way, notes);
}
