import type { TypeCatalog } from '@managed-fields/api-server';
import {
  compareAnswer,
  type DifferenceRow,
  type Explanation,
  explanationsOf,
  type FieldDifference,
  failedAnswer,
  withGiven,
} from '@managed-fields/live-cluster';
import {
  equals,
  formatJson,
  mapAt,
  mapFromJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type AnsweredStep, differenceOfPair } from '@managed-fields/player';
import { parametersOf, type RecordedRequest, wholeObject } from './request.ts';

/** A difference, and what may explain it. */
export interface AuditRow {
  readonly row: DifferenceRow;
  readonly explanations: readonly Explanation[];
}

/** What of an answer was compared: all, all but managedFields, its code alone, or nothing, as the log does not have it. */
export type Compared = 'answer' | 'without-managed-fields' | 'code' | 'nothing';

/** In what a recorded answer differs from that of the scenario. */
export interface Comparison {
  readonly compared: Compared;
  readonly rows: readonly AuditRow[];
}

/**
 * Compares a recorded answer with that of the scenario. `known` is the whole object as the log had it before the
 * request; without it, changes of the generation and times of entries are not compared. Warnings are not in a log.
 */
export function compareRecorded(
  request: RecordedRequest,
  { answer, before, catalog }: AnsweredStep,
  known: ValueMap | undefined,
): Comparison {
  const { event, status } = request;
  const recorded = recordedAnswer(request);
  if (event.code === undefined) return { compared: 'nothing', rows: [] };
  if (answer === undefined) return { compared: 'code', rows: explained([codeRow(undefined, event.code)], request) };
  const failed = event.code >= 400 || answer.code >= 400;
  const text = recorded ?? (failed && status !== undefined ? statusText(status, event.code) : undefined);
  if (text === undefined || isOther(text, answer.body)) {
    const rows = answer.code === event.code ? [] : [codeRow(answer.code, event.code)];
    return { compared: 'code', rows: explained(rows, request) };
  }
  const hasEntries = failed || wholeObject(request) === undefined || hasManagedFields(request.answer);
  const ours = failed ? answer.body : withGiven(answer.body, text, event.verb === 'create');
  const difference = failed ? undefined : differenceOf(ours, text, catalog);
  const predicted = { code: answer.code, body: ours, before, warnings: [] };
  const now = known === undefined ? undefined : formatJson(known);
  const rows = compareAnswer(predicted, { code: event.code, text, warnings: [] }, now, difference).filter((row) => {
    if (row.part === 'generation' || row.part === 'entry-time') {
      if (known === undefined && event.code !== 201) return false;
      return row.part === 'generation' || (hasEntries && !isSameSecond(row, request, known));
    }
    // What a deletion answers repeats the uid, which a server gives.
    if (row.part === 'field' && event.verb === 'delete' && row.path === '.details.uid') return false;
    return hasEntries || !row.part.startsWith('entry');
  });
  return { compared: hasEntries ? 'answer' : 'without-managed-fields', rows: explained(rows, request) };
}

/** What two objects differ in. Most do in nothing but managedFields, and finding that out takes less. */
function differenceOf(ours: string, theirs: string, catalog: TypeCatalog): FieldDifference | undefined {
  const [left, right] = [ours, theirs].map((text) => withoutManagedFields(mapFromJson(text)));
  if (left !== undefined && right !== undefined && equals(left, right)) return { values: [], otherOrder: false };
  return differenceOfPair({ left: ours, right: theirs }, catalog);
}

function withoutManagedFields(object: ValueMap | undefined): ValueMap | undefined {
  const metadata = mapAt(object, 'metadata');
  if (object === undefined || metadata === undefined) return object;
  return new Map(object).set('metadata', new Map([...metadata].filter(([name]) => name !== 'managedFields')));
}

function explained(rows: readonly DifferenceRow[], { event, status }: RecordedRequest): readonly AuditRow[] {
  const message = (event.code ?? 0) < 400 ? '' : (stringAt(status, 'message') ?? '');
  const manager = parametersOf(event).get('fieldManager');
  const known = { scenario: '', cluster: undefined, manager, code: event.code ?? 0, message };
  return rows.map((row) => ({ row, explanations: explanationsOf(row, known) }));
}

function codeRow(ours: number | undefined, theirs: number): DifferenceRow {
  return { part: 'code', predicted: ours === undefined ? undefined : String(ours), answered: String(theirs) };
}

function recordedAnswer({ answer }: RecordedRequest): string | undefined {
  return answer === undefined ? undefined : formatJson(answer);
}

/** A refusal as its event's `responseStatus` tells it. */
function statusText(status: ValueMap, code: number): string {
  const message = stringAt(status, 'message');
  if (message === undefined) return failedAnswer(code, '').message;
  const named = [...status].filter(([key]) => key !== 'metadata');
  return formatJson(new Map<string, Value>([['kind', 'Status'], ['metadata', new Map()], ...named]));
}

/** Whether two answers are of different kinds: a Status says only that something was deleted. */
function isOther(recorded: string, ours: string): boolean {
  const [theirs, own] = [recorded, ours].map((text) => stringAt(mapFromJson(text), 'kind'));
  return theirs !== own;
}

function hasManagedFields(answer: ValueMap | undefined): boolean {
  return mapAt(answer, 'metadata')?.has('managedFields') === true;
}

/**
 * Whether an entry seems to keep its time only because it was written in the second of the request before: times of
 * entries are whole seconds.
 */
function isSameSecond(row: DifferenceRow, { event, answer }: RecordedRequest, known: ValueMap | undefined): boolean {
  if (row.part !== 'entry-time' || row.predicted !== 'set' || known === undefined) return false;
  const entries = mapAt(answer, 'metadata')?.get('managedFields');
  const times = Array.isArray(entries)
    ? entries.flatMap((entry) =>
        entry instanceof Map && stringAt(entry, 'manager') === row.owner.manager ? [stringAt(entry, 'time') ?? ''] : [],
      )
    : [];
  const [from, to] = [event.received.slice(0, 19), event.reached.slice(0, 19)];
  return times.some((time) => time.slice(0, 19) >= from && time.slice(0, 19) <= to);
}
