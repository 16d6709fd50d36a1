import { isMap, listAt, mapAt, textAt, type Value, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import type { Cluster } from './cluster.ts';
import { definitionGroup, definitionKeys, definitionName, definitionPlural } from './definition-keys.ts';
import { dispatch } from './dispatch.ts';
import { followUp } from './follow-up.ts';
import type { ApiRequest, ApiResponse } from './request.ts';
import { collectWarnings } from './work.ts';

/** The result of storing a CustomResourceDefinition. */
export type PutCrd =
  | {
      readonly kind: 'put';
      readonly cluster: Cluster;
      /** The server's warnings. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: 'refused';
      /** The errors, one for each field, in the server's words. */
      readonly problems: readonly string[];
      /** The Status with which the server refuses it. */
      readonly response: ApiResponse;
    };

/**
 * Creates a CustomResourceDefinition, or replaces the one of its name, as `kubectl create` and `kubectl replace` do.
 * Its kinds are in force at once, and its instances stay. `now` is as in `serve`.
 */
export function putCrd(cluster: Cluster, crd: Value, now: string): PutCrd {
  const warnings = collectWarnings();
  const {
    cluster: after,
    code,
    body,
  } = dispatch(cluster, requestOf(cluster, crd), now, {
    warn: warnings.warn,
    call: () => undefined,
  });
  const response: ApiResponse = { code, body, warnings: warnings.list() };
  if (code >= 300) return { kind: 'refused', problems: problemsOf(body), response };
  return { kind: 'put', cluster: followUp(after, now), warnings: response.warnings };
}

/** The request that creates or replaces a definition, of the version that is stored, whatever version a copy has. */
function requestOf(cluster: Cluster, crd: Value): ApiRequest {
  const collection = `/apis/${definitionGroup}/v1/${definitionPlural}`;
  const name = isMap(crd) ? definitionName(crd) : undefined;
  const live = cluster.objects.get(`${definitionKeys}${name}`);
  const value = isMap(crd) ? withMetadata(crd, 'resourceVersion', live?.resourceVersion) : crd;
  const sent = { contentType: 'application/json', body: { kind: 'value', value, duplicates: [] } } as const;
  return live === undefined
    ? { ...sent, method: 'POST', path: collection, query: new Map([['fieldManager', 'kubectl-create']]) }
    : { ...sent, method: 'PUT', path: `${collection}/${name}`, query: new Map([['fieldManager', 'kubectl-replace']]) };
}

function problemsOf(body: Value): readonly string[] {
  const status: ValueMap | undefined = isMap(body) ? body : undefined;
  const causes = listAt(mapAt(status, 'details'), 'causes');
  if (causes === undefined) return [textAt(status, 'message')];
  return causes.filter(isMap).map((cause) => {
    const field = textAt(cause, 'field');
    const message = textAt(cause, 'message');
    return field === '' ? message : `${field}: ${message}`;
  });
}
