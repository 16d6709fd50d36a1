import { patchesOf } from '../named-releases.ts';
import {
  defaultVersion,
  isPreview,
  type KubernetesVersion,
  kubernetesVersions,
  minorOf,
  type PlayedVersion,
  patchOf,
  serverRelease,
} from '../versions.ts';

/**
 * The known version whose facts are nearest to a release: the release itself, else the newest known before it of its
 * minor version, else the oldest or the newest minor version that is released; what vendors append does not count. A preview
 * stands for releases of its own minor version alone. A text that names no release gives the default version.
 */
export function nearestVersion(release: string): PlayedVersion {
  const minor = minorOfRelease(release);
  if (minor === undefined) return defaultVersion;
  const version = nearestMinor(minor);
  const patch = Number(/^v?1\.\d+\.(\d{1,4})(?!\d)/.exec(release)?.[1] ?? Number.NaN);
  if (minorOf(version) !== minor || Number.isNaN(patch)) return version;
  const known = patchesOf(version).find((each) => patchOf(each) <= patch);
  return known === undefined || known === serverRelease(version) ? version : known;
}

/** Whether a release is newer than all that are known of its minor version, or of a newer minor version. */
export function isNewerThanKnown(release: string): boolean {
  const [, minor, patch] = /^v?1\.(\d{1,4})(?:\.(\d{1,4}))?/.exec(release) ?? [];
  if (minor === undefined) return false;
  const version = kubernetesVersions.find((each) => minorOf(each) === Number(minor));
  if (version === undefined) return kubernetesVersions.every((each) => minorOf(each) < Number(minor));
  if (isPreview(version) && Number(patch) === 0) return stageOf(release) > stageOf(serverRelease(version));
  return Number(patch ?? 0) > patchOf(patchesOf(version)[0] ?? version);
}

/** How far a release is on its way to the first one of its minor version: alpha, beta, rc, each counted; then it is there. */
function stageOf(release: string): number {
  const [, stage = '', count] = /-(alpha|beta|rc)\.(\d{1,3})(?!\d)/.exec(release) ?? [];
  const place = ['alpha', 'beta', 'rc'].indexOf(stage);
  return place < 0 ? Number.POSITIVE_INFINITY : place * 1000 + Number(count);
}

function nearestMinor(minor: number): KubernetesVersion {
  const distance = (version: PlayedVersion) => Math.abs(minorOf(version) - minor);
  const held = kubernetesVersions.filter((version) => !isPreview(version) || minorOf(version) === minor);
  return held.reduce((best, version) => (distance(version) < distance(best) ? version : best));
}

/** Whether a release is of a version's own minor version, so that all facts of the version hold for it. */
export function isOfVersion(release: string, version: PlayedVersion): boolean {
  return minorOfRelease(release) === minorOf(version);
}

/** The minor version of a release, 31 of `v1.31.4-gke.100`. */
function minorOfRelease(release: string): number | undefined {
  const [, minor] = /^v?1\.(\d{1,4})(?:[.+-]|$)/.exec(release) ?? [];
  return minor === undefined ? undefined : Number(minor);
}
