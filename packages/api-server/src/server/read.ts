import { mapAt, metadataOf, type ValueMap } from '@managed-fields/merge-engine';
import { type Answer, printed, refuse, traceOf } from './answer.ts';
import { objectKey, storedAt } from './cluster.ts';
import { keysOf, listOf } from './collection.ts';
import { parseLabelSelector } from './label-selector.ts';
import { isSet } from './options.ts';
import { rareRequests } from './rare-requests.ts';
import type { ApiRequest } from './request.ts';
import { matchesLabels } from './selector.ts';
import { badRequest, notFound } from './status.ts';
import { fromStorage } from './storage.ts';
import { badName } from './store.ts';
import { unlisted, unreadable } from './unreadable.ts';
import type { Work } from './work.ts';

/** Answers a GET of one object. Upstream: apiserver pkg/endpoints/handlers/get.go GetResource. */
export function get(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const { route, version } = endpoint;
  if (isSet(request.query.get('export'))) return refuse(cluster, badRequest(noExport));
  const misnamed = badName(endpoint);
  if (misnamed !== undefined) return refuse(cluster, misnamed);
  const asked = request.query.get('resourceVersion');
  const refused = asked ? rareRequests().badVersionOfGet(work, asked) : undefined;
  if (refused !== undefined) return refuse(cluster, refused);
  const key = objectKey(version, route.namespace, route.name);
  const stored = storedAt(cluster, key);
  if (stored === undefined) return refuse(cluster, notFound(endpoint.resourceName, route.name));
  const read = fromStorage(version, stored);
  if (read.kind !== 'converted') return refuse(cluster, unreadable(work, key, read.message));
  const shown = printed(endpoint, read.object);
  if (shown.kind === 'refused') return refuse(cluster, shown);
  const trace = traceOf(endpoint, { operation: 'Get', manager: '' }, read.object, read.object);
  return { cluster, code: 200, body: shown.body, trace };
}

const noExport = 'the export parameter, deprecated since v1.14, is no longer supported';

/** What a list may ask for beside labels and a limit that it does not reach. */
const rare = [
  ...[
    'continue',
    'fieldSelector',
    'resourceVersion',
    'resourceVersionMatch',
    'sendInitialEvents',
    'timeoutSeconds',
    'watch',
  ],
];

/** Answers a GET of a collection. Upstream: get.go ListResource. */
export function list(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const { query } = request;
  const keys = keysOf(work);
  const limit = query.get('limit') ?? '0';
  const isWhole =
    request.conversionDown !== true && /^\d{1,9}$/.test(limit) && (Number(limit) === 0 || Number(limit) >= keys.length);
  if (!isWhole || rare.some((name) => query.has(name))) return rareRequests().listWithOptions(work, request);
  const labels = parseLabelSelector(query.get('labelSelector') ?? '', cluster.builtin);
  if (labels.kind === 'malformed') return refuse(cluster, badRequest(labels.message));
  const found: ValueMap[] = [];
  for (const key of keys) {
    const stored = storedAt(cluster, key);
    const read = stored && fromStorage(endpoint.version, stored);
    if (read === undefined) continue;
    if (read.kind !== 'converted') return refuse(cluster, unlisted(work, keys, read.message));
    const shown = printed(endpoint, read.object);
    if (shown.kind === 'refused') return refuse(cluster, shown);
    if (matchesLabels(labels.requirements, mapAt(metadataOf(shown.body), 'labels'))) found.push(shown.body);
  }
  const body = listOf(endpoint.version, found, { resourceVersion: cluster.nextResourceVersion - 1n });
  return { cluster, code: 200, body };
}
