import { isMap, parseJson } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { textCeiling } from '@managed-fields/share-link';
import { printYaml } from '@managed-fields/source';
import { type History, objectOf } from './history.ts';
import { type WatchRow, writersOf } from './row.ts';

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
