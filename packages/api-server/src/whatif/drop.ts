import {
  type FieldPath,
  isMap,
  locate,
  type OwnerIdentity,
  ownersNow,
  recursiveDifference,
  sameOwner,
  setOf,
  type Value,
} from '@managed-fields/merge-engine';
import type { Cluster } from '../server/cluster.ts';
import type { ApiRequest } from '../server/request.ts';
import { serve } from '../server/serve.ts';
import { changeValue } from './change-value.ts';
import { type Asked, configurationOf, previewRequest, type RequestPreview } from './configuration.ts';

/**
 * The result of an owner dropping a field.
 * `left-out`: it applied its configuration without the field. `removed`: it wrote the object without the field, since
 * an updater has no configuration to leave a field out of.
 */
export type Dropped =
  | { readonly kind: 'left-out' | 'removed'; readonly preview: RequestPreview }
  | { readonly kind: 'no-owner' | 'no-field' };

/** Plays the request by which an owner drops a field and everything below it. `now` as in `serve`. */
export function dropField(
  cluster: Cluster,
  asked: Asked,
  owner: OwnerIdentity,
  field: FieldPath,
  now: string,
): Dropped {
  const entry = ownersNow(asked.object, asked.kind)?.find((other) => sameOwner(owner, other));
  if (entry === undefined) return { kind: 'no-owner' };
  if (entry.operation === 'Apply') {
    const config = configurationOf(asked, recursiveDifference(entry.now, setOf(field)));
    const request = { ...write(asked, owner), method: 'PATCH', contentType: 'application/apply-patch+yaml' } as const;
    return { kind: 'left-out', preview: previewRequest(cluster, { ...request, body: bodyOf(config) }, now) };
  }
  const without = objectWithout(cluster, asked, owner, field, now);
  if (without === undefined) return { kind: 'no-field' };
  const request = { ...write(asked, owner), method: 'PUT', contentType: 'application/json' } as const;
  return { kind: 'removed', preview: previewRequest(cluster, { ...request, body: bodyOf(without) }, now) };
}

function write({ path }: Asked, { manager, subresource }: OwnerIdentity) {
  return {
    path: subresource === '' ? path : `${path}/${subresource}`,
    query: new Map([['fieldManager', manager]]),
  };
}

function bodyOf(value: Value): NonNullable<ApiRequest['body']> {
  return { kind: 'value', value, duplicates: [] };
}

/** Returns what an updater would send: the object without the field, or its Scale without replicas. */
function objectWithout(
  cluster: Cluster,
  asked: Asked,
  { subresource }: OwnerIdentity,
  field: FieldPath,
  now: string,
): Value | undefined {
  if (subresource === 'scale') {
    const read = serve(cluster, { method: 'GET', path: `${asked.path}/scale`, query: new Map() }, now).response;
    if (read.code !== 200 || !isMap(read.body)) return undefined;
    return changeValue(read.body, [{ place: ['spec', 'replicas'], value: undefined }]);
  }
  const place = locate(asked.object, asked.kind.type, field);
  return place === undefined ? undefined : changeValue(asked.object, [{ place, value: undefined }]);
}
