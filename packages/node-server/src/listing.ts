import {
  isMap,
  listAt,
  mapAt,
  quote,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type Answered, failure } from './status.ts';

/** A page of a list, or why there is none. */
export type Page =
  | { readonly kind: 'page'; readonly body: ValueMap }
  | { readonly kind: 'refused'; readonly answer: Answered };

/** Where a list goes on: after an object, with the resourceVersion of its first page. */
interface Token {
  readonly v: 'meta.k8s.io/v1';
  readonly rv: number;
  /** `/NAMESPACE/NAME`, or `/NAME`, and a character that sorts before all others. */
  readonly start: string;
}

/**
 * Cuts a list into pages by `limit` and `continue`. All pages have the resourceVersion of the first; objects that were
 * changed since then are as they are now. How many are left is said where no selector leaves any out.
 * Upstream: k8s.io/apiserver pkg/storage/continue.go, pkg/storage/etcd3/store.go GetList.
 */
export function pageOf(list: ValueMap, query: ReadonlyMap<string, string>, namespace: string): Page {
  const limit = Number(query.get('limit') ?? 0);
  const token = query.get('continue') ?? '';
  const items = itemsOf(list);
  let from = 0;
  let resourceVersion = String(mapAt(list, 'metadata')?.get('resourceVersion') ?? '');
  if (token !== '') {
    const read = readToken(token);
    if (typeof read === 'string') {
      return { kind: 'refused', answer: failure(400, 'BadRequest', `invalid continue token: ${read}`) };
    }
    resourceVersion = String(read.rv);
    from = items.findIndex((item) => `${placeOf(item, namespace)}\0` >= read.start);
    if (from < 0) from = items.length;
    // The object of the token itself was on the page before.
    while (from < items.length && `${placeOf(items[from], namespace)}\0` === read.start) from++;
  }
  const isCut = Number.isInteger(limit) && limit > 0 && items.length - from > limit;
  const shown = isCut ? items.slice(from, from + limit) : items.slice(from);
  const last = shown.at(-1);
  let body = withMetadata(list, 'resourceVersion', resourceVersion);
  if (isCut && last !== undefined) {
    body = withMetadata(body, 'continue', tokenAt(resourceVersion, placeOf(last, namespace)));
    const isWhole = !query.get('labelSelector') && !query.get('fieldSelector');
    if (isWhole) body = withMetadata(body, 'remainingItemCount', BigInt(items.length - from - shown.length));
  }
  return { kind: 'page', body: withEntry(body, 'items', shown) };
}

function placeOf(item: ValueMap | undefined, within: string): string {
  const metadata = mapAt(item, 'metadata');
  const [namespace, name] = [metadata?.get('namespace'), metadata?.get('name')];
  return within === '' && namespace !== undefined ? `/${String(namespace)}/${String(name)}` : `/${String(name)}`;
}

function tokenAt(resourceVersion: string, place: string): string {
  const token: Token = { v: 'meta.k8s.io/v1', rv: Number(resourceVersion), start: `${place}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** The token, or what is wrong with it. */
function readToken(text: string): Token | string {
  try {
    const read: Partial<Token> = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (read.v === 'meta.k8s.io/v1' && typeof read.rv === 'number' && typeof read.start === 'string') {
      return { v: read.v, rv: read.rv, start: read.start };
    }
    return 'continue key is not valid: incorrect encoded resourceVersion (version meta.k8s.io/v1)';
  } catch {
    return 'continue key is not valid';
  }
}

/**
 * Fields besides `metadata.name` and `metadata.namespace` by which a kind can be selected, by group and plural.
 * Upstream: AddFieldLabelConversionFunc in k8s.io/kubernetes pkg/apis.
 */
const selectable: Readonly<Record<string, readonly string[]>> = {
  '/pods': [
    ...['spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName', 'spec.hostNetwork'],
    ...['status.phase', 'status.podIP', 'status.podIPs', 'status.nominatedNodeName'],
  ],
  '/nodes': ['spec.unschedulable'],
  '/namespaces': ['status.phase'],
  '/secrets': ['type'],
  '/services': ['spec.clusterIP', 'spec.type'],
  '/replicationcontrollers': ['status.replicas'],
  '/events': [
    ...['involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid'],
    ...['involvedObject.apiVersion', 'involvedObject.resourceVersion', 'involvedObject.fieldPath'],
    ...['reason', 'reportingComponent', 'source', 'type'],
  ],
  'batch/jobs': ['status.successful'],
  'certificates.k8s.io/certificatesigningrequests': ['spec.signerName'],
  'events.k8s.io/events': [
    ...['regarding.kind', 'regarding.namespace', 'regarding.name', 'regarding.uid', 'regarding.apiVersion'],
    ...['regarding.resourceVersion', 'regarding.fieldPath', 'reason', 'reportingController', 'type'],
  ],
  'resource.k8s.io/resourceslices': ['spec.nodeName', 'spec.driver'],
};

/** The words of kinds that say it otherwise. */
const worded: Readonly<Record<string, (field: string) => string>> = {
  'batch/jobs': (field) => `field label ${quote(field)} not supported for Job`,
  'resource.k8s.io/resourceslices': (field) =>
    `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
};

/** Refuses a field selector that a kind does not have; undefined where it has all of it. `defined` is of a custom kind. */
export function unknownField(
  keys: readonly string[],
  { group, plural, namespaced }: { readonly group: string; readonly plural: string; readonly namespaced: boolean },
  defined: readonly string[] | undefined,
): Answered | undefined {
  const resource = `${group}/${plural}`;
  const own = defined ?? selectable[resource];
  const known = ['metadata.name', ...(namespaced || own === undefined ? ['metadata.namespace'] : []), ...(own ?? [])];
  const wrong = keys.find((key) => !known.includes(key));
  if (wrong === undefined) return undefined;
  const words =
    own === undefined
      ? `${quote(wrong)} is not a known field selector: only "metadata.name", "metadata.namespace"`
      : (worded[resource]?.(wrong) ?? `field label not supported: ${wrong}`);
  return failure(400, 'BadRequest', words);
}

/** The objects of a list; none where it is no list. */
export function itemsOf(list: Value): readonly ValueMap[] {
  return isMap(list) ? (listAt(list, 'items') ?? []).filter(isMap) : [];
}
