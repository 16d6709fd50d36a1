/**
 * API versions that the server can still read but serves no more, by group and kind: a body of one of them is refused
 * in other words than one of a version that never was. Those of the kinds that once moved.
 * Upstream: k8s.io/kubernetes pkg/apis/…/install/install.go.
 */
export const formerVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['apiextensions.k8s.io/CustomResourceDefinition', ['apiextensions.k8s.io/v1beta1']],
  ['apps/Deployment', ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1']],
  ['batch/CronJob', ['batch/v1beta1']],
  ['networking.k8s.io/Ingress', ['networking.k8s.io/v1beta1', 'extensions/v1beta1']],
  ['policy/PodDisruptionBudget', ['policy/v1beta1']],
]);
