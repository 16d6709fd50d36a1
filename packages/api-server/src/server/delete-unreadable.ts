import { type Answer, refuse } from './answer.ts';
import { deniedUnreadable } from './authorize.ts';
import { objectKey, storedAt, withoutStored } from './cluster.ts';
import { type DeleteOptions, ignoreReadErrors } from './options.ts';
import { conflict, internalError, notFound, success } from './status.ts';
import { fromStorage, storageErrorText, storageKey } from './storage.ts';
import type { Work } from './work.ts';

/**
 * Answers a DELETE that is to go on where the stored object cannot be read: such a one goes whatever holds it, without
 * admission being asked; what can be read stays.
 * Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteResource, pkg/registry/generic/registry/corrupt_obj_deleter.go.
 */
export function removeUnreadable(work: Work, { dryRun }: DeleteOptions): Answer {
  const { cluster, endpoint } = work;
  const { resourceName, route, version } = endpoint;
  // Upstream wraps the storage of Namespaces so that it does not offer this.
  if (resourceName.group === '' && resourceName.name === 'namespaces') {
    const why = `no unsafe deleter provided, can not honor ${ignoreReadErrors}`;
    return refuse(cluster, internalError(why));
  }
  const denied = deniedUnreadable(work);
  if (denied !== undefined) return refuse(cluster, denied);
  const key = objectKey(version, route.namespace, route.name);
  const stored = storedAt(cluster, key);
  if (stored === undefined) return refuse(cluster, notFound(resourceName, route.name));
  if (fromStorage(version, stored).kind === 'converted') {
    const why = 'unsafe deletion is not allowed because the object is decodable from storage';
    const message = storageErrorText('invalid', storageKey(endpoint, false), why);
    return refuse(cluster, conflict(resourceName, route.name, message));
  }
  const details = new Map([
    ['name', route.name],
    ['kind', version.resource.kind],
  ]);
  return { cluster: dryRun ? cluster : withoutStored(cluster, key), code: 200, body: success(200, '', details) };
}
