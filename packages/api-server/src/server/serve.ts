import type { Cluster } from './cluster.ts';
import { customResources } from './custom-resources.ts';
import { concernsControllers } from './definition-keys.ts';
import { dispatch, endpointAt } from './dispatch.ts';
import type { ApiRequest, ApiResponse, RequestTrace } from './request.ts';
import { collectWarnings } from './work.ts';

/** What a request comes to. */
export interface Served {
  readonly cluster: Cluster;
  readonly response: ApiResponse;
  /** How a write came about; absent where the request did not get as far. */
  readonly trace?: RequestTrace;
}

/**
 * Answers one request; `now` is the time of the write, RFC 3339 with seconds, `2026-01-01T00:00:00Z`. The state after
 * it is that in which the server's own controllers have done their part.
 */
export function serve(cluster: Cluster, request: ApiRequest, now: string): Served {
  const warnings = collectWarnings();
  const endpoint = endpointAt(cluster, request.path);
  const { cluster: answered, code, body, trace } = dispatch(cluster, request, now, warnings.warn);
  const acts = endpoint !== undefined && answered !== cluster && concernsControllers(answered, endpoint);
  const after = acts ? customResources().followUp(answered, now) : answered;
  const response = { code, body, warnings: warnings.list() };
  return { cluster: after, response, ...(trace === undefined ? {} : { trace }) };
}
