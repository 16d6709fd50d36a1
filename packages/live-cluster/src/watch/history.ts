import { byteLength } from '@managed-fields/merge-engine';
import type { WatchRow } from './row.ts';

/** The versions that were received, as far as they are kept. Nothing in it grows without bound. */
export interface History {
  /** Oldest first; at most `mostRows`. */
  readonly rows: readonly WatchRow[];
  /** How many older rows were left out. */
  readonly leftOut: number;
  /** The objects of the newest rows, oldest first; at most `mostBytes` together. */
  readonly objects: readonly KeptObject[];
  readonly bytes: number;
}

/** The object of a row, as JSON. */
export interface KeptObject {
  /** The number of the row. */
  readonly row: number;
  readonly text: string;
  readonly bytes: number;
}

/** The most rows that are kept, the newest. */
export const mostRows = 2_000;
/** The most bytes of objects that are kept, in UTF-8; the newest. Older rows keep what they say of the changes. */
export const mostBytes = 16 * 1024 * 1024;

/** No version was received yet. */
export const emptyHistory: History = { rows: [], leftOut: 0, objects: [], bytes: 0 };

/** Adds a row, with its object where there is one, and drops what is beyond the bounds. */
export function withRow({ rows, leftOut, objects, bytes }: History, row: WatchRow, text: string | undefined): History {
  const all = [...rows, row];
  const dropped = Math.max(0, all.length - mostRows);
  const kept = text === undefined ? objects : [...objects, { row: row.number, text, bytes: byteLength(text) }];
  const first = all[dropped]?.number ?? 0;
  let size = bytes + (kept === objects ? 0 : (kept.at(-1)?.bytes ?? 0));
  let from = 0;
  while (from < kept.length && (size > mostBytes || (kept[from]?.row ?? 0) < first)) size -= kept[from++]?.bytes ?? 0;
  return { rows: all.slice(dropped), leftOut: leftOut + dropped, objects: kept.slice(from), bytes: size };
}

/** The object of a row as JSON; undefined where it is no longer kept, or the row has none. */
export function objectOf({ objects }: History, row: number): string | undefined {
  return objects.find((each) => each.row === row)?.text;
}
