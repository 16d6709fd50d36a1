import type { AuditEvent, AuditObject } from './event.ts';
import { isDryRun } from './request.ts';

/** The name of an object in a log; all versions of its kind have the same. */
export type ObjectKey = string;

/** An object that a log writes, as a list shows it. */
export interface ObjectSummary extends Omit<AuditObject, 'version' | 'subresource'> {
  readonly key: ObjectKey;
  /** Those that may have written it. */
  readonly requests: number;
  /** Those that the server answered and did not keep. */
  readonly dryRuns: number;
  /** How many of the requests the server refused, dry runs left out. */
  readonly refused: number;
  /** Who wrote, the first first, at most `mostWriters` of them. */
  readonly writers: readonly string[];
  readonly otherWriters: number;
  /** When the first and the last of the requests came in. */
  readonly first: string;
  readonly last: string;
  /** How much the log has of the requests: all bodies and answers, bodies alone, some of either, or neither. */
  readonly bodies: 'answers' | 'requests' | 'some' | 'none';
}

const mostWriters = 5;

/** Names the object of an event: `apps/deployments/bakery/web`. */
export function objectKey({
  group,
  resource,
  namespace,
  name,
}: Omit<AuditObject, 'version' | 'subresource'>): ObjectKey {
  return `${group}/${resource}/${namespace}/${name}`;
}

/** Whether an event may have changed an object. A request that deletes all of a kind names none. */
export function isWrite({ verb }: AuditEvent): boolean {
  return verb === 'create' || verb === 'update' || verb === 'patch' || verb === 'delete';
}

interface Counted {
  readonly object: AuditObject;
  readonly users: Set<string>;
  requests: number;
  dryRuns: number;
  refused: number;
  first: string;
  last: string;
  answers: number;
  bodies: number;
}

/** The objects that events write, those with the most requests first; those of dry runs alone are among them, last. */
export function objectsIn(events: readonly AuditEvent[]): readonly ObjectSummary[] {
  const counted = new Map<ObjectKey, Counted>();
  for (const event of events) {
    const { object, user, received, code = 0 } = event;
    if (!isWrite(event) || object.name === '') continue;
    const key = objectKey(object);
    const known = counted.get(key) ?? start(object, received);
    if (isDryRun(event)) known.dryRuns++;
    else {
      known.requests++;
      if (code >= 400) known.refused++;
      known.users.add(user);
    }
    if (received < known.first) known.first = received;
    if (received > known.last) known.last = received;
    const hasBody = event.hasRequest || (event.verb === 'delete' && event.level !== 'Metadata');
    if (hasBody) known.bodies++;
    if (hasBody && (event.hasResponse || code >= 400)) known.answers++;
    counted.set(key, known);
  }
  return [...counted]
    .map(([key, known]) => summaryOf(key, known))
    .sort((a, b) => b.requests - a.requests || (a.key < b.key ? -1 : 1));
}

function start(object: AuditObject, received: string): Counted {
  return {
    object,
    users: new Set(),
    requests: 0,
    dryRuns: 0,
    refused: 0,
    first: received,
    last: received,
    answers: 0,
    bodies: 0,
  };
}

function summaryOf(key: ObjectKey, { object, users, answers, bodies, ...rest }: Counted): ObjectSummary {
  const { group, resource, namespace, name } = object;
  const { requests, dryRuns, refused, first, last } = rest;
  const all = requests + dryRuns;
  const most = answers === all ? 'answers' : bodies === all ? 'requests' : bodies > 0 ? 'some' : 'none';
  const writers = [...users];
  return {
    key,
    group,
    resource,
    namespace,
    name,
    requests,
    dryRuns,
    refused,
    writers: writers.slice(0, mostWriters),
    otherWriters: Math.max(0, writers.length - mostWriters),
    first,
    last,
    bodies: most,
  };
}
