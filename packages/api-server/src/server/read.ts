import { type Answer, printed, refuse, traceOf } from './answer.ts';
import { objectKey, storedAt } from './cluster.ts';
import { notFound, untyped } from './status.ts';
import { fromStorage } from './storage.ts';
import type { Work } from './work.ts';

/** Answers a GET of one object. Upstream: apiserver pkg/endpoints/handlers/get.go GetResource. */
export function get(work: Work): Answer {
  const { cluster, endpoint } = work;
  const { route, version } = endpoint;
  const stored = storedAt(cluster, objectKey(version, route.namespace, route.name));
  if (stored === undefined) return refuse(cluster, notFound(endpoint.resourceName, route.name));
  const read = fromStorage(version, stored);
  if (read.kind !== 'converted') return refuse(cluster, untyped(read.message));
  const shown = printed(endpoint, read.object);
  if (shown.kind === 'refused') return refuse(cluster, shown);
  const trace = traceOf(endpoint, { operation: 'Get', manager: '' }, read.object, read.object);
  return { cluster, code: 200, body: shown.body, trace };
}
