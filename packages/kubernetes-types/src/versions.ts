import { type MergeLibrary, usualLibrary } from '@managed-fields/merge-engine';
import { type PatchRelease, patchReleases } from './patch-releases.ts';

/** The minor versions of Kubernetes whose built-in kinds are known here, oldest first. */
export const kubernetesVersions = ['v1.33', 'v1.34', 'v1.35', 'v1.36', 'v1.37', 'v1.38'] as const;

/** A minor version of Kubernetes: `v1.36`. */
export type KubernetesVersion = (typeof kubernetesVersions)[number];

/** The version that counts where none is named. Its facts are whole; those of others are differences to a neighbour. */
export const defaultVersion = 'v1.36' satisfies KubernetesVersion;

/** A version whose facts are the difference to those of its neighbour. */
export type OtherVersion = Exclude<KubernetesVersion, typeof defaultVersion>;

/**
 * A version of Kubernetes that can be played: a release, or a minor version, which stands for that of its releases whose
 * server was asked for its facts (`releases`).
 */
export type PlayedVersion = KubernetesVersion | PatchRelease;

/** The releases that the facts of each version come from: `v1.36.3`. */
export const releases: Readonly<Record<KubernetesVersion, PatchRelease>> = {
  'v1.33': 'v1.33.13',
  'v1.34': 'v1.34.4',
  'v1.35': 'v1.35.4',
  'v1.36': 'v1.36.3',
  'v1.37': 'v1.37.0',
  'v1.38': 'v1.38.0-beta.0',
};

/**
 * Whether a version is a preview: what it does was asked of a server that came before the first release of its minor
 * version, which may do otherwise.
 */
export function isPreview(version: PlayedVersion): boolean {
  return serverRelease(version).includes('-');
}

/** The newest minor version that is released, which no preview is. */
export const newestVersion: KubernetesVersion =
  kubernetesVersions.findLast((each) => !isPreview(each)) ?? defaultVersion;

/** The numbers of a version: 36 and 1 of v1.36.1, 38 and 0 of v1.38.0-beta.0; a minor version has no patch level. */
function numbersOf(version: PlayedVersion): readonly [minor: number, patch: number | undefined] {
  const [, minor, patch] = version.split('.');
  return [Number(minor), patch === undefined ? undefined : Number.parseInt(patch, 10)];
}

/** The number of a minor version: 36 of v1.36 and of v1.36.1. */
export function minorOf(version: PlayedVersion): number {
  return numbersOf(version)[0];
}

/** The minor version of a release: v1.36 of v1.36.1. */
export function minorVersionOf(version: PlayedVersion): KubernetesVersion {
  return kubernetesVersions.find((minor) => minorOf(minor) === minorOf(version)) ?? defaultVersion;
}

/** The release that a version stands for, which kubectl calls itself: v1.36.3 of v1.36. */
export function serverRelease(version: PlayedVersion): PatchRelease {
  return isPatchRelease(version) ? version : releases[version];
}

/** Whether a text is a version that can be played. */
export function isPlayedVersion(text: string): text is PlayedVersion {
  return isPatchRelease(text) || kubernetesVersions.some((version) => version === text);
}

/** Whether a text names a known release. */
export function isPatchRelease(text: string): text is PatchRelease {
  return Object.hasOwn(patchReleases, text);
}

/** The patch level of the release that a version stands for: 3 of v1.36. */
export function patchOf(version: PlayedVersion): number {
  return numbersOf(serverRelease(version))[1] ?? 0;
}

/** The release of structured-merge-diff that a version was built with. */
export function mergeLibraryOf(version: PlayedVersion): MergeLibrary {
  return patchReleases[serverRelease(version)] ?? usualLibrary;
}

/**
 * The versions that a row of a table holds for, the first and the last among them; all where nothing is said. A minor
 * version means all its releases.
 */
export interface ReleasesHeld {
  readonly from?: PlayedVersion;
  readonly until?: PlayedVersion;
}

/** Whether a row of a table holds for a version. */
export function holdsFor({ from, until }: ReleasesHeld, version: PlayedVersion): boolean {
  const release = serverRelease(version);
  return (
    (from === undefined || compareReleases(release, from) >= 0) &&
    (until === undefined || compareReleases(release, until) <= 0)
  );
}

/** The order of two versions; zero where one is a minor version and the other a release of it. */
function compareReleases(a: PlayedVersion, b: PlayedVersion): number {
  const [[minorA, patchA], [minorB, patchB]] = [numbersOf(a), numbersOf(b)];
  return minorA - minorB || (patchA === undefined || patchB === undefined ? 0 : patchA - patchB);
}

/**
 * The versions whose differences lead from the facts of the default version to those of another, in the order in which
 * they are applied: `v1.35` and `v1.34` for `v1.34`.
 */
export function versionsOnTheWay(version: PlayedVersion): readonly OtherVersion[] {
  const minor = minorVersionOf(version);
  const [from, to] = [kubernetesVersions.indexOf(defaultVersion), kubernetesVersions.indexOf(minor)];
  const way = to < from ? kubernetesVersions.slice(to, from).toReversed() : kubernetesVersions.slice(from + 1, to + 1);
  return way.filter((each) => each !== defaultVersion);
}
