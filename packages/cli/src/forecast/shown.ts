import type { Collected, Forecast, ForecastRow, ForecastSummary, LeftObject } from '@managed-fields/forecast';
import { lineAt, lineStarts } from '@managed-fields/rendering';
import type { TextRange } from '@managed-fields/scenario';
import type { ToolChoice } from '@managed-fields/tools/programs';

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
  /** The command that was run, where the requests are those that a program really sent. */
  readonly rehearsed?: { readonly command: readonly string[]; readonly requests: number; readonly ready: boolean };
  /** What controllers would do after a rehearsal, in which they do not run; none of a forecast. */
  readonly next?: readonly Collected[];
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

/** Where something begins and ends in a file: lines and columns from 1, columns in UTF-16 units. */
interface FilePlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last. */
  readonly endColumn: number;
}

/** Finds ranges of files. */
type Places = (file: string, range: TextRange) => FilePlace;

/** Returns a function that finds ranges in some files, by their names. */
export function placesIn(texts: ReadonlyMap<string, string>): Places {
  const known = new Map<string, readonly number[]>();
  return (file, { from, to }) => {
    const text = texts.get(file) ?? '';
    const starts = known.get(file) ?? lineStarts(text);
    known.set(file, starts);
    // A document goes on to where the next begins; its place ends with its last line.
    let end = Math.max(from, to);
    while (end > from && /\s/.test(text[end - 1] ?? '')) end--;
    // The line that separates documents says nothing.
    const separator = /^(?:---[^\n]*\n|#[^\n]*\n|\s*\n)+/.exec(text.slice(from, end))?.[0].length ?? 0;
    const begin = from + separator < end ? from + separator : from;
    const [line, endLine] = [lineAt(starts, begin), lineAt(starts, end)];
    return {
      line: line + 1,
      column: begin - (starts[line] ?? 0) + 1,
      endLine: endLine + 1,
      endColumn: end - (starts[endLine] ?? 0) + 1,
    };
  };
}
