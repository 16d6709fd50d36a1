import type { Forecast, ForecastRow } from '@managed-fields/forecast';
import { jsonText } from '@managed-fields/foreign-text';
import { placeOfRange, type ShownForecast } from './shown.ts';

/** A forecast as JSON. Its form is described in the README; members are added, and never renamed. */
export function forecastJson(shown: ShownForecast): string {
  const { manager, force, kubernetes, summary, rows, left, link } = shown;
  const json = { manager, force, kubernetes, summary, rows: rows.map((row) => rowJson(shown, row)), left, link };
  return `${jsonText(json)}\n`;
}

function rowJson(shown: ShownForecast, row: ForecastRow): object {
  const { place, ...rest } = row;
  const at = { file: place.file, ...placeOfRange(shown, place.file, place.range) };
  if (rest.kind !== 'played') return { ...rest, place: at };
  const { serverSide, clientSide, ...others } = rest;
  return {
    ...others,
    place: at,
    serverSide: wayJson(shown, place.file, serverSide),
    ...(clientSide === undefined ? {} : { clientSide: wayJson(shown, place.file, clientSide) }),
  };
}

function wayJson(shown: ShownForecast, file: string, forecast: Forecast): object {
  const conflicts = forecast.conflicts.map(({ range, ...conflict }) => ({
    ...conflict,
    ...(range === undefined ? {} : { place: placeOfRange(shown, file, range) }),
  }));
  return { ...forecast, conflicts };
}
