import {
  inElementOrder,
  isList,
  isMap,
  metadataOf,
  metadataText,
  modernizeEntries,
  quote,
  textAt,
  type Value,
  type ValueMap,
  withFieldOrder,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type Cluster, catalogOf, objectKey, uidText } from './cluster.ts';
import { customResources } from './custom-resources.ts';
import { isDefinition } from './definition-keys.ts';
import { throughJson } from './json-numbers.ts';
import { toHub, toStorage } from './storage.ts';

/** The result of setting a live object. */
export type LiveSet =
  | {
      readonly kind: 'set';
      readonly cluster: Cluster;
      /** The indexes of managedFields entries in the format of Kubernetes 1.16. */
      readonly older: readonly number[];
    }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Stores a pasted object with its managedFields, resourceVersion and uid. This is no request: no strategy, validation
 * or field manager changes it. Where they are missing, it gets the namespace `default`, the next uid and the next
 * resourceVersion; later resourceVersions are higher than the object's own.
 */
export function setLive(cluster: Cluster, pasted: Value): LiveSet {
  if (!isMap(pasted)) return refused('the object is not a map');
  const apiVersion = textAt(pasted, 'apiVersion');
  const kind = textAt(pasted, 'kind');
  const version = catalogOf(cluster).findKind(apiVersion, kind);
  if (version === undefined) return refused(`no kind ${quote(kind)} is registered for version ${quote(apiVersion)}`);
  const { object: modern, older } = modernizeEntries(throughJson(pasted));
  const decoded = version.decode(modern, 'json');
  if (decoded.kind === 'error') return refused(decoded.message);

  let object = inWrittenOrder(decoded.object);
  const name = metadataText(object, 'name');
  if (name === '') return refused('name must be provided');
  const namespaced = version.resource.namespaced;
  const namespace = namespaced ? metadataText(object, 'namespace') || 'default' : '';
  object = withMetadata(object, 'namespace', namespace);
  const anonymous = metadataText(object, 'uid') === '';
  if (anonymous) object = withMetadata(object, 'uid', uidText(cluster.nextUid));

  const hub = toHub(version, object);
  const stored = hub.kind === 'converted' ? toStorage(version, hub.object) : hub;
  if (stored.kind !== 'converted') return refused(stored.message);
  const written = metadataText(object, 'resourceVersion');
  const resourceVersion = /^[1-9]\d*$/.test(written) ? BigInt(written) : cluster.nextResourceVersion;
  const key = objectKey(version, namespace, name);
  const after: Cluster = {
    ...cluster,
    objects: cluster.objects.with(key, { object: stored.object, resourceVersion: String(resourceVersion) }),
    nextUid: cluster.nextUid + (anonymous ? 1 : 0),
    nextResourceVersion:
      resourceVersion >= cluster.nextResourceVersion ? resourceVersion + 1n : cluster.nextResourceVersion,
  };
  const created = metadataText(object, 'creationTimestamp');
  return {
    kind: 'set',
    cluster: isDefinition(version) ? customResources().followUp(after, created || beginning) : after,
    older,
  };
}

/** The time at which controllers act on a pasted definition without a creationTimestamp. */
const beginning = '2026-01-01T00:00:00Z';

/** Sorts the fields of managedFields entries as the server writes them; a printed object has its keys sorted. */
function inWrittenOrder(object: ValueMap): ValueMap {
  const entries = metadataOf(object).get('managedFields');
  if (!isList(entries) || !entries.every(isMap)) return object;
  return withMetadata(object, 'managedFields', withFieldOrder(entries, inElementOrder));
}

function refused(message: string): LiveSet {
  return { kind: 'refused', message };
}
