import { isPlainMap, plainMapAt, textAt } from '@managed-fields/cluster';
import { formatJson, isList, isMap, parseJson, stringAt } from '@managed-fields/merge-engine';
import { type AuditEvent, readEvent } from './event.ts';
import { type ObjectSummary, objectsIn } from './log-objects.ts';

/** An event of a log that is kept, with its text as JSON, which has the bodies. */
export interface KeptEvent {
  readonly event: AuditEvent;
  /** Undefined where it has no bodies, or where there was no room to keep them. */
  readonly text: string | undefined;
  /** The number of its line, from 1 on; of its place where the log is one document. */
  readonly line: number;
}

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
export interface LogSummary {
  readonly lines: number;
  readonly events: number;
  /** Events that are not the last stage of their request, or that stand in the log twice. */
  readonly otherStages: number;
  readonly repeated: number;
  /** Requests that change nothing, and such as run something or hand something out (`pods/exec`). */
  readonly reads: number;
  readonly others: readonly { readonly what: string; readonly count: number }[];
  readonly levels: Readonly<Record<AuditEvent['level'], number>>;
  /** The release of the cluster's own components, `v1.36.3`, by their User-Agents; undefined where none wrote. */
  readonly release: string | undefined;
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

/** The longest line that is read. An object has at most some megabytes; only answers to lists are longer. */
export const longestLine = 8 * 1024 * 1024;
/** The longest log that is one JSON document. */
export const longestDocument = 96 * 1024 * 1024;
/** The most text of events that is kept. */
export const mostText = 384 * 1024 * 1024;
const mostPlaces = 5;
const excerptLength = 80;

/** Subresources through which an object itself is written. */
const written: ReadonlySet<string> = new Set([
  '',
  'status',
  'scale',
  'resize',
  'ephemeralcontainers',
  'approval',
  'finalize',
]);
const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** What runs in the release of the cluster itself. */
const ownComponent = /^kube-(?:controller-manager|scheduler|apiserver)\/(v\d{1,3}\.\d{1,3}\.\d{1,4})/;

/** Starts reading a log: JSON lines, a JSON list of events, or an `EventList`. Nothing throws, whatever the text is. */
export function readLog(): LogReader {
  const kept: KeptEvent[] = [];
  /** Requests whose last stage was not read yet, by their place in `kept`; and those whose last stage was. */
  const waiting = new Map<string, number>();
  const ended = new Set<string>();
  const problems = new Map<ProblemCode, { count: number; lines: number[]; found: string }>();
  const others = new Map<string, number>();
  const levels = { Metadata: 0, Request: 0, RequestResponse: 0 };
  let [line, events, otherStages, repeated, reads, room] = [0, 0, 0, 0, 0, mostText];
  let [parts, length, skipping]: [string[], number, boolean] = [[], 0, false];
  let document: string[] | undefined;
  let documentLength = 0;
  let begun = false;
  let release: string | undefined;

  const note = (code: ProblemCode, found: string) => {
    const problem = problems.get(code) ?? { count: 0, lines: [], found: found.slice(0, excerptLength) };
    problem.count++;
    if (problem.lines.length < mostPlaces) problem.lines.push(line);
    problems.set(code, problem);
  };

  const keep = (event: AuditEvent, text: string) => {
    const { object, verb } = event;
    levels[event.level]++;
    release ??= ownComponent.exec(event.userAgent)?.[1];
    const isWrite = writes.has(verb);
    if (isWrite ? !written.has(object.subresource) : verb !== 'get' || object.subresource !== '') {
      if (isWrite) {
        const what = `${object.resource}/${object.subresource}`;
        if (others.size < 1000 || others.has(what)) others.set(what, (others.get(what) ?? 0) + 1);
      } else reads++;
      return;
    }
    if (!isWrite) reads++;
    // An answer to a read shows the object as it was.
    if (!isWrite && (!isFinal(event) || event.code !== 200 || !event.hasResponse)) return;
    const request = `${event.id} ${verb} ${event.uri}`;
    const place = waiting.get(request);
    if (!isFinal(event)) {
      // The last stage counts, wherever it stands in the log.
      if (place !== undefined || ended.has(request)) otherStages++;
      else waiting.set(request, kept.push({ event, text: undefined, line }) - 1);
      return;
    }
    const once = `${request} ${event.reached}`;
    if (ended.has(once)) {
      repeated++;
      return;
    }
    ended.add(request).add(once);
    if (place !== undefined) otherStages++;
    waiting.delete(request);
    const hasBodies = event.hasRequest || event.hasResponse || (event.code ?? 0) >= 400;
    if (hasBodies && room < text.length) note('no-room', text);
    const fits = hasBodies && room >= text.length;
    if (fits) room -= text.length;
    const own = { event, text: fits ? text : undefined, line };
    if (place === undefined) kept.push(own);
    else kept[place] = own;
  };

  const takeValue = (value: unknown, text: string): void => {
    const read = readEvent(value);
    switch (read.kind) {
      case 'event':
        events++;
        keep(read.event, text);
        return;
      case 'list':
        takeList(text);
        return;
      case 'no-object':
        events++;
        if (isPlainMap(value) && writes.has(textAt(value, 'verb')) && plainMapAt(value, 'objectRef') === undefined) {
          note('no-object', textAt(value, 'requestURI'));
        }
        return;
      case 'wrapped':
        note('wrapped', read.by);
        return;
      case 'foreign':
        note('foreign', read.found === '' ? text : read.found);
        return;
    }
  };

  /** Takes the events of a list, each with its exact text. */
  const takeList = (text: string): void => {
    const read = parseJson(text);
    const list = read.kind === 'error' ? undefined : isMap(read.value) ? read.value.get('items') : read.value;
    if (!isList(list)) {
      note('not-json', text);
      return;
    }
    for (const item of list) {
      if (isMap(item) && stringAt(item, 'kind') === 'EventList') {
        note('foreign', 'EventList');
        continue;
      }
      const own = isMap(item) && !item.has('kind') ? new Map([...eventNames, ...item]) : item;
      const itemText = formatJson(own);
      if (document !== undefined) line++;
      takeValue(plainOf(itemText), itemText);
    }
  };

  const takeLine = (text: string, isLast: boolean): void => {
    line++;
    const trimmed = text.trim();
    if (trimmed === '') return;
    const value = trimmed.length > longestLine ? undefined : plainOf(trimmed);
    const isFirst = !begun;
    begun = true;
    if (trimmed.length > longestLine) note('too-long', trimmed);
    else if (Array.isArray(value)) takeList(trimmed);
    else if (value !== undefined) takeValue(value, trimmed);
    else if (isFirst && !isLast && /^[[{]/.test(trimmed)) {
      document = [text, '\n'];
      documentLength = text.length;
    } else note(isLast && trimmed.startsWith('{') ? 'cut' : 'not-json', trimmed);
  };

  const endLine = (isLast: boolean): void => {
    if (skipping) {
      line++;
      begun = true;
      note('too-long', parts[0] ?? '');
    } else takeLine(parts.join(''), isLast);
    [parts, length, skipping] = [[], 0, false];
  };

  const takePart = (part: string): void => {
    length += part.length;
    if (skipping) return;
    if (length > longestLine) {
      skipping = true;
      parts = [(parts[0] ?? part).slice(0, excerptLength)];
    } else parts.push(part);
  };

  const takeDocument = (piece: string): void => {
    documentLength += piece.length;
    if (documentLength <= longestDocument) document?.push(piece);
  };

  return {
    take(piece) {
      let at = 0;
      while (at < piece.length) {
        if (document !== undefined) return takeDocument(at === 0 ? piece : piece.slice(at));
        const end = piece.indexOf('\n', at);
        takePart(piece.slice(at, end < 0 ? piece.length : end));
        if (end < 0) return;
        endLine(false);
        at = end + 1;
      }
    },
    end() {
      if (document === undefined) {
        if (length > 0) endLine(true);
        return;
      }
      if (documentLength > longestDocument) return note('too-large-document', document[0] ?? '');
      const text = document.join('').trim();
      const value = plainOf(text);
      line = 0;
      if (value === undefined) {
        // No document after all: a log whose first line cannot be read.
        const lines = text.split('\n');
        document = undefined;
        for (const [index, each] of lines.entries()) takeLine(each, index === lines.length - 1);
      } else if (Array.isArray(value)) takeList(text);
      else {
        line = 1;
        takeValue(value, text);
      }
      document = undefined;
    },
    summary: () => ({
      lines: line,
      events,
      otherStages,
      repeated,
      reads,
      others: [...others].map(([what, count]) => ({ what, count })),
      levels: { ...levels },
      release,
      objects: objectsIn(kept.map(({ event }) => event)),
      problems: [...problems].map(([code, { count, lines, found }]) => ({ code, count, lines: [...lines], found })),
    }),
    events: (matches) => kept.filter(({ event }) => matches(event)),
  };
}

/** The names that the items of a list leave out. */
const eventNames: readonly (readonly [string, string])[] = [
  ['kind', 'Event'],
  ['apiVersion', 'audit.k8s.io/v1'],
];

/** The value of a JSON text; undefined where it is none. */
function plainOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an event is the last one of its request. A panic ends it as an answer does. */
function isFinal({ stage }: AuditEvent): boolean {
  return stage !== 'RequestReceived' && stage !== 'ResponseStarted';
}
