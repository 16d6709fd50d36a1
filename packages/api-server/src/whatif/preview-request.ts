import type { ValueMap } from '@managed-fields/merge-engine';
import { type Cluster, catalogOf } from '../server/cluster.ts';
import type { ApiRequest, ApiResponse, RequestTrace } from '../server/request.ts';
import { serve } from '../server/serve.ts';
import { type Difference, differenceOf } from './difference.ts';

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
