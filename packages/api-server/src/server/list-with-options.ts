import {
  base64url,
  bytesOfBase64,
  invalid as complain,
  formatJson,
  isMap,
  jsonTypeName,
  mapAt,
  metadataOf,
  metadataText,
  parseJsonBytes,
  textAt,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { isServed, type TypeCatalog } from '../catalog/catalog.ts';
import { type Answer, printed, refuse } from './answer.ts';
import { hasChange } from './changes.ts';
import { storedAt } from './cluster.ts';
import { collectionPrefix, isInMemory, keysOf, type ListEnd, listOf } from './collection.ts';
import { removeWith, warnOfSilence } from './delete.ts';
import { deleteOptions } from './delete-options.ts';
import { badListVersion, type ListOptions, listOptions } from './list-options.ts';
import { ignoreReadErrors, isSet, refusedOptions } from './options.ts';
import type { ApiRequest } from './request.ts';
import { unknownField } from './selectable-fields.ts';
import { matchesFields, matchesLabels, requiredValue } from './selector.ts';
import { badRequest, methodNotSupported, type Refusal, untyped } from './status.ts';
import { fromStorage } from './storage.ts';
import { unlisted, unlistedMemory } from './unreadable.ts';
import type { Work } from './work.ts';

/** The objects that a list shows, kind and apiVersion included, and where it ends. */
interface Listed {
  readonly kind: 'listed';
  readonly objects: readonly ValueMap[];
  readonly end: ListEnd;
}

/** Answers a GET of a collection with whatever a list may ask for. Upstream: get.go ListResource. */
export function listWithOptions(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const asked = askedOf(work, request);
  if (asked.kind === 'refused') return refuse(cluster, asked);
  const refused = unwatched(work, request);
  if (refused !== undefined) return refuse(cluster, refused);
  const listed = listedObjects(work, request, asked);
  if (listed.kind === 'refused') return refuse(cluster, listed);
  return { cluster, code: 200, body: listOf(endpoint.version, listed.objects, listed.end) };
}

/**
 * Answers a DELETE of a collection: deletes what a list of the same request would show, one after the other, and answers
 * with that list.
 * Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteCollection, pkg/registry/generic/registry/store.go.
 */
export function removeAll(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const asked = askedOf(work, request);
  if (asked.kind === 'refused') return refuse(cluster, asked);
  const options = deleteOptions(request, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  if (options.ignoresReadErrors) {
    const why = 'is not allowed with DELETECOLLECTION, try again after removing the option';
    return refuse(cluster, refusedOptions('DeleteOptions', [complain(ignoreReadErrors, true, why)], cluster.builtin));
  }
  const listed = listedObjects(work, request, asked, true);
  if (listed.kind === 'refused') return refuse(cluster, listed);
  warnOfSilence(work, options);
  let after = cluster;
  for (const object of listed.objects) {
    const route = { ...endpoint.route, name: metadataText(object, 'name') };
    const removed = removeWith({ ...work, cluster: after, endpoint: { ...endpoint, route } }, options, true);
    if (removed.code >= 400 && removed.code !== 404) return removed;
    after = removed.cluster;
  }
  return { cluster: after, code: 200, body: listOf(endpoint.version, listed.objects, listed.end) };
}

type Selected = Extract<ListOptions, { readonly kind: 'selectors' }>;

/** What the query of a list asks for, or why it is refused before anything is read. Upstream: get.go ListResource. */
function askedOf({ cluster, endpoint }: Work, { query }: ApiRequest): ListOptions {
  const options = listOptions(query, false, cluster.builtin);
  return options.kind === 'refused' ? options : (unknownField(options.fields, endpoint.version, endpoint) ?? options);
}

/** Refuses the watch of a kind that has none. Upstream: get.go ListResource. */
function unwatched({ endpoint: { version, route } }: Work, { query }: ApiRequest): Refusal | undefined {
  if (!isSet(query.get('watch')) || isServed(version, 'watch')) return undefined;
  return methodNotSupported({ group: version.resource.group, name: route.plural }, 'watch');
}

/**
 * Finds what a list shows, by its selectors and its page; one object that is named makes no pages. All pages have
 * the resourceVersion of the first; objects that were changed since then are as they are now.
 * Upstream: apiserver pkg/registry/generic/registry/store.go ListPredicate, pkg/storage/cacher/cacher.go GetList,
 * pkg/storage/continue.go PrepareContinueToken.
 */
function listedObjects(work: Work, request: ApiRequest, options: Selected, ofDelete = false): Listed | Refusal {
  const { query } = request;
  const { labels, fields } = options;
  const goesOn = (query.get('continue') ?? '') !== '';
  const { cluster, endpoint } = goesOn ? work : narrowed(work, fields);
  const inMemory = isInMemory(endpoint.version);
  const newest = cluster.nextResourceVersion - 1n;
  const fromMemory = hasChange('listsFromMemory', endpoint);
  const asked = Number(query.get('limit') ?? 0);
  const isExact = query.get('resourceVersionMatch') === 'Exact';
  const asksEtcd = !fromMemory && (isExact || (!query.get('resourceVersionMatch') && (ofDelete || asked > 0)));
  if (asksEtcd && isFuture(options.resourceVersion, newest)) return untyped(futureRevision);
  const from = beginning(query, options.resourceVersion, newest, !asksEtcd && inMemory);
  if (from?.kind === 'refused') return from;
  // Who takes objects of any age gets all that are kept in memory.
  const isWhole = options.resourceVersion === '0' && inMemory && (fromMemory || !goesOn);
  const limit = isWhole ? 0 : asked;
  const prefix = collectionPrefix({ endpoint });
  const isEverywhere = endpoint.version.resource.namespaced && endpoint.route.namespace === '';
  const named = goesOn || isEverywhere ? undefined : requiredValue(fields, 'metadata.name');
  const keys = keysOf({ cluster, endpoint }).filter((key) => !named || key === `${prefix}${named}`);
  const down = unlistedMemory(work, request, ofDelete);
  if (down !== undefined) return down;
  const rest = from === undefined ? keys : keys.filter((key) => key >= `${prefix}${from.first}`);
  const objects: ValueMap[] = [];
  const resourceVersion = from === undefined || from.resourceVersion < 0n ? newest : from.resourceVersion;
  for (const [index, key] of rest.entries()) {
    const stored = storedAt(cluster, key);
    if (stored === undefined) continue;
    const read = fromStorage(endpoint.version, stored);
    if (read.kind !== 'converted') return unlisted(work, rest, read.message);
    const shown = printed(endpoint, read.object);
    if (shown.kind === 'refused') return shown;
    if (!matchesLabels(labels, mapAt(metadataOf(shown.body), 'labels'))) continue;
    if (!matchesFields(fields, shown.body)) continue;
    objects.push(shown.body);
    if (objects.length !== limit || index === rest.length - 1) continue;
    const next = continueToken(resourceVersion, key.slice(prefix.length), endpoint);
    const isSelected = labels.length + fields.length > 0;
    const end = { resourceVersion, next, ...(isSelected ? {} : { remaining: rest.length - limit }) };
    return { kind: 'listed', objects, end };
  }
  return { kind: 'listed', objects, end: { resourceVersion } };
}

/** A list of all namespaces whose fields name one is a list of that one. Upstream: store.go ListPredicate. */
function narrowed(work: Work, fields: Selected['fields']): Work {
  const { route, version } = work.endpoint;
  const only = requiredValue(fields, 'metadata.namespace');
  const isNarrow = only !== undefined && version.resource.namespaced && route.namespace === '';
  return isNarrow ? { ...work, endpoint: { ...work.endpoint, route: { ...route, namespace: only } } } : work;
}

/** What etcd says of a revision that is still to come. Upstream: go.etcd.io/etcd api/v3rpc/rpctypes/error.go. */
const futureRevision = 'etcdserver: mvcc: required revision is a future revision';

/** Whether a resourceVersion is one that etcd can read, and that is still to come. */
function isFuture(resourceVersion: string, newest: bigint): boolean {
  if (!/^\d+$/.test(resourceVersion)) return false;
  const number = BigInt(resourceVersion);
  return number > newest && number < 1n << 63n;
}

/** Where a list begins; undefined for the first object. Upstream: apiserver pkg/storage/interfaces.go ValidateListOptions. */
function beginning(
  query: ReadonlyMap<string, string>,
  resourceVersion: string,
  newest: bigint,
  inMemory: boolean,
): Continuation | Refusal | undefined {
  const token = query.get('continue') ?? '';
  if (token === '') return badListVersion(resourceVersion, newest, inMemory);
  const read = readToken(token);
  if (read.kind === 'refused' || resourceVersion === '' || resourceVersion === '0') return read;
  return badRequest('specifying resource version is not allowed when using continue');
}

/** Where a list goes on: at a key, with the resourceVersion of its first page. */
interface Continuation {
  readonly kind: 'continuation';
  /** The first name that may come, in a list of all namespaces with its namespace: `web\0`, `default/web\0`. */
  readonly first: string;
  readonly resourceVersion: bigint;
}

/** The token by which a list goes on behind a key. Upstream: apiserver pkg/storage/continue.go EncodeContinue. */
export function continueToken(resourceVersion: bigint, behind: string, catalog: Pick<TypeCatalog, 'minor'>): string {
  const start = JSON.stringify(`${hasChange('continuesWithoutSlash', catalog) ? '' : '/'}${behind}\0`);
  return base64url(utf8(`{"v":"meta.k8s.io/v1","rv":${resourceVersion},"start":${start}}`));
}

/** Reads a token that a client sends back. Upstream: continue.go DecodeContinue. */
export function readToken(token: string): Continuation | Refusal {
  const wrong = (why: string) => badRequest(`invalid continue token: continue key is not valid${why}`);
  const letters = token.replace(/[\r\n]/g, '');
  const stray = letters.search(/[^\w-]/);
  if (stray >= 0) return wrong(`: illegal base64 data at input byte ${stray}`);
  if (letters.length % 4 === 1) return wrong(`: illegal base64 data at input byte ${letters.length - 1}`);
  const bytes = bytesOfBase64(`${letters.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat(-letters.length & 3)}`);
  const read = tokenIn(bytes ?? new Uint8Array());
  if (typeof read === 'string') return wrong(read);
  const version = textAt(read, 'v');
  if (version !== 'meta.k8s.io/v1') return wrong(`: server does not recognize this encoded version ${version}`);
  const resourceVersion = read.get('rv') ?? 0n;
  if (typeof resourceVersion !== 'bigint' || resourceVersion === 0n) {
    return wrong(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  const start = textAt(read, 'start');
  if (start === '') return wrong(': encoded start key empty (version meta.k8s.io/v1)');
  const first = start.replace(/^\//, '');
  if (first !== '' && /(?:^|\/)\.{0,2}(?:\/|$)/.test(first)) return wrong(`: ${start}`);
  return { kind: 'continuation', first, resourceVersion };
}

const tokenTypes: ReadonlyMap<string, 'string' | 'int64'> = new Map([
  ['v', 'string'],
  ['rv', 'int64'],
  ['start', 'string'],
]);

/** The fields of a token, or why Go does not read it into its struct. */
function tokenIn(bytes: Uint8Array): ValueMap | string {
  const parsed = parseJsonBytes(bytes);
  if (parsed.kind === 'error') return `: ${parsed.message}`;
  const { value } = parsed;
  if (value === null) return new Map();
  const cannot = (each: Value, into: string) => {
    const fraction = into.endsWith('int64') && typeof each === 'number' ? ` ${formatJson(each)}` : '';
    return `: json: cannot unmarshal ${jsonTypeName(each)}${fraction} into Go ${into}`;
  };
  if (!isMap(value)) return cannot(value, 'value of type storage.continueToken');
  for (const [field, each] of value) {
    const type = tokenTypes.get(field);
    const isRight = type === undefined || each === null || typeof each === (type === 'int64' ? 'bigint' : type);
    if (!isRight) return cannot(each, `struct field continueToken.${field} of type ${type}`);
  }
  return value;
}
