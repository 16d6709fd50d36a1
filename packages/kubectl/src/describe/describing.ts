import type { ResourceVersion } from '@managed-fields/api-server';
import { mapAt, metadataOf, parseTime, type ValueMap } from '@managed-fields/merge-engine';
import { get, listTyped } from '../client.ts';
import { type Failure, fail, isFailure } from '../failure.ts';
import { listItems } from '../selection.ts';
import type { Session } from '../session.ts';
import type { Description } from './description.ts';
import { writeEvents } from './shared.ts';
import { ownerOf, textAt, uidOf } from './values.ts';

/** What does not change from one object to the next. */
export interface Describing {
  readonly session: Session;
  /** How many items a list is asked for at a time; 0 for all. */
  readonly chunk: bigint;
  readonly withEvents: boolean;
}

/** Writes what kubectl prints of one object. A failure is one of a request that it needs. */
export type Describe = (
  out: Description,
  object: ValueMap,
  describing: Describing,
  version: ResourceVersion,
) => Failure | undefined;

/** A kind of which only the object itself and its events are shown, without those where `events` is false. */
export function alone(write: (out: Description, object: ValueMap, now: number) => void, events = true): Describe {
  return (out, object, describing) => {
    const found = events ? fetchEvents(object, describing) : undefined;
    write(out, object, timeOf(describing));
    writeEvents(out, found, timeOf(describing));
    return undefined;
  };
}

/** The namespace of an object; empty where it has none. */
export function namespaceOf(object: ValueMap): string {
  return textAt(metadataOf(object), 'namespace');
}

/** The name of an object. */
export function nameOf(object: ValueMap): string {
  return textAt(metadataOf(object), 'name');
}

/** The time, in seconds. */
export function timeOf({ session }: Describing): number {
  return parseTime(session.now) ?? 0;
}

/** Which events are about an object: those of its kind or of any, with its uid or another. */
interface AskedEvents {
  readonly withKind?: boolean;
  readonly uid?: string;
}

/** The events about an object, none where they cannot be read; undefined where they are not asked for. */
export function fetchEvents(
  object: ValueMap,
  describing: Describing,
  asked: AskedEvents = {},
): readonly ValueMap[] | undefined {
  const found = askEvents(object, describing, asked);
  return isFailure(found) ? [] : found;
}

/** The same, or why they cannot be read. Upstream: kubectl pkg/describe/describe.go searchEvents. */
export function askEvents(
  object: ValueMap,
  describing: Describing,
  { withKind = true, uid = uidOf(object) }: AskedEvents = {},
): readonly ValueMap[] | undefined | Failure {
  if (!describing.withEvents) return undefined;
  const fields = [
    ...(withKind ? [`involvedObject.kind=${textAt(object, 'kind')}`] : []),
    `involvedObject.name=${nameOf(object)}`,
    `involvedObject.namespace=${namespaceOf(object)}`,
    `involvedObject.uid=${uid}`,
  ];
  const asked = { fieldSelector: fields.join(','), inChunks: true };
  return itemsOf(describing, 'v1', 'Event', namespaceOf(object), asked);
}

/** How the items of a list are chosen, and whether they come in chunks. */
export interface Asked {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly inChunks?: boolean;
}

/** Lists objects, chunk after chunk; none where the server has no such kind. Upstream: cli-runtime FollowContinue. */
export function itemsOf(
  { session, chunk }: Describing,
  apiVersion: string,
  kind: string,
  namespace: string,
  { labelSelector = '', fieldSelector = '', inChunks = false }: Asked = {},
): readonly ValueMap[] | Failure {
  const version = session.catalog.findKind(apiVersion, kind);
  if (version === undefined) return [];
  const query = new Map<string, string>();
  if (fieldSelector !== '') query.set('fieldSelector', fieldSelector);
  if (labelSelector !== '') query.set('labelSelector', labelSelector);
  if (inChunks && chunk !== 0n) query.set('limit', String(chunk));
  const items: ValueMap[] = [];
  let next = '';
  do {
    const got = listTyped(session, version, namespace, next === '' ? query : new Map([...query, ['continue', next]]));
    if (got.kind === 'failure') return got;
    items.push(...listItems(got.object));
    next = textAt(metadataOf(got.object), 'continue');
  } while (next !== '');
  return items;
}

/** Fetches one object of a built-in kind. */
export function objectAt(
  { session }: Describing,
  apiVersion: string,
  kind: string,
  place: { readonly namespace: string; readonly name: string },
): ValueMap | Failure {
  const version = session.catalog.findKind(apiVersion, kind);
  if (version === undefined) return fail('the server could not find the requested resource');
  const got = get(session, { version, ...place });
  return got.kind === 'failure' ? got : got.object;
}

/** How many Pods of a controller are in each phase. */
export interface PodCounts {
  readonly running: number;
  readonly waiting: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Counts the Pods of a controller by their phases. Upstream: describe.go getPodStatusForController. */
export function podsOf(object: ValueMap, labelSelector: string, describing: Describing): PodCounts | Failure {
  const pods = itemsOf(describing, 'v1', 'Pod', namespaceOf(object), { labelSelector, inChunks: true });
  if (isFailure(pods)) return pods;
  const owned = pods.filter((each) => textAt(ownerOf(each), 'uid') === uidOf(object));
  const count = (phase: string) => owned.filter((pod) => textAt(mapAt(pod, 'status'), 'phase') === phase).length;
  return {
    running: count('Running'),
    waiting: count('Pending'),
    succeeded: count('Succeeded'),
    failed: count('Failed'),
  };
}

/** `1 Running / 0 Waiting / 0 Succeeded / 0 Failed` */
export function countsText({ running, waiting, succeeded, failed }: PodCounts): string {
  return `${running} Running / ${waiting} Waiting / ${succeeded} Succeeded / ${failed} Failed`;
}
