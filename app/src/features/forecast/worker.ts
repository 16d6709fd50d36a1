import {
  type ForecastRow,
  forecastRelease,
  neededLive,
  type ReleaseForecast,
  readManifests,
  summaryOf,
  type Way,
} from '@managed-fields/forecast';
import { isMap } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import { exactValue, type Survey } from '@managed-fields/survey';
import type { ForecastQuestion, SurveyAnswers, TaskMeans } from '../../core/engine/protocol.ts';

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
  { files, ...options }: ForecastQuestion,
  { catalogOf, computed, tell }: TaskMeans<'survey'>,
): Promise<SurveyAnswers['forecast']> {
  const number = ++asked;
  const manifests = files.flatMap(({ name, text }) => readManifests(name, text));
  const isNeeded = neededLive({ ...options, manifests });
  const live = (survey?.rows ?? []).flatMap(({ index, apiVersion, kind, entries }) => {
    if (!isNeeded({ apiVersion, kind, managers: entries.map(({ manager }) => manager), marked: false })) return [];
    const text = survey?.textOf(index);
    const value = text === undefined ? undefined : exactValue(text);
    return isMap(value) ? [value] : [];
  });
  const input = { ...options, live, manifests, catalog: await catalogOf(options.kubernetes) };
  const forecast = await computed(() => forecastRelease(input));
  if (number !== asked) return undefined;
  current = forecast;
  const rows: ForecastRow[] = [];
  let told = 0;
  let since = performance.now();
  for (let index = 0; index < forecast.size; index++) {
    rows.push(await computed(() => forecast.row(index)));
    if (performance.now() - since < tellAfterMs) continue;
    tell({ rows: rows.slice(told), of: forecast.size });
    told = rows.length;
    await new Promise((later) => setTimeout(later));
    if (number !== asked) return undefined;
    since = performance.now();
  }
  tell({ rows: rows.slice(told), of: forecast.size });
  const left = forecast.left();
  return { summary: summaryOf(rows, left), left };
}

/** A row of the last forecast as a scenario. */
export function forecastScenario(index: number, way: Way): Scenario | undefined {
  return current?.scenario(index, way);
}
