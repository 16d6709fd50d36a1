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

/**
 * What came before the first release of a minor version and stands for it until then, each with the structured-merge-diff of the
 * server that was asked. docs/versions.md says what else that server was built with.
 */
export const previews = { 'v1.38.0-beta.0': 'v7.0.0' } as const satisfies Readonly<Record<string, MergeLibrary>>;

/** A release of Kubernetes: `v1.36.1`; or what came before the first one of a minor version: `v1.38.0-beta.0`. */
export type PatchRelease = `${(typeof builtWith)[number][0]}.${number}` | keyof typeof previews;

/**
 * Every known release of Kubernetes, oldest first, with the release of structured-merge-diff that it was built with. What
 * else differs between them stands in rows that name releases (`holdsFor`); docs/versions.md says what, and why.
 */
export const patchReleases: Readonly<Record<PatchRelease, MergeLibrary>> = (() => {
  const all: Record<string, MergeLibrary> = {};
  let [minor, next] = ['', 0];
  for (const [version, count, library] of builtWith) {
    if (version !== minor) [minor, next] = [version, 0];
    for (const end = next + count; next < end; next++) all[`${version}.${next}`] = library;
  }
  return { ...all, ...previews };
})();
