import type { ResourceNames } from '@managed-fields/api-server';
import type { ResourceEntry } from '../kubernetes-data.ts';

/** The names of every resource, by its first entry, which is that of its preferred version. */
export function namesOf(entries: readonly ResourceEntry[]): readonly ResourceNames[] {
  const names = new Map<string, ResourceNames>();
  for (const { group, version, resource, singular, kind, namespaced, shortNames: given } of entries) {
    const key = `${group}/${resource}`;
    if (resource.includes('/') || names.has(key)) continue;
    names.set(key, {
      group,
      plural: resource,
      singular: singular ?? kind.toLowerCase(),
      kind,
      shortNames: shortNames.get(key) ?? given ?? [],
      namespaced,
      preferredVersion: version,
    });
  }
  return [...names.values()];
}

/**
 * Short names that users may type in place of the name of a resource, by group and plural.
 * Upstream: k8s.io/kubernetes pkg/registry ShortNames.
 */
export const shortNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['/componentstatuses', ['cs']],
  ['/configmaps', ['cm']],
  ['/endpoints', ['ep']],
  ['/events', ['ev']],
  ['/limitranges', ['limits']],
  ['/namespaces', ['ns']],
  ['/nodes', ['no']],
  ['/persistentvolumeclaims', ['pvc']],
  ['/persistentvolumes', ['pv']],
  ['/pods', ['po']],
  ['/replicationcontrollers', ['rc']],
  ['/resourcequotas', ['quota']],
  ['/serviceaccounts', ['sa']],
  ['/services', ['svc']],
  ['apiextensions.k8s.io/customresourcedefinitions', ['crd', 'crds']],
  ['apps/daemonsets', ['ds']],
  ['apps/deployments', ['deploy']],
  ['apps/replicasets', ['rs']],
  ['apps/statefulsets', ['sts']],
  ['autoscaling/horizontalpodautoscalers', ['hpa']],
  ['batch/cronjobs', ['cj']],
  ['certificates.k8s.io/certificatesigningrequests', ['csr']],
  ['events.k8s.io/events', ['ev']],
  ['networking.k8s.io/ingresses', ['ing']],
  ['networking.k8s.io/ipaddresses', ['ip']],
  ['networking.k8s.io/networkpolicies', ['netpol']],
  ['policy/poddisruptionbudgets', ['pdb']],
  ['scheduling.k8s.io/priorityclasses', ['pc']],
  ['storage.k8s.io/storageclasses', ['sc']],
  ['storage.k8s.io/volumeattributesclasses', ['vac']],
]);
