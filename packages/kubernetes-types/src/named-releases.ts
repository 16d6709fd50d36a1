import { type PatchRelease, patchReleases } from './patch-releases.ts';
import {
  isPatchRelease,
  isPreview,
  type KubernetesVersion,
  kubernetesVersions,
  minorOf,
  type PlayedVersion,
  releases,
} from './versions.ts';

// Apart from versions.ts, because first views do without it.

/** All versions that can be played: the minor versions, then all releases, each oldest first. */
export const playedVersions: readonly PlayedVersion[] = [
  ...kubernetesVersions,
  ...Object.keys(patchReleases).filter(isPatchRelease),
];

/** The minor versions as texts list them: `v1.36, v1.37, v1.38 (a preview)`. */
export const versionsListed = kubernetesVersions
  .map((each) => (isPreview(each) ? `${each} (a preview)` : each))
  .join(', ');

/** The known releases of a minor version, the newest first. */
export function patchesOf(version: KubernetesVersion): readonly PatchRelease[] {
  return Object.keys(patchReleases)
    .filter(isPatchRelease)
    .filter((release) => minorOf(release) === minorOf(version))
    .toReversed();
}

/** The known version that a text names as its minor version, with or without a patch level: `v1.35.4`, `1.35`. */
export function versionNamed(text: string): KubernetesVersion | undefined {
  const minor = /^v?(1\.\d+)(?![\d])/.exec(text)?.[1];
  return kubernetesVersions.find((version) => version === `v${minor}`);
}

/**
 * The known version that a text names with or without a patch level, what vendors append left out: `v1.36.1` of
 * `1.36.1-gke.100`. A release that is not known gives its minor version, as does the one that this stands for.
 */
export function releaseNamed(text: string): PlayedVersion | undefined {
  const version = versionNamed(text);
  const release = /^v?(1\.\d+\.\d+)(?![\d])/.exec(text)?.[1];
  const known = `v${release}`;
  return version === undefined || !isPatchRelease(known) || known === releases[version] ? version : known;
}
