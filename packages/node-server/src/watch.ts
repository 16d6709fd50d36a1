import {
  type Cluster,
  groupOfObjects,
  matchesFields,
  matchesLabels,
  newestVersion,
  type ObjectEvent,
  type Requirement,
  type ResourceVersion,
  type StoredObject,
  shownAt,
} from '@managed-fields/api-server';
import { mapAt, metadataOf, type Value, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { type Answered, expired } from './status.ts';

/** What a watch asks for. */
export interface WatchAsked {
  readonly version: ResourceVersion;
  /** Empty for all. */
  readonly namespace: string;
  readonly labels: readonly Requirement[];
  readonly fields: readonly Requirement[];
  /** Empty, or a number: the events after it are wanted. */
  readonly resourceVersion: string;
  /** Whether the objects that are there come first, with a bookmark behind them. */
  readonly sendInitialEvents: boolean;
  readonly bookmarks: boolean;
}

/** An event as a watch sends it. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: ValueMap;
}

/**
 * How a watch begins: the events that come first, or why it does not begin. Without a resourceVersion, or with 0, it begins
 * with the objects that are there.
 * Upstream: k8s.io/apiserver pkg/storage/cacher/cacher.go Watch.
 */
export function beginning(
  asked: WatchAsked,
  cluster: Cluster,
  kept: EventLog,
):
  | { readonly kind: 'events'; readonly events: readonly WatchEvent[] }
  | { readonly kind: 'gone'; readonly answer: Answered } {
  const { resourceVersion, sendInitialEvents } = asked;
  if (sendInitialEvents || resourceVersion === '' || resourceVersion === '0') {
    const events = present(asked, cluster);
    return {
      kind: 'events',
      events: sendInitialEvents && asked.bookmarks ? [...events, initialEnd(asked, cluster)] : events,
    };
  }
  const from = BigInt(resourceVersion);
  if (from < kept.before) return { kind: 'gone', answer: expired(from, kept.before) };
  return { kind: 'events', events: kept.after(from).flatMap((event) => told(asked, event)) };
}

function present(asked: WatchAsked, cluster: Cluster): readonly WatchEvent[] {
  const { plural } = asked.version.resource;
  const prefix = `${groupOfObjects(asked.version.resource)}/${plural}/${asked.namespace === '' ? '' : `${asked.namespace}/`}`;
  const keys = [...cluster.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  return keys.flatMap((key): readonly WatchEvent[] => {
    const stored = cluster.objects.get(key);
    const object = stored && selected(asked, stored);
    return object === undefined ? [] : [{ type: 'ADDED', object }];
  });
}

function initialEnd(asked: WatchAsked, cluster: Cluster): WatchEvent {
  const mark = bookmark(asked, String(newestVersion(cluster)));
  const annotations = new Map([['k8s.io/initial-events-end', 'true']]);
  return { ...mark, object: withMetadata(mark.object, 'annotations', annotations) };
}

/** An event that says how far the watch is. */
export function bookmark({ version }: Pick<WatchAsked, 'version'>, resourceVersion: string): WatchEvent {
  const object = new Map<string, Value>([
    ['kind', version.resource.kind],
    ['apiVersion', version.apiVersion],
    ['metadata', new Map([['resourceVersion', resourceVersion]])],
  ]);
  return { type: 'BOOKMARK', object };
}

/**
 * What a watch is told of an event. An object that a selector no longer takes counts as deleted, and one that it takes from
 * now on as added. Upstream: k8s.io/apiserver pkg/storage/cacher/cache_watcher.go convertToWatchEvent.
 */
export function told(asked: WatchAsked, event: ObjectEvent): readonly WatchEvent[] {
  const { plural } = asked.version.resource;
  if (event.group !== groupOfObjects(asked.version.resource) || event.plural !== plural) return [];
  if (asked.namespace !== '' && event.namespace !== asked.namespace) return [];
  const was = event.before && selected(asked, event.before);
  if (event.kind === 'deleted') {
    if (was === undefined) return [];
    return [{ type: 'DELETED', object: withMetadata(was, 'resourceVersion', event.resourceVersion) }];
  }
  const is = selected(asked, event.stored);
  if (is !== undefined) return [{ type: was === undefined ? 'ADDED' : 'MODIFIED', object: is }];
  if (was === undefined) return [];
  return [{ type: 'DELETED', object: withMetadata(was, 'resourceVersion', event.resourceVersion) }];
}

/** An object at the version that is watched, where the selectors take it. */
function selected({ version, labels, fields }: WatchAsked, stored: StoredObject): ValueMap | undefined {
  const object = shownAt(version, stored);
  if (object === undefined || !matchesLabels(labels, mapAt(metadataOf(object), 'labels'))) return undefined;
  return matchesFields(fields, object) ? object : undefined;
}

/** The last events, by which a watch goes on where it ended. */
export class EventLog {
  readonly #events: ObjectEvent[] = [];
  readonly #most: number;
  #before: bigint;

  /** `before`: the newest resourceVersion at the start; `most`: how many events are kept. */
  constructor(before: bigint, most: number) {
    this.#before = before;
    this.#most = most;
  }

  /** Only the events after this resourceVersion are known. */
  get before(): bigint {
    return this.#before;
  }

  add(events: readonly ObjectEvent[]): void {
    this.#events.push(...events);
    if (this.#events.length < 2 * this.#most) return;
    const dropped = this.#events.splice(0, this.#events.length - this.#most);
    this.#before = BigInt(dropped.at(-1)?.resourceVersion ?? this.#before);
  }

  after(resourceVersion: bigint): readonly ObjectEvent[] {
    let from = this.#events.length;
    while (from > 0 && BigInt(this.#events[from - 1]?.resourceVersion ?? 0) > resourceVersion) from--;
    return this.#events.slice(from);
  }
}
