import type { ForecastRow, ForecastSummary, LeftObject } from '@managed-fields/forecast';
import type { TextRange } from '@managed-fields/scenario';
import type { FilePlace, Places } from './places.ts';

/** A forecast as it is printed, in whatever format. Nothing secret is in it any more. */
export interface ShownForecast {
  readonly manager: string;
  readonly force: boolean;
  readonly clientSide: boolean;
  readonly kubernetes: string;
  readonly summary: ForecastSummary;
  readonly rows: readonly ForecastRow[];
  readonly left: readonly LeftObject[];
  /** The address that opens the first conflict; undefined where there is none, or none was asked for. */
  readonly link: string | undefined;
  readonly places: Places;
}

/** Where a row begins: `release.yaml:12`. */
export function placeOf({ places }: ShownForecast, { place }: ForecastRow): string {
  return `${place.file}:${places(place.file, place.range).line}`;
}

/** The results that make the exit code 1. */
export function isTrouble({ result }: { readonly result: string }): boolean {
  return result === 'conflict' || result === 'refused';
}

/** A range of a file in lines and columns. */
export function placeOfRange({ places }: ShownForecast, file: string, range: TextRange): FilePlace {
  return places(file, range);
}
