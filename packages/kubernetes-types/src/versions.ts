/** The minor versions of Kubernetes whose built-in kinds are known here, oldest first. */
export const kubernetesVersions = ['v1.33', 'v1.34', 'v1.35', 'v1.36', 'v1.37'] as const;

/** A minor version of Kubernetes: `v1.36`. */
export type KubernetesVersion = (typeof kubernetesVersions)[number];

/** The version that counts where none is named. Its facts are whole; those of others are differences to a neighbour. */
export const defaultVersion = 'v1.36' satisfies KubernetesVersion;

/** A version whose facts are the difference to those of its neighbour. */
export type OtherVersion = Exclude<KubernetesVersion, typeof defaultVersion>;

/** The releases that the facts of each version come from, and that kubectl calls itself: `v1.36.3`. */
export const releases: Readonly<Record<KubernetesVersion, string>> = {
  'v1.33': 'v1.33.13',
  'v1.34': 'v1.34.4',
  'v1.35': 'v1.35.4',
  'v1.36': 'v1.36.3',
  'v1.37': 'v1.37.0',
};

/** The number of a minor version: 36 of v1.36. */
export function minorOf(version: KubernetesVersion): number {
  return Number(version.slice('v1.'.length));
}

/** The versions that a row of a table holds for, the first and the last among them; all where nothing is said. */
export interface Held {
  readonly from?: KubernetesVersion;
  readonly until?: KubernetesVersion;
}

/** Whether a row of a table holds for a version. */
export function holdsFor({ from, until }: Held, version: KubernetesVersion): boolean {
  const place = kubernetesVersions.indexOf(version);
  return (
    (from === undefined || place >= kubernetesVersions.indexOf(from)) &&
    (until === undefined || place <= kubernetesVersions.indexOf(until))
  );
}

/** The known version that a text names as its minor version, with or without a patch level: `v1.35.4`, `1.35`. */
export function versionNamed(text: string): KubernetesVersion | undefined {
  const minor = /^v?(1\.\d+)(?![\d])/.exec(text)?.[1];
  return kubernetesVersions.find((version) => version === `v${minor}`);
}

/**
 * The versions whose differences lead from the facts of the default version to those of another, in the order in which
 * they are applied: `v1.35` and `v1.34` for `v1.34`.
 */
export function versionsOnTheWay(version: KubernetesVersion): readonly OtherVersion[] {
  const [from, to] = [kubernetesVersions.indexOf(defaultVersion), kubernetesVersions.indexOf(version)];
  const way = to < from ? kubernetesVersions.slice(to, from).toReversed() : kubernetesVersions.slice(from + 1, to + 1);
  return way.filter((each) => each !== defaultVersion);
}
