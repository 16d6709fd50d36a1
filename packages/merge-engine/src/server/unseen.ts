import type { ValueMap } from '../value/value.ts';
import { type Cluster, type StoredObject, uidText, withStored } from './cluster.ts';
import { metadataText, withMetadata } from './metadata.ts';

/*
 * What happens behind the requests takes no number until a request looks at it, so that uids and resourceVersions
 * count up by first appearance, whatever the server did in between.
 */

/** The object under a key as it is now, seen or not. */
export function latestAt(cluster: Cluster, key: string): ValueMap | undefined {
  return cluster.unseen.get(key) ?? cluster.objects.get(key)?.object;
}

/** The keys of the objects under a prefix, in order of their arrival. */
export function keysUnder(cluster: Cluster, prefix: string): readonly string[] {
  const keys = new Set([...cluster.objects.keys(), ...cluster.unseen.keys()]);
  return [...keys].filter((key) => key.startsWith(prefix));
}

/** The state as a request sees it that may look at some keys: what was left there is numbered. */
export function seen(cluster: Cluster, looksAt: (key: string) => boolean): Cluster {
  const found = [...cluster.unseen].filter(([key]) => looksAt(key));
  return found.reduce((state, [key, object]) => numbered(state, key, object), cluster);
}

function numbered(cluster: Cluster, key: string, object: ValueMap): Cluster {
  const unseen = without(cluster.unseen, key);
  if (metadataText(object, 'uid') !== '') return withStored({ ...cluster, unseen }, key, object);
  const named = withMetadata(object, 'uid', uidText(cluster.nextUid));
  return withStored({ ...cluster, unseen, nextUid: cluster.nextUid + 1 }, key, named);
}

/**
 * A change that no request sees: what it writes keeps its number of before, and what it creates has none.
 */
export function behindRequests(cluster: Cluster, change: (state: Cluster) => Cluster): Cluster {
  const before = seen(cluster, () => true);
  const after = change(before);
  if (after === before) return cluster;
  const objects = new Map(cluster.objects);
  const unseen = new Map(cluster.unseen);
  for (const key of before.objects.keys()) {
    if (after.objects.has(key)) continue;
    objects.delete(key);
    unseen.delete(key);
  }
  for (const [key, stored] of after.objects) {
    if (before.objects.get(key) !== stored) unseen.set(key, unnumbered(cluster.objects.get(key), stored.object));
  }
  return { ...cluster, definitions: after.definitions, objects, unseen };
}

/** The object as nobody saw it: without a uid where it is new. */
function unnumbered(former: StoredObject | undefined, object: ValueMap): ValueMap {
  return former === undefined ? withMetadata(object, 'uid', undefined) : object;
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}
