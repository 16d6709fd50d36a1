import type { TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import type { ObjectName } from '@managed-fields/scenario';
import { eventsOf } from './history-events.ts';
import type { KeptEvent } from './kept-events.ts';
import type { LogReader } from './log.ts';
import type { ObjectKey } from './log-objects.ts';
import { isDryRun, nameOf, type RecordedRequest, recordedRequest, wholeObject } from './request.ts';

/** What is asked of a log: the history of one object, by the numbers of its requests, both ends included. */
export interface HistoryQuestion {
  readonly object: ObjectKey;
  readonly kubernetes: PlayedVersion;
  readonly from?: number;
  readonly to?: number;
}

/** The most requests that are played at once. */
export const mostPlayed = 150;

/** The requests of an object: their events, and which of them are read and played. */
export interface Chosen {
  readonly events: readonly KeptEvent[];
  readonly from: number;
  readonly to: number;
  /** The place of the first event that is read: it shows the object before the first request that is played. */
  readonly first: number;
  /** Those that are read, by their place. */
  readonly read: ReadonlyMap<number, RecordedRequest>;
}

/** Chooses the requests that a question is about; only these are read, and what shows the object before them. */
export function chosenRequests(log: LogReader, question: HistoryQuestion): Chosen {
  const events = eventsOf(log, question.object);
  const places = events.flatMap(({ event }, place) => (event.verb === 'get' ? [] : [place]));
  const to = Math.max(1, Math.min(question.to ?? places.length, places.length));
  const from = Math.max(1, Math.min(question.from ?? 1, to), to - mostPlayed + 1);
  const first = from === 1 ? 0 : placeBefore(events, places[from - 1] ?? 0);
  const last = to === places.length ? events.length - 1 : (places[to - 1] ?? 0);
  const wanted = events.slice(first, last + 1);
  const read = new Map(wanted.map((kept, index) => [first + index, recordedRequest(kept)]));
  return { events, from, to, first, read };
}

/** The last place before another that shows the whole object; the other itself where none does. */
function placeBefore(events: readonly KeptEvent[], place: number): number {
  for (let at = place - 1; at >= 0; at--) {
    const kept = events[at];
    if (kept === undefined || kept.event.version === '' || isDryRun(kept.event)) continue;
    if (wholeObject(recordedRequest(kept)) !== undefined) return at;
  }
  return place;
}

/** The names of the object at the versions of its requests, by these. */
export function namesOf(requests: readonly RecordedRequest[], catalog: TypeCatalog): ReadonlyMap<string, ObjectName> {
  const names = new Map<string, ObjectName>();
  for (const { event } of requests) {
    if (names.has(event.object.version)) continue;
    const name = nameOf(event, requests, catalog);
    if (name !== undefined) names.set(event.object.version, name);
  }
  return names;
}
