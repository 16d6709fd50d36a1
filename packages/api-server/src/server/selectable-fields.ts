import { quote } from '@managed-fields/merge-engine';
import { isCustom, type ResourceVersion, type TypeCatalog } from '../catalog/catalog.ts';
import { hasChange, type ServerChange } from './changes.ts';
import type { Requirement } from './requirement.ts';
import { badRequest, type Refusal } from './status.ts';

/**
 * Fields besides `metadata.name` and `metadata.namespace` by which a kind can be selected, by group and plural.
 * Upstream: AddFieldLabelConversionFunc in k8s.io/kubernetes pkg/apis.
 */
const selectable: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '/pods',
    [
      ...['spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName', 'spec.hostNetwork'],
      // The name that a node had in old versions.
      ...['spec.host', 'status.phase', 'status.podIP', 'status.podIPs', 'status.nominatedNodeName'],
    ],
  ],
  ['/nodes', ['spec.unschedulable']],
  ['/namespaces', ['status.phase']],
  ['/secrets', ['type']],
  ['/services', ['spec.clusterIP', 'spec.type']],
  ['/replicationcontrollers', ['status.replicas']],
  [
    '/events',
    [
      ...['involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid'],
      ...['involvedObject.apiVersion', 'involvedObject.resourceVersion', 'involvedObject.fieldPath'],
      ...['reason', 'reportingComponent', 'source', 'type'],
    ],
  ],
  ['batch/jobs', ['status.successful']],
  ['certificates.k8s.io/certificatesigningrequests', ['spec.signerName']],
  ['certificates.k8s.io/clustertrustbundles', ['spec.signerName']],
  ['certificates.k8s.io/podcertificaterequests', ['spec.signerName', 'spec.podName', 'spec.nodeName']],
  [
    'events.k8s.io/events',
    [
      ...['regarding.kind', 'regarding.namespace', 'regarding.name', 'regarding.uid', 'regarding.apiVersion'],
      ...['regarding.resourceVersion', 'regarding.fieldPath', 'reason', 'reportingController', 'type'],
    ],
  ],
  ['resource.k8s.io/resourceslices', ['spec.nodeName', 'spec.driver']],
]);

/** Kinds that have a namespace and are not selected by it. */
const withoutNamespace: ReadonlySet<string> = new Set(['certificates.k8s.io/podcertificaterequests']);

/** The words of kinds that say it otherwise. */
const worded: ReadonlyMap<string, (field: string) => string> = new Map([
  ['batch/jobs', (field: string) => `field label ${quote(field)} not supported for Job`],
  [
    'resource.k8s.io/resourceslices',
    (field: string) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
  ],
]);

/** Fields that releases brought for kinds that had others before, with the change that did. */
const added: ReadonlyMap<string, readonly [change: ServerChange, fields: readonly string[]]> = new Map([
  ['resource.k8s.io/resourceslices', ['selectsByPool', ['spec.pool.name']]],
]);

/** Refuses a field selector that a kind does not have; undefined where it has all of it. */
export function unknownField(
  fields: readonly Requirement[],
  version: ResourceVersion,
  catalog: Pick<TypeCatalog, 'minor'>,
): Refusal | undefined {
  const { group, plural, namespaced } = version.resource;
  const resource = `${group}/${plural}`;
  const own = isCustom(version) ? version.selectableFields : selectable.get(resource);
  const [change, later = []] = added.get(resource) ?? [];
  const byNamespace = own === undefined || (namespaced && !withoutNamespace.has(resource));
  const known = [
    ...['metadata.name', ...(byNamespace ? ['metadata.namespace'] : []), ...(own ?? [])],
    ...(change !== undefined && hasChange(change, catalog) ? later : []),
  ];
  const wrong = fields.find(({ key }) => !known.includes(key))?.key;
  if (wrong === undefined) return undefined;
  if (own !== undefined) return badRequest(worded.get(resource)?.(wrong) ?? `field label not supported: ${wrong}`);
  return badRequest(`${quote(wrong)} is not a known field selector: only "metadata.name", "metadata.namespace"`);
}
