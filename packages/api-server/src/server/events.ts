import type { ValueMap } from '@managed-fields/merge-engine';
import type { ResourceVersion } from '../catalog/catalog.ts';
import { type Cluster, placeOfKey } from './cluster.ts';
import type { StoredObject } from './objects.ts';
import { fromStorage, toRequested } from './storage.ts';

/** What a request did to one object, as a watch tells it. */
export interface ObjectEvent {
  readonly kind: 'added' | 'modified' | 'deleted';
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  /** Empty for kinds that have none. */
  readonly namespace: string;
  readonly name: string;
  /** The resourceVersion of the event; a deleted object has that of its deletion. */
  readonly resourceVersion: string;
  /** The object after the event; of a deleted one the last state. */
  readonly stored: StoredObject;
  /** The object before the event; undefined where it was added. */
  readonly before: StoredObject | undefined;
}

/** The events between two states of a server, in the order of their resourceVersions, and the state after them. */
export interface Happened {
  readonly cluster: Cluster;
  readonly events: readonly ObjectEvent[];
}

/**
 * Finds what happened to objects between two states of a server. Each deletion takes a resourceVersion of its own, as the
 * store has it, so the state after them may count further than the one that was given.
 * Upstream: k8s.io/apiserver pkg/storage/etcd3/watcher.go, event.go.
 */
export function eventsBetween(before: Cluster, after: Cluster): Happened {
  if (before.objects === after.objects) return { cluster: after, events: [] };
  const written: ObjectEvent[] = [];
  const gone = new Map<string, StoredObject>();
  for (const key of after.objects.keysThatDiffer(before.objects)) {
    const [old, stored] = [before.objects.get(key), after.objects.get(key)];
    if (stored === undefined) {
      if (old !== undefined) gone.set(key, old);
      continue;
    }
    const kind = old === undefined ? 'added' : 'modified';
    written.push({ ...placeOfKey(key), kind, stored, before: old, resourceVersion: stored.resourceVersion });
  }
  written.sort((a, b) => (BigInt(a.resourceVersion) < BigInt(b.resourceVersion) ? -1 : 1));
  let next = after.nextResourceVersion;
  // Of many that go at once, those that were created first go first.
  const inOrder = gone.size < 2 ? gone : [...before.objects].filter(([key]) => gone.has(key));
  const deleted = [...inOrder].map(([key, old]): ObjectEvent => {
    const resourceVersion = String(next++);
    const stored = { object: old.object, resourceVersion };
    return { ...placeOfKey(key), kind: 'deleted', stored, before: old, resourceVersion };
  });
  return { cluster: { ...after, nextResourceVersion: next }, events: [...written, ...deleted] };
}

/** A stored object at a version, as a GET answers it; undefined where it cannot be converted. */
export function shownAt(version: ResourceVersion, stored: StoredObject): ValueMap | undefined {
  const read = fromStorage(version, stored);
  if (read.kind !== 'converted') return undefined;
  const shown = toRequested(version, read.object);
  return shown.kind === 'converted' ? shown.object : undefined;
}

/** The newest resourceVersion that a server has given. */
export function newestVersion({ nextResourceVersion }: Cluster): bigint {
  return nextResourceVersion - 1n;
}
