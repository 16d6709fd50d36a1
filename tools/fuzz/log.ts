import { existsSync, readFileSync } from 'node:fs';

/** What some seeds came to, with one library on both sides; a line of a log. */
export interface LogRow {
  readonly library: string;
  /** The first and the last of the seeds. */
  readonly from: number;
  readonly to: number;
  readonly operations: number;
  readonly differences: number;
}

/**
 * The rows of a log of which a run that begins with a seed has been made already: each begins where the one before ends. Rows of other
 * libraries and seeds may stand between them.
 */
export function rowsFrom(text: string, library: string, seed: number): readonly LogRow[] {
  const rows: LogRow[] = [];
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const row: LogRow = JSON.parse(line);
    if (row.library === library && row.from === (rows.at(-1)?.to ?? seed - 1) + 1) rows.push(row);
  }
  return rows;
}

/** The same of a file; none where there is no such file. */
export function readLog(file: string, library: string, seed: number): readonly LogRow[] {
  return existsSync(file) ? rowsFrom(readFileSync(file, 'utf8'), library, seed) : [];
}
