import {
  type ExplainedKind,
  extractItems,
  type FieldSet,
  isMap,
  mapAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Cluster, catalogOf } from '../server/cluster.ts';
import type { ApiRequest, ApiResponse, RequestTrace } from '../server/request.ts';
import { serve } from '../server/serve.ts';
import { type Difference, differenceOf } from './difference.ts';

/** An object that a question is about, with its path and its kind at the version of that path. */
export interface Asked {
  readonly object: ValueMap;
  readonly path: string;
  readonly kind: ExplainedKind;
}

/**
 * Makes the configuration that declares some fields of an object with their present values. Besides them it has only
 * the keys of list items and the object's own name. An atomic value comes as a whole. Fields that the object does not
 * have are left out.
 */
export function configurationOf({ object, kind }: Pick<Asked, 'object' | 'kind'>, fields: FieldSet): ValueMap {
  const extracted = extractItems({ value: object, type: kind.type }, fields, { appendKeyFields: true }).value;
  const config = new Map<string, Value>(isMap(extracted) ? extracted : []);
  const metadata = new Map<string, Value>(mapAt(config, 'metadata') ?? []);
  const named = new Map<string, Value>();
  for (const key of ['apiVersion', 'kind']) {
    const value = object.get(key);
    if (value !== undefined) named.set(key, value);
    config.delete(key);
  }
  const whose = new Map<string, Value>();
  for (const key of ['name', 'namespace']) {
    const value = mapAt(object, 'metadata')?.get(key);
    if (value !== undefined) whose.set(key, value);
    metadata.delete(key);
  }
  config.delete('metadata');
  return new Map<string, Value>([...named, ['metadata', new Map([...whose, ...metadata])], ...config]);
}

/** The answer to a request that is not kept, and what it would change. */
export interface RequestPreview {
  readonly response: ApiResponse;
  readonly trace: RequestTrace | undefined;
  /**
   * The object after the request. It is the present one where the request fails, and undefined where there would be
   * none.
   */
  readonly object: ValueMap | undefined;
  /** The difference from the present object; empty where the request fails. */
  readonly difference: Difference;
}

/** Plays a request without keeping its result, and compares the object before and after. `now` as in `serve`. */
export function previewRequest(cluster: Cluster, request: ApiRequest, now: string): RequestPreview {
  const { response, trace } = serve(cluster, request, now);
  const kind = trace && catalogOf(cluster).findKind(trace.apiVersion, trace.kind);
  if (trace === undefined || kind === undefined || response.code >= 400) {
    return { response, trace, object: trace?.before, difference: { values: [], owners: [] } };
  }
  return { response, trace, object: trace.after, difference: differenceOf(trace.before, trace.after, kind) };
}
