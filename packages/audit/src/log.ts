import { isPlainMap, plainMapAt, textAt } from '@managed-fields/live-cluster';
import { formatJson, isList, isMap, parseJson, stringAt } from '@managed-fields/merge-engine';
import { plainJson } from '@managed-fields/source';
import { type AuditEvent, readEvent } from './event.ts';
import { type EventCounts, eventKeeper, isWriteVerb, type KeptEvent } from './kept-events.ts';
import { type ObjectSummary, objectsIn } from './log-objects.ts';
import { excerptLength, type LogPart, logParts } from './log-text.ts';

/** Why a line, or a part of a document, is not read as an event. */
export type ProblemCode =
  | 'not-json'
  | 'cut'
  | 'too-long'
  | 'foreign'
  | 'wrapped'
  | 'no-object'
  | 'no-room'
  | 'too-large-document';

/** What could not be read, with its first places. */
export interface LogProblem {
  readonly code: ProblemCode;
  readonly count: number;
  /** The first lines, at most `mostPlaces`. */
  readonly lines: readonly number[];
  /** What stands in the first of them: its beginning, or the name of what it is. */
  readonly found: string;
}

/** What a log holds. Plain data that a worker can post. */
export interface LogSummary extends EventCounts {
  readonly lines: number;
  readonly objects: readonly ObjectSummary[];
  readonly problems: readonly LogProblem[];
}

/** Reads a log piece by piece. */
export interface LogReader {
  /** Takes the next piece of the text, of any length. */
  take(piece: string): void;
  /** Says that the text is over. */
  end(): void;
  /** What was read so far. */
  summary(): LogSummary;
  /** The events about objects that match, in the order of the log. */
  events(matches: (event: AuditEvent) => boolean): readonly KeptEvent[];
}

/** How many places of a problem are named. */
const mostPlaces = 5;

/**
 * Starts reading a log: JSON lines, a JSON list of events, or an `EventList`. Nothing throws, whatever the text is.
 *
 * @example
 * ```js
 * import '@managed-fields/analysis';
 * import { readLog } from '@managed-fields/analysis/audit';
 *
 * const event = {
 *   kind: 'Event',
 *   apiVersion: 'audit.k8s.io/v1',
 *   level: 'Metadata',
 *   auditID: '1',
 *   stage: 'ResponseComplete',
 *   requestURI: '/api/v1/namespaces/default/configmaps/settings?fieldManager=alice',
 *   verb: 'patch',
 *   user: { username: 'alice' },
 *   objectRef: { resource: 'configmaps', namespace: 'default', name: 'settings', apiVersion: 'v1' },
 *   responseStatus: { code: 200 },
 *   requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
 *   stageTimestamp: '2026-01-01T00:00:00.000000Z',
 * };
 * const log = readLog();
 * log.take(`${JSON.stringify(event)}\n`);
 * log.end();
 * for (const { event } of log.events(() => true)) console.log(event.verb, event.user);
 * ```
 * ```text
 * patch alice
 * ```
 */
export function readLog(): LogReader {
  const keeper = eventKeeper();
  const problems = new Map<ProblemCode, { count: number; lines: number[]; found: string }>();
  let line = 0;

  const note = (code: ProblemCode, found: string) => {
    const problem = problems.get(code) ?? { count: 0, lines: [], found: found.slice(0, excerptLength) };
    problem.count++;
    if (problem.lines.length < mostPlaces) problem.lines.push(line);
    problems.set(code, problem);
  };

  const takeValue = (value: unknown, text: string): void => {
    const read = readEvent(value);
    switch (read.kind) {
      case 'event':
        if (!keeper.add(read.event, text, line)) note('no-room', text);
        return;
      case 'no-object':
        if (isWriteWithoutObject(value)) note('no-object', textAt(value, 'requestURI'));
        return;
      case 'wrapped':
        note('wrapped', read.by);
        return;
      case 'list':
        note('foreign', 'EventList');
        return;
      case 'foreign':
        note('foreign', read.found === '' ? text : read.found);
        return;
    }
  };

  /** Takes a line or a document; the events of a list each with its exact text. */
  const takeWhole = (value: unknown, text: string, isDocument: boolean): void => {
    const isEventList = readEvent(value).kind === 'list';
    if (!isEventList && !Array.isArray(value)) {
      takeValue(value, text);
      return;
    }
    const items = itemsOf(text);
    if (items === undefined) note('not-json', text);
    for (const item of items ?? []) {
      if (isDocument) line++;
      takeValue(plainJson(item)?.value, item);
    }
  };

  const takePart = (part: LogPart): void => {
    line = part.kind === 'line' || part.kind === 'long-line' ? part.line : 0;
    switch (part.kind) {
      case 'line': {
        const value = plainJson(part.text)?.value;
        if (value !== undefined) {
          takeWhole(value, part.text, false);
          return;
        }
        note(part.isLast && part.text.startsWith('{') ? 'cut' : 'not-json', part.text);
        return;
      }
      case 'long-line':
        note('too-long', part.start);
        return;
      case 'document':
        if (isPlainMap(part.value) && readEvent(part.value).kind !== 'list') line = 1;
        takeWhole(part.value, part.text, true);
        return;
      case 'long-document':
        note('too-large-document', part.start);
        return;
    }
  };

  const { take, end } = logParts(takePart);
  return {
    take,
    end,
    summary: () => ({
      ...keeper.counts(),
      lines: line,
      objects: objectsIn(keeper.kept.map(({ event }) => event)),
      problems: [...problems].map(([code, { count, lines, found }]) => ({ code, count, lines: [...lines], found })),
    }),
    events: (matches) => keeper.kept.filter(({ event }) => matches(event)),
  };
}

/** Whether a value is the event of a write that names no object. Others, such as of `/healthz`, need none. */
function isWriteWithoutObject(value: unknown): boolean {
  return isWriteVerb(textAt(value, 'verb')) && plainMapAt(value, 'objectRef') === undefined;
}

/**
 * The exact texts of the items of a list, or of an `EventList`, with the names that items of the latter leave out;
 * undefined where there is no list, or it is nested too deep.
 */
function itemsOf(text: string): readonly string[] | undefined {
  const read = parseJson(text);
  const list = read.kind === 'error' ? undefined : isMap(read.value) ? read.value.get('items') : read.value;
  if (!isList(list)) return undefined;
  return list.map((item) =>
    formatJson(isMap(item) && stringAt(item, 'kind') === undefined ? new Map([...eventNames, ...item]) : item),
  );
}

const eventNames: readonly (readonly [string, string])[] = [
  ['kind', 'Event'],
  ['apiVersion', 'audit.k8s.io/v1'],
];
