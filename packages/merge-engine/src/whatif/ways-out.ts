import type { ExplainedConflict } from '../explain/conflict.ts';
import type { Cluster } from '../server/cluster.ts';
import type { ApiRequest } from '../server/request.ts';
import type { Value } from '../value/value.ts';
import { changeValue, type PlaceChange, withoutEmptied } from './change-value.ts';
import { type Aside, playAside } from './play-aside.ts';

/**
 * The three ways out of a conflict: overwrite the value and become the only owner; give the field up by no longer
 * declaring it; share it by declaring the live value.
 */
export type WayOut = 'overwrite' | 'give-up' | 'share';

/**
 * How a way out changes the configuration. Overwriting changes nothing in it. Of a field that is owned but absent on
 * the server there is no value to share, so it is given up.
 */
export function changesOf(way: WayOut, conflicts: readonly ExplainedConflict[]): readonly PlaceChange[] {
  if (way === 'overwrite') return [];
  return conflicts.flatMap(({ declaredPlace: place, live }) =>
    place === undefined ? [] : [{ place, value: way === 'share' ? live : undefined }],
  );
}

/** A refused apply, changed by a way out of some of its conflicts. */
export function requestOfWayOut(request: ApiRequest, way: WayOut, conflicts: readonly ExplainedConflict[]): ApiRequest {
  if (way === 'overwrite') return { ...request, query: new Map(request.query).set('force', 'true') };
  if (request.body?.kind !== 'value') return request;
  const value: Value = request.body.value;
  const changes = withoutEmptied(value, changesOf(way, conflicts));
  return { ...request, body: { ...request.body, value: changeValue(value, changes) } };
}

/** What a way out would come to: the object, its owners, who loses what. */
export function previewWayOut(
  cluster: Cluster,
  request: ApiRequest,
  way: WayOut,
  conflicts: readonly ExplainedConflict[],
  now: string,
): Aside {
  return playAside(cluster, requestOfWayOut(request, way, conflicts), now);
}
