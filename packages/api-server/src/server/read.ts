import { compareStrings, mapAt, metadataOf, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { isCustom } from '../catalog/catalog.ts';
import { type Answer, printed, refuse, traceOf } from './answer.ts';
import { type Cluster, objectKey, storedAt } from './cluster.ts';
import { readSelectors } from './read-selectors.ts';
import type { ApiRequest } from './request.ts';
import { matchesFields, matchesLabels, selectableFields } from './selector.ts';
import { badRequest, notFound, untyped } from './status.ts';
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

/** Answers a GET of a collection, with label and field selectors. Upstream: get.go ListResource. */
export function list(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const { route, version } = endpoint;
  const selected = readSelectors(request.query);
  if (selected.kind === 'malformed') return refuse(cluster, badRequest(selected.message));
  const { labels, fields } = selected;
  const prefix = objectKey(version, route.namespace, '');
  const everywhere = version.resource.namespaced && route.namespace === '';
  const within = everywhere ? prefix.slice(0, -1) : prefix;
  const found: ValueMap[] = [];
  const objects = [...cluster.objects].filter(([key]) => key.startsWith(within));
  for (const [, stored] of objects.sort(([a], [b]) => compareStrings(a, b))) {
    const read = fromStorage(version, stored);
    if (read.kind !== 'converted') return refuse(cluster, untyped(read.message));
    const shown = printed(endpoint, read.object);
    if (shown.kind === 'refused') return refuse(cluster, shown);
    if (
      matchesLabels(labels, mapAt(metadataOf(shown.body), 'labels')) &&
      matchesFields(fields, selectableFields(fields, shown.body))
    ) {
      found.push(isCustom(version) ? shown.body : withoutType(shown.body));
    }
  }
  const body = new Map<string, Value>([
    ['kind', `${version.resource.kind}List`],
    ['apiVersion', version.apiVersion],
    ['metadata', listMetadata(cluster, version.resource.origin)],
    ['items', found],
  ]);
  return { cluster, code: 200, body };
}

/** Makes the metadata of a list. That of a custom kind has the empty field `continue` too. */
function listMetadata(cluster: Cluster, origin: 'builtin' | 'custom'): ValueMap {
  const resourceVersion = String(cluster.nextResourceVersion - 1n);
  return new Map([...(origin === 'custom' ? [['continue', ''] as const] : []), ['resourceVersion', resourceVersion]]);
}

function withoutType(object: ValueMap): ValueMap {
  return new Map([...object].filter(([key]) => key !== 'kind' && key !== 'apiVersion'));
}
