import { isMap, listAt, mapAt, textAt, type Value, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import type { Cluster } from './cluster.ts';
import { definitionGroup, definitionKeys, definitionName, definitionPlural } from './definition-keys.ts';
import { dispatch } from './dispatch.ts';
import { followUp } from './follow-up.ts';
import type { ApiResponse } from './request.ts';
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

function requestOf(cluster: Cluster, crd: Value) {
  const collection = `/apis/${definitionGroup}/v1/${definitionPlural}`;
  const contentType = 'application/json';
  const name = isMap(crd) ? definitionName(crd) : '';
  const live = name === '' ? undefined : cluster.objects.get(`${definitionKeys}${name}`);
  if (live === undefined || !isMap(crd)) {
    const query = new Map([['fieldManager', 'kubectl-create']]);
    return { method: 'POST', path: collection, query, contentType, body: bodyOf(withoutVersion(crd)) } as const;
  }
  const query = new Map([['fieldManager', 'kubectl-replace']]);
  const body = bodyOf(withMetadata(crd, 'resourceVersion', live.resourceVersion));
  const path = `${collection}/${encodeURIComponent(name)}`;
  return { method: 'PUT', path, query, contentType, body } as const;
}

function bodyOf(value: Value) {
  return { kind: 'value', value, duplicates: [] } as const;
}

/** Removes the resourceVersion of a definition that is created; one that was copied from a cluster has it. */
function withoutVersion(crd: Value): Value {
  return isMap(crd) && isMap(crd.get('metadata')) ? withMetadata(crd, 'resourceVersion', undefined) : crd;
}

function problemsOf(body: Value): readonly string[] {
  const status: ValueMap | undefined = isMap(body) ? body : undefined;
  const causes = listAt(mapAt(status, 'details'), 'causes');
  if (causes === undefined || causes.length === 0) return [textAt(status, 'message')];
  return causes.filter(isMap).map((cause) => {
    const field = textAt(cause, 'field');
    const message = textAt(cause, 'message');
    return field === '' ? message : `${field}: ${message}`;
  });
}
