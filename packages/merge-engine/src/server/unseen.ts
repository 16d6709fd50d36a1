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

/** A state in which what was left behind has numbers, which count once they are shown. */
export interface Lent {
  readonly cluster: Cluster;
  /** The keys of the objects that were lent a number. */
  readonly keys: readonly string[];
}

/** The state as a request sees it that may look at some keys. */
export function lend(cluster: Cluster, looksAt: (key: string) => boolean): Lent {
  const keys = [...cluster.unseen.keys()].filter(looksAt);
  const { nextUid, nextResourceVersion } = cluster;
  const numbered = keys.reduce(withNumber, cluster);
  return { cluster: { ...numbered, nextUid, nextResourceVersion }, keys };
}

function withNumber(cluster: Cluster, key: string): Cluster {
  const object = cluster.unseen.get(key);
  if (object === undefined) return cluster;
  const unseen = new Map(cluster.unseen);
  unseen.delete(key);
  if (metadataText(object, 'uid') !== '') return withStored({ ...cluster, unseen }, key, object);
  const named = withMetadata(object, 'uid', uidText(cluster.nextUid));
  return withStored({ ...cluster, unseen, nextUid: cluster.nextUid + 1 }, key, named);
}

/**
 * The state after a request that was lent numbers: those of objects that it showed or wrote stand, the others are taken
 * back. `shows` is whether the answer holds the objects.
 */
export function settle(before: Cluster, { cluster: lent, keys }: Lent, answered: Cluster, shows: boolean): Cluster {
  let state = answered;
  for (const key of keys) {
    const stored = answered.objects.get(key);
    const written = stored !== lent.objects.get(key);
    if (written || shows) state = withCounted(state, before, key);
    else state = takenBack(state, before, key);
  }
  return state;
}

/** The state whose counters are past the numbers of an object. */
function withCounted(state: Cluster, before: Cluster, key: string): Cluster {
  const stored = state.objects.get(key);
  const anonymous = metadataText(before.unseen.get(key) ?? new Map(), 'uid') === '';
  const number = stored === undefined ? 0n : BigInt(stored.resourceVersion);
  return {
    ...state,
    nextUid: anonymous ? Math.max(state.nextUid, numberOfUid(stored?.object) + 1) : state.nextUid,
    nextResourceVersion: number >= state.nextResourceVersion ? number + 1n : state.nextResourceVersion,
  };
}

function numberOfUid(object: ValueMap | undefined): number {
  return object === undefined ? 0 : Number(metadataText(object, 'uid').slice(-12));
}

function takenBack(state: Cluster, before: Cluster, key: string): Cluster {
  const objects = new Map(state.objects);
  const former = before.objects.get(key);
  if (former === undefined) objects.delete(key);
  else objects.set(key, former);
  const object = before.unseen.get(key);
  return object === undefined ? state : { ...state, objects, unseen: new Map(state.unseen).set(key, object) };
}

/**
 * A change that no request sees: what it writes keeps its number of before, and what it creates has none.
 */
export function behindRequests(cluster: Cluster, change: (state: Cluster) => Cluster): Cluster {
  const before = [...cluster.unseen.keys()].reduce(withNumber, cluster);
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
