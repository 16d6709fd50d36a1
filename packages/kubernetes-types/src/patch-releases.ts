import type { MergeLibrary } from '@managed-fields/merge-engine';

/**
 * How many releases of a minor version in a row were built with one release of structured-merge-diff, oldest first.
 * Upstream: go.mod of k8s.io/kubernetes; for v1.33.8, v1.33.10, v1.34.6 and v1.35.7 those of the releases around them.
 */
export const builtWith = [
  ['v1.33', 14, 'v4.6.0'],
  ['v1.34', 13, 'v6.3.0'],
  ['v1.35', 9, 'v6.3.0'],
  ['v1.36', 3, 'v6.3.2'],
  ['v1.36', 3, 'v6.3.3'],
  ['v1.37', 3, 'v6.4.2'],
] as const satisfies readonly (readonly [string, number, MergeLibrary])[];

/** A release of Kubernetes: `v1.36.1`. */
export type PatchRelease = `${(typeof builtWith)[number][0]}.${number}`;

/**
 * Every known release of Kubernetes, oldest first, with the release of structured-merge-diff that it was built with. What
 * else differs between them stands in rows that name releases (`holdsFor`); docs/versions.md says what, and why.
 */
export const patchReleases: Readonly<Record<PatchRelease, MergeLibrary>> = (() => {
  const all: Record<PatchRelease, MergeLibrary> = {};
  let [minor, next] = ['', 0];
  for (const [version, count, library] of builtWith) {
    if (version !== minor) [minor, next] = [version, 0];
    for (const end = next + count; next < end; next++) all[`${version}.${next}`] = library;
  }
  return all;
})();
