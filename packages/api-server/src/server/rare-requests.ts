import { NotLoaded, provideUnserved } from './not-loaded.ts';
import type * as code from './rare.ts';

/** What the server does for requests that few send: the entry point `rare-requests`. */
export type RareRequests = typeof code;

let provided: RareRequests | undefined;

/**
 * Gives the server the entry point `rare-requests`, once for all clusters; undefined takes it away, for tests.
 *
 * @example
 * ```js
 * import { emptyCluster, provideRareRequests, serve } from '@managed-fields/api-server';
 * import { loadKubernetesTypes } from '@managed-fields/api-server/kubernetes-types';
 * import * as rareRequests from '@managed-fields/api-server/rare-requests';
 * import { formatJson } from '@managed-fields/merge-engine';
 *
 * provideRareRequests(rareRequests);
 * const path = '/api/v1/namespaces/default/pods';
 * const query = new Map([['fieldSelector', 'status.phase=Running,spec.color=green']]);
 * const cluster = emptyCluster(await loadKubernetesTypes());
 * const { response } = serve(cluster, { method: 'GET', path, query }, '2026-01-01T00:00:00Z');
 * console.log(response.code, formatJson(response.body));
 * ```
 * ```text
 * 400 {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"field label not supported: spec.color","reason":"BadRequest","code":400}
 * ```
 */
export function provideRareRequests(given: RareRequests | undefined): void {
  provided = given;
  provideUnserved(given);
}

/** Whether the server has the code for requests that few send. */
export function hasRareRequests(): boolean {
  return provided !== undefined;
}

/** The code for requests that few send. Where nobody provided it, the computation is left (`attempt`). */
export function rareRequests(): RareRequests {
  if (provided === undefined) throw new NotLoaded(['rare-requests']);
  return provided;
}
