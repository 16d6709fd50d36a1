/**
 * Whether a group is one of those that are compiled into the server of some version, so that none of its kinds has a
 * CustomResourceDefinition. Upstream: k8s.io/kubernetes pkg/controlplane/instance.go.
 */
export function isBuiltinGroup(group: string): boolean {
  return group === '' || builtin.has(group);
}

const builtin = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'extensions',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
]);
