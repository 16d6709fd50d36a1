import type { KubernetesVersion } from '@managed-fields/kubernetes-types';

/** Examples of the gallery that a version answers differently from the one before it; a test plays them. */
export const differingExamples: Readonly<Partial<Record<KubernetesVersion, readonly string[]>>> = {
  'v1.34': ['version-gone-builtin', 'field-validation', 'policy-says-no'],
  'v1.36': ['label-by-policy', 'sidecar-by-policy', 'replicas-by-policy'],
  'v1.37': ['another-version', 'two-ways-version', 'limit-range-owners'],
};
