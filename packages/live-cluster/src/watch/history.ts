import { byteLength, isMap, parseJson } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { textCeiling } from '@managed-fields/share-link';
import { printYaml } from '@managed-fields/source';
import { type WatchRow, writersOf } from './row.ts';

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

/** The rows of which a scenario is made, by their numbers, both ends included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Steps of a history, and how many rows of the range are not among them. */
export interface HistorySteps {
  readonly steps: readonly NewStep[];
  /** Rows whose object is no longer kept. */
  readonly withoutObject: number;
  /** Older rows for which there was no room. */
  readonly leftOut: number;
}

/** The most steps that are made of a history. A scenario may have 500. */
export const mostSteps = 200;

/**
 * Makes steps of some rows: a live object each, named after who wrote it and when. Rows of a deletion are left out,
 * as the object was no more. Where there is no room for all, the newest are kept: their texts together are no longer than
 * a link may hold.
 */
export function historySteps(history: History, { from, to }: RowRange): HistorySteps {
  const rows = history.rows.filter(({ number, change }) => number >= from && number <= to && change !== 'deleted');
  const steps: NewStep[] = [];
  let [length, withoutObject, leftOut] = [0, 0, 0];
  for (const row of rows.toReversed()) {
    const text = objectOf(history, row.number);
    const step = text === undefined ? undefined : liveStep(row, text);
    length += step?.text.length ?? 0;
    if (step === undefined) withoutObject++;
    else if (length > textCeiling || steps.length >= mostSteps) leftOut++;
    else steps.push(step);
  }
  return { steps: steps.toReversed(), withoutObject, leftOut };
}

/** A row as a step: its object as kubectl prints it, named after who wrote it and when. */
export function liveStep(row: WatchRow, text: string): NewStep | undefined {
  const read = parseJson(text);
  if (read.kind === 'error' || !isMap(read.value)) return undefined;
  return { kind: 'live', name: nameOf(row), text: printYaml(read.value).text };
}

/** `hpa, kubectl · 2026-11-23T09:54:34Z` */
function nameOf(row: WatchRow): string {
  const writers = [...new Set(writersOf(row).map(({ manager }) => manager))].join(', ');
  const time = row.written ?? new Date(row.received).toISOString();
  return (writers === '' ? time : `${writers} · ${time}`).slice(0, 200);
}
