import { defaultVersion, type KubernetesVersion, kubernetesVersions, minorOf } from '../versions.ts';

/**
 * The known version whose facts are nearest to a release: that of its minor version, else the oldest or the newest;
 * what vendors append does not count. A text that names no release gives the default version.
 */
export function nearestVersion(release: string): KubernetesVersion {
  const minor = minorOfRelease(release);
  if (minor === undefined) return defaultVersion;
  const distance = (version: KubernetesVersion) => Math.abs(minorOf(version) - minor);
  return kubernetesVersions.reduce((best, version) => (distance(version) < distance(best) ? version : best));
}

/** Whether a release is of a version's own minor version, so that all facts of the version hold for it. */
export function isOfVersion(release: string, version: KubernetesVersion): boolean {
  return minorOfRelease(release) === minorOf(version);
}

/** The minor version of a release, 31 of `v1.31.4-gke.100`. */
function minorOfRelease(release: string): number | undefined {
  const [, minor] = /^v?1\.(\d{1,4})(?:[.+-]|$)/.exec(release) ?? [];
  return minor === undefined ? undefined : Number(minor);
}
