import type { Cluster } from './cluster.ts';
import { customResources } from './custom-resources.ts';
import { concernsControllers } from './definition-keys.ts';
import { dispatch, endpointAt } from './dispatch.ts';
import type { ApiRequest, ApiResponse, CalledWebhook, RequestTrace } from './request.ts';
import { collectWarnings } from './work.ts';

/** The answer to a request, and the state after it. */
export interface Served {
  readonly cluster: Cluster;
  readonly response: ApiResponse;
  /** The trace of the request; absent where it was refused early. */
  readonly trace?: RequestTrace;
}

/**
 * Answers one request, then runs the server's own controllers. `now` is the time of the request, RFC 3339 with seconds:
 * `2026-01-01T00:00:00Z`.
 */
export function serve(cluster: Cluster, request: ApiRequest, now: string): Served {
  if (request.conversionDown !== true || cluster.definitions.size === 0) return served(cluster, request, now);
  const { withConversionDown, withConversionBack } = customResources();
  const down = withConversionDown(cluster);
  const answer = served(down, request, now);
  return { ...answer, cluster: withConversionBack(answer.cluster, down, cluster) };
}

function served(cluster: Cluster, request: ApiRequest, now: string): Served {
  const warnings = collectWarnings();
  const endpoint = endpointAt(cluster, request.path);
  const webhooks = new Map<string, CalledWebhook>();
  const call = (webhook: CalledWebhook) => webhooks.set(JSON.stringify(webhook), webhook);
  const { cluster: answered, code, body, trace } = dispatch(cluster, request, now, { warn: warnings.warn, call });
  const acts = endpoint !== undefined && answered !== cluster && concernsControllers(answered, endpoint);
  const after = acts ? customResources().followUp(answered, now) : answered;
  const response = { code, body, warnings: warnings.list() };
  if (trace === undefined) return { cluster: after, response };
  return {
    cluster: after,
    response,
    trace: webhooks.size === 0 ? trace : { ...trace, webhooks: [...webhooks.values()] },
  };
}
