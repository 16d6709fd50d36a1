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
 * Answers one request, then runs the server's own controllers. Nothing throws for what a client sends: a refusal is an answer.
 *
 * @param cluster - The state before; it stays as it is.
 * @param request - What a client sends; `decodeBody` makes its body.
 * @param now - The time of the request, RFC 3339 with seconds: `2026-01-01T00:00:00Z`.
 * @returns The state after it, and the answer.
 *
 * @example
 * ```js
 * import { loadKubernetesTypes } from '@managed-fields/api-server/kubernetes-types';
 * import { decodeBody } from '@managed-fields/api-server/source';
 * import { emptyCluster, serve } from '@managed-fields/api-server/whole';
 *
 * const path = '/api/v1/namespaces/default/configmaps/settings';
 * const contentType = 'application/apply-patch+yaml';
 * const body = decodeBody('{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {a: 1}}', contentType);
 * const query = new Map([['fieldManager', 'alice']]);
 * const cluster = emptyCluster(await loadKubernetesTypes());
 * const { response } = serve(cluster, { method: 'PATCH', path, query, contentType, body }, '2026-01-01T00:00:00Z');
 * if (response.body instanceof Map) console.log(response.code, response.body.get('message'));
 * ```
 * ```text
 * 500 failed to create typed patch object (/settings; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:1}
 * ```
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
  const told = { warn: warnings.warn, call };
  const { cluster: answered, code, body, trace } = dispatch(cluster, request, now, told, endpoint);
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
