import { type Cluster, objectKey } from './cluster.ts';
import { dispatch, endpointAt } from './dispatch.ts';
import type { Endpoint } from './endpoint.ts';
import { concernsControllers, followUp } from './follow-up.ts';
import type { ApiRequest, ApiResponse, RequestTrace } from './request.ts';
import { seen } from './unseen.ts';
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
  const before = endpoint === undefined ? cluster : seenAt(cluster, endpoint);
  const { cluster: answered, code, body, trace } = dispatch(before, request, now, warnings.warn);
  const settles = endpoint !== undefined && answered !== before && concernsControllers(answered, endpoint);
  const after = settles ? followUp(answered, now) : answered;
  const response = { code, body, warnings: warnings.list() };
  return { cluster: after, response, ...(trace === undefined ? {} : { trace }) };
}

/** The state as a request to an endpoint sees it. */
function seenAt(cluster: Cluster, { version, route }: Endpoint): Cluster {
  if (cluster.unseen.size === 0) return cluster;
  const { group, plural } = version.resource;
  const key = objectKey(version, route.namespace, route.name);
  const collection = `${group}/${plural}/`;
  return seen(cluster, (each) => (route.name === '' ? each.startsWith(collection) : each === key));
}
