import type { Forecast, ForecastRow, ForecastSummary, LeftObject, ToolChoice } from '@managed-fields/forecast';
import type { TextRange } from '@managed-fields/scenario';
import type { FilePlace, Places } from './places.ts';

/** A forecast as it is printed, in whatever format. Nothing secret is in it any more. */
export interface ShownForecast {
  readonly manager: string;
  readonly force: boolean;
  readonly clientSide: boolean;
  /** The tool that applies; undefined for one bare apply. */
  readonly tool: ToolChoice | undefined;
  /** What the tool ends with; undefined where all went well. */
  readonly error: string | undefined;
  /** Each object as it would stand, by its row, where that was asked for. */
  readonly objects: ReadonlyMap<number, object> | undefined;
  /** What was expected and is not so. */
  readonly unmet: readonly string[];
  readonly kubernetes: string;
  readonly summary: ForecastSummary;
  readonly rows: readonly ForecastRow[];
  readonly left: readonly LeftObject[];
  /** The address that opens the first conflict; undefined where there is none, or none was asked for. */
  readonly link: string | undefined;
  readonly places: Places;
}

/** Where a row begins: `release.yaml:12`. */
export function placeOf({ places }: ShownForecast, row: ForecastRow): string {
  return row.kind === 'extra' ? '' : `${row.place.file}:${places(row.place.file, row.place.range).line}`;
}

/** The forecasts of a row, one a way of applying. */
export function forecastsOf(row: ForecastRow): readonly Forecast[] {
  if (row.kind === 'extra') return [row.forecast];
  return row.kind === 'played' ? [row.serverSide, row.clientSide ?? []].flat() : [];
}

/** The results that make the exit code 1. */
export function isTrouble({ result }: { readonly result: string }): boolean {
  return result === 'conflict' || result === 'refused';
}

/** A range of a file in lines and columns. */
export function placeOfRange({ places }: ShownForecast, file: string, range: TextRange): FilePlace {
  return places(file, range);
}
