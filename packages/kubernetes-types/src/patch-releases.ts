import type { MergeLibrary } from '@managed-fields/merge-engine';

/**
 * Every known release of Kubernetes, oldest first, with the release of structured-merge-diff that it was built with. What
 * else differs between them stands in rows that name releases (`holdsFor`); docs/versions.md says what, and why.
 * Upstream: go.mod of k8s.io/kubernetes; for v1.33.8, v1.33.10, v1.34.6 and v1.35.7 those of the releases around them.
 */
export const patchReleases = {
  'v1.33.0': 'v4.6.0',
  'v1.33.1': 'v4.6.0',
  'v1.33.2': 'v4.6.0',
  'v1.33.3': 'v4.6.0',
  'v1.33.4': 'v4.6.0',
  'v1.33.5': 'v4.6.0',
  'v1.33.6': 'v4.6.0',
  'v1.33.7': 'v4.6.0',
  'v1.33.8': 'v4.6.0',
  'v1.33.9': 'v4.6.0',
  'v1.33.10': 'v4.6.0',
  'v1.33.11': 'v4.6.0',
  'v1.33.12': 'v4.6.0',
  'v1.33.13': 'v4.6.0',
  'v1.34.0': 'v6.3.0',
  'v1.34.1': 'v6.3.0',
  'v1.34.2': 'v6.3.0',
  'v1.34.3': 'v6.3.0',
  'v1.34.4': 'v6.3.0',
  'v1.34.5': 'v6.3.0',
  'v1.34.6': 'v6.3.0',
  'v1.34.7': 'v6.3.0',
  'v1.34.8': 'v6.3.0',
  'v1.34.9': 'v6.3.0',
  'v1.34.10': 'v6.3.0',
  'v1.34.11': 'v6.3.0',
  'v1.34.12': 'v6.3.0',
  'v1.35.0': 'v6.3.0',
  'v1.35.1': 'v6.3.0',
  'v1.35.2': 'v6.3.0',
  'v1.35.3': 'v6.3.0',
  'v1.35.4': 'v6.3.0',
  'v1.35.5': 'v6.3.0',
  'v1.35.6': 'v6.3.0',
  'v1.35.7': 'v6.3.0',
  'v1.35.8': 'v6.3.0',
  'v1.36.0': 'v6.3.2',
  'v1.36.1': 'v6.3.2',
  'v1.36.2': 'v6.3.2',
  'v1.36.3': 'v6.3.3',
  'v1.36.4': 'v6.3.3',
  'v1.36.5': 'v6.3.3',
  'v1.37.0': 'v6.4.2',
  'v1.37.1': 'v6.4.2',
  'v1.37.2': 'v6.4.2',
} as const satisfies Readonly<Record<string, MergeLibrary>>;

/** A known release of Kubernetes: `v1.36.1`. */
export type PatchRelease = keyof typeof patchReleases;
