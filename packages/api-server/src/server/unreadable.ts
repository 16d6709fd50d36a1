import type { ResourceVersion } from '../catalog/catalog.ts';
import { hasChange } from './changes.ts';
import { type Cluster, storedAt } from './cluster.ts';
import { keysOf } from './collection.ts';
import type { Endpoint } from './endpoint.ts';
import type { StoredObject } from './objects.ts';
import type { ApiRequest } from './request.ts';
import { type Cause, internalError, type Refusal, reinitializing, storageReadError, untyped } from './status.ts';
import { fromStorage, storageErrorText } from './storage.ts';
import type { Work } from './work.ts';

/** How many objects that cannot be read a list tells of. Upstream: corrupt_obj_deleter.go maxCorruptObjErrsToAggregate. */
const mostTold = 100;

/**
 * The answer of a server that cannot read a stored object, by the complaint: to a read, a delete or a dry run, or to a write
 * that is more than one. Upstream: apiserver pkg/storage/etcd3/store.go, corrupt_obj_deleter.go.
 */
export function unreadable(
  { cluster, endpoint }: Pick<Work, 'cluster' | 'endpoint'>,
  key: string,
  complaint: string,
  isWrite = false,
): Refusal {
  const stored = storedAt(cluster, key);
  if (stored === undefined || !hasChange('tellsUnreadable', endpoint)) return untyped(complaint);
  return isWrite ? untyped(undecodable(stored, complaint)) : internalError(corrupt(`/${key}`, stored, complaint));
}

/** Why a list that comes from etcd ends at an object that cannot be read; `keys`: those of the objects that it would show. */
export function unlisted({ cluster, endpoint }: Work, keys: readonly string[], complaint: string): Refusal {
  const { version } = endpoint;
  if (!hasChange('tellsUnreadable', endpoint)) return untyped(complaint);
  const causes = unreadIn(cluster, version, keys).map(causeOf);
  const truncated = { reason: 'FieldValueTooMany', message: 'too many errors, the list is truncated' };
  const { group, plural } = version.resource;
  const told = causes.length < mostTold ? causes : [...causes, truncated];
  return storageReadError(failedText(version, causes), group, plural, told);
}

/**
 * Why a list that comes from memory has no answer while a webhook that converts the kind is down: the memory holds all objects of the
 * kind, wherever they are, and cannot be filled where one of them cannot be read. Pages come from etcd.
 */
export function unlistedMemory(
  { cluster, endpoint }: Work,
  request: ApiRequest,
  ofDelete: boolean,
): Refusal | undefined {
  const { version, route } = endpoint;
  if (comesFromEtcd(endpoint, request, ofDelete)) return undefined;
  const all = keysOf({ cluster, endpoint: { ...endpoint, route: { ...route, namespace: '' } } });
  const unread = unreadIn(cluster, version, all);
  const [first] = unread;
  if (first === undefined) return undefined;
  return hasChange('tellsUnreadable', endpoint)
    ? reinitializing('<unspecified>', failedText(version, unread.map(causeOf)))
    : reinitializing(`${version.apiVersion}, Kind=${version.resource.kind}`, first.complaint);
}

function comesFromEtcd(endpoint: Endpoint, { query, conversionDown }: ApiRequest, ofDelete: boolean): boolean {
  const selects = Boolean(query.get('labelSelector') || query.get('fieldSelector'));
  const isPage = !selects && (ofDelete || Number(query.get('limit') ?? 0) > 0);
  const isLater = !hasChange('listsFromMemory', endpoint) && Boolean(query.get('continue'));
  return conversionDown !== true || isPage || isLater || query.get('resourceVersionMatch') === 'Exact';
}

function failedText({ resource }: ResourceVersion, causes: readonly Cause[]): string {
  const more = causes.length > 1 ? ` (and ${causes.length - 1} more)` : '';
  return `failed to read one or more ${resource.plural}.${resource.group} from the storage: ${causes[0]?.message}${more}`;
}

/** A stored object that cannot be read, and why. */
interface Unread {
  readonly key: string;
  readonly stored: StoredObject;
  readonly complaint: string;
}

function unreadIn(cluster: Cluster, version: ResourceVersion, keys: readonly string[]): readonly Unread[] {
  const found: Unread[] = [];
  for (const key of keys) {
    const stored = storedAt(cluster, key);
    if (stored === undefined) continue;
    const read = fromStorage(version, stored);
    if (read.kind !== 'converted') found.push({ key, stored, complaint: read.message });
    if (found.length === mostTold) break;
  }
  return found;
}

function causeOf({ key, stored, complaint }: Unread): Cause {
  const field = `/registry/${key.replace('//', '/')}`;
  return { reason: 'UnexpectedServerResponse', message: corrupt(field, stored, complaint), field };
}

function undecodable({ resourceVersion }: StoredObject, complaint: string): string {
  return `object not decodable revision=${resourceVersion}: ${complaint}`;
}

function corrupt(key: string, stored: StoredObject, complaint: string): string {
  return storageErrorText('corrupt', key.replace('//', '/'), undecodable(stored, complaint));
}
