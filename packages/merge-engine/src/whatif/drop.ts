import { type OwnerIdentity, ownersOf, sameOwner } from '../explain/owner.ts';
import { recursiveDifference } from '../fieldpath/algebra.ts';
import type { FieldPath } from '../fieldpath/element.ts';
import { setOf } from '../fieldpath/set.ts';
import type { Atom } from '../schema/atom.ts';
import type { Cluster } from '../server/cluster.ts';
import type { ApiRequest } from '../server/request.ts';
import { extractItems } from '../typed/remove.ts';
import { isMap, mapAt, type Value, type ValueMap } from '../value/value.ts';
import { type Aside, playAside } from './play-aside.ts';

/** What would happen if an owner dropped a field. */
export type Dropped =
  | { readonly kind: 'played'; readonly aside: Aside }
  /** An updater has no configuration to leave a field out of; it owns what it wrote until somebody takes it. */
  | { readonly kind: 'updater' }
  | { readonly kind: 'no-owner' };

/** An object to ask about: where it is, and its type at the version of the path. */
export interface Asked {
  readonly object: ValueMap;
  readonly path: string;
  readonly type: Atom;
}

/** Plays the apply by which an owner would give up a field (and what is below it): all that it owns, without that. */
export function dropField(
  cluster: Cluster,
  asked: Asked,
  owner: OwnerIdentity,
  field: FieldPath,
  now: string,
): Dropped {
  const entry = ownersOf(asked.object)?.find((other) => sameOwner(owner, other));
  if (entry === undefined) return { kind: 'no-owner' };
  if (entry.operation === 'Update') return { kind: 'updater' };
  const kept = recursiveDifference(entry.set, setOf(field));
  const extracted = extractItems({ value: asked.object, type: asked.type }, kept, { appendKeyFields: true }).value;
  const request: ApiRequest = {
    method: 'PATCH',
    path: entry.subresource === '' ? asked.path : `${asked.path}/${entry.subresource}`,
    query: new Map([['fieldManager', entry.manager]]),
    contentType: 'application/apply-patch+yaml',
    body: { kind: 'value', value: named(extracted, asked.object), duplicates: [] },
  };
  return { kind: 'played', aside: playAside(cluster, request, now) };
}

/** What an owner's set never holds and every configuration needs. */
function named(extracted: Value, object: ValueMap): ValueMap {
  const config = new Map<string, Value>(isMap(extracted) ? extracted : []);
  const metadata = new Map<string, Value>(mapAt(config, 'metadata') ?? []);
  for (const key of ['name', 'namespace']) {
    const value = mapAt(object, 'metadata')?.get(key);
    if (value !== undefined) metadata.set(key, value);
  }
  for (const key of ['apiVersion', 'kind']) {
    const value = object.get(key);
    if (value !== undefined) config.set(key, value);
  }
  return config.set('metadata', metadata);
}
