import type { AuditEvent } from './event.ts';

/** An event of a log that is kept, with its text as JSON, which has the bodies. */
export interface KeptEvent {
  readonly event: AuditEvent;
  /** Undefined where it has no bodies, or where there was no room to keep them. */
  readonly text: string | undefined;
  /** The number of its line, from 1 on; of its place where the log is one document. */
  readonly line: number;
}

/** How many events of each sort a log has. */
export interface EventCounts {
  readonly events: number;
  /** Events that are not the last stage of their request, or that stand in the log twice. */
  readonly otherStages: number;
  readonly repeated: number;
  readonly reads: number;
  /** Requests that run something or hand something out (`pods/exec`), and no writes of an object. */
  readonly others: readonly { readonly what: string; readonly count: number }[];
  readonly levels: Readonly<Record<AuditEvent['level'], number>>;
  /** The release of the cluster's own components, `v1.36.3`, by their User-Agents; undefined where none wrote. */
  readonly release: string | undefined;
}

/** Keeps the events that write an object, and those that show one; the others are counted. */
export interface EventKeeper {
  /** Takes an event; false where there was no room for its bodies. */
  add(event: AuditEvent, text: string, line: number): boolean;
  counts(): EventCounts;
  readonly kept: readonly KeptEvent[];
}

/** The most text of events that is kept. */
const mostText = 384 * 1024 * 1024;
/** The most sorts of other requests that are told apart. */
const mostOthers = 1000;

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
/** The verbs that write. */
const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** What runs in the release of the cluster itself. */
const ownComponent = /^kube-(?:controller-manager|scheduler|apiserver)\/(v\d{1,3}\.\d{1,3}\.\d{1,4})/;

/** Begins to keep events. */
export function eventKeeper(): EventKeeper {
  const kept: KeptEvent[] = [];
  /** Requests whose last stage was not read yet, by their place in `kept`; and those whose last stage was. */
  const waiting = new Map<string, number>();
  const ended = new Set<string>();
  const others = new Map<string, number>();
  const levels = { Metadata: 0, Request: 0, RequestResponse: 0 };
  let [events, otherStages, repeated, reads, room] = [0, 0, 0, 0, mostText];
  let release: string | undefined;

  const keep = (event: AuditEvent, text: string, line: number): boolean => {
    const request = `${event.id} ${event.verb} ${event.uri}`;
    const place = waiting.get(request);
    if (!isFinal(event)) {
      // The last stage counts, wherever it stands in the log.
      if (place !== undefined || ended.has(request)) otherStages++;
      else waiting.set(request, kept.push({ event, text: undefined, line }) - 1);
      return true;
    }
    const once = `${request} ${event.reached}`;
    if (ended.has(once)) {
      repeated++;
      return true;
    }
    ended.add(request).add(once);
    waiting.delete(request);
    const hasBodies = event.hasRequest || event.hasResponse || (event.code ?? 0) >= 400;
    const fits = hasBodies && room >= text.length;
    if (fits) room -= text.length;
    const own = { event, text: fits ? text : undefined, line };
    if (place === undefined) kept.push(own);
    else {
      otherStages++;
      kept[place] = own;
    }
    return fits || !hasBodies;
  };

  return {
    kept,
    add(event, text, line) {
      events++;
      levels[event.level]++;
      release ??= ownComponent.exec(event.userAgent)?.[1];
      const sort = sortOf(event);
      if (sort === 'other') {
        const what = `${event.object.resource}/${event.object.subresource}`;
        if (others.size < mostOthers || others.has(what)) others.set(what, (others.get(what) ?? 0) + 1);
      }
      if (sort === 'read' || sort === 'shows') reads++;
      return sort === 'write' || sort === 'shows' ? keep(event, text, line) : true;
    },
    counts: () => ({
      events,
      otherStages,
      repeated,
      reads,
      others: [...others].map(([what, count]) => ({ what, count })),
      levels: { ...levels },
      release,
    }),
  };
}

/** Whether an event writes an object, shows one in its answer, only reads, or does something else. */
function sortOf(event: AuditEvent): 'write' | 'shows' | 'read' | 'other' {
  const { verb, object } = event;
  if (isWriteVerb(verb)) return written.has(object.subresource) ? 'write' : 'other';
  const shows = verb === 'get' && object.subresource === '' && isFinal(event) && event.code === 200;
  return shows && event.hasResponse ? 'shows' : 'read';
}

/** Whether a verb is one of those that write. */
export function isWriteVerb(verb: string): boolean {
  return writes.has(verb);
}

/** Whether an event is the last one of its request. A panic ends it as an answer does. */
function isFinal({ stage }: AuditEvent): boolean {
  return stage !== 'RequestReceived' && stage !== 'ResponseStarted';
}
