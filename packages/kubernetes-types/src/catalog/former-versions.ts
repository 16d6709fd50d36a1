/**
 * API versions that the server can still read but no longer serves, by group and kind. A body at such a version is
 * refused with another message than a body at a version that never existed. Only kinds that once moved have any.
 * Upstream: k8s.io/kubernetes pkg/apis/…/install/install.go.
 */
export const formerVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['apiextensions.k8s.io/CustomResourceDefinition', ['apiextensions.k8s.io/v1beta1']],
  ['apps/Deployment', ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1']],
  ['batch/CronJob', ['batch/v1beta1']],
  ['networking.k8s.io/Ingress', ['networking.k8s.io/v1beta1', 'extensions/v1beta1']],
  ['policy/PodDisruptionBudget', ['policy/v1beta1']],
]);
