import { type AdmissionAttributes, type Cluster, objectAt } from '@managed-fields/api-server';
import { mapAt, mapOf, metadataOf, remembered, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** A namespace as it is stored; one that nobody created here is taken to be there. */
export function namespaceNamed(cluster: Cluster, name: string): ValueMap {
  return objectAt(cluster, 'v1', 'namespaces', '', name) ?? assumed(name);
}

function assumed(name: string): ValueMap {
  return mapOf({
    metadata: mapOf({ name, labels: new Map([['kubernetes.io/metadata.name', name]]) }),
    spec: mapOf({ finalizers: ['kubernetes'] }),
    status: mapOf({ phase: 'Active' }),
  });
}

/**
 * The namespace of a request; undefined for cluster-scoped objects, a Namespace included.
 * Upstream: apiserver pkg/admission/plugin/policy/validating/dispatcher.go Dispatch, mutating/dispatcher.go.
 */
export const namespaceOfRequest: (attributes: AdmissionAttributes) => ValueMap | undefined = remembered(
  ({ cluster, endpoint, namespace }: AdmissionAttributes) => {
    const { resource, apiVersion } = endpoint.view;
    if (namespace === '' || (apiVersion === 'v1' && resource.kind === 'Namespace')) return undefined;
    return namespaceNamed(cluster, namespace);
  },
);

const shownMetadata = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
];

/** What expressions see of a namespace. Upstream: apiserver pkg/admission/plugin/cel/condition.go CreateNamespaceObject. */
export const shownNamespace: (namespace: ValueMap) => ValueMap = remembered((namespace: ValueMap) => {
  const metadata = new Map<string, Value>();
  for (const key of shownMetadata) {
    const value = metadataOf(namespace).get(key);
    if (value !== undefined) metadata.set(key, value);
  }
  return mapOf({
    metadata,
    spec: mapAt(namespace, 'spec') ?? new Map(),
    status: mapAt(namespace, 'status') ?? new Map(),
  });
});
