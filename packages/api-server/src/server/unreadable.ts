import type { ResourceVersion } from '../catalog/catalog.ts';
import { hasChange } from './changes.ts';
import { storedAt } from './cluster.ts';
import { keysOf } from './collection.ts';
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

/**
 * Why a list ends at an object that cannot be read. One that comes from etcd, as pages do, says so itself. While a webhook that
 * converts the kind is down, others find that the server does not have the objects in memory.
 */
export function unlisted(work: Work, request: ApiRequest, complaint: string, ofDelete = false): Refusal {
  const { version } = work.endpoint;
  const isFromEtcd = comesFromEtcd(work, request, ofDelete);
  if (!hasChange('tellsUnreadable', work.endpoint)) {
    const what = `${version.apiVersion}, Kind=${version.resource.kind}`;
    return isFromEtcd ? untyped(complaint) : reinitializing(what, complaint);
  }
  const { group, plural } = version.resource;
  // The memory holds all objects of the kind, wherever they are.
  const whole = { ...work, endpoint: { ...work.endpoint, route: { ...work.endpoint.route, namespace: '' } } };
  const causes = causesIn(isFromEtcd ? work : whole, version);
  const more = causes.length > 1 ? ` (and ${causes.length - 1} more)` : '';
  const message = `failed to read one or more ${plural}.${group} from the storage: ${causes[0]?.message ?? ''}${more}`;
  if (!isFromEtcd) return reinitializing('<unspecified>', message);
  const truncated = { reason: 'FieldValueTooMany', message: 'too many errors, the list is truncated' };
  return storageReadError(message, group, plural, causes.length < mostTold ? causes : [...causes, truncated]);
}

/** Whether a list comes from etcd, and not from memory, which cannot be filled while a webhook that converts the kind is down. */
function comesFromEtcd({ endpoint }: Work, { query, conversionDown }: ApiRequest, ofDelete: boolean): boolean {
  const selects = Boolean(query.get('labelSelector') || query.get('fieldSelector'));
  const isPage = !selects && (ofDelete || Number(query.get('limit') ?? 0) > 0);
  const isLater = !hasChange('listsFromMemory', endpoint) && Boolean(query.get('continue'));
  return conversionDown !== true || isPage || isLater || query.get('resourceVersionMatch') === 'Exact';
}

/** Why a list that shows none of the objects that cannot be read has no answer: the memory would hold them all. */
export function unlistedMemory(work: Work, request: ApiRequest, ofDelete: boolean): Refusal | undefined {
  const { version, route } = work.endpoint;
  if (comesFromEtcd(work, request, ofDelete)) return undefined;
  const whole = { ...work, endpoint: { ...work.endpoint, route: { ...route, namespace: '' } } };
  for (const key of keysOf(whole)) {
    const stored = storedAt(work.cluster, key);
    const read = stored && fromStorage(version, stored);
    if (read !== undefined && read.kind !== 'converted') return unlisted(work, request, read.message, ofDelete);
  }
  return undefined;
}

function causesIn(work: Work, version: ResourceVersion): readonly Cause[] {
  const causes: Cause[] = [];
  for (const key of keysOf(work)) {
    const stored = storedAt(work.cluster, key);
    const read = stored && fromStorage(version, stored);
    if (stored === undefined || read === undefined || read.kind === 'converted') continue;
    const field = `/registry/${key.replace('//', '/')}`;
    causes.push({ reason: 'UnexpectedServerResponse', message: corrupt(field, stored, read.message), field });
    if (causes.length === mostTold) break;
  }
  return causes;
}

function undecodable({ resourceVersion }: StoredObject, complaint: string): string {
  return `object not decodable revision=${resourceVersion}: ${complaint}`;
}

function corrupt(key: string, stored: StoredObject, complaint: string): string {
  return storageErrorText('corrupt', key.replace('//', '/'), undecodable(stored, complaint));
}
