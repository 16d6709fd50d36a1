import { type KubernetesVersion, versionNamed } from '@managed-fields/kubernetes-types';

/**
 * Where texts tell of which version a cluster is: what `kubectl version` prints, in words or as YAML, and the kubelets of
 * nodes. Clients come last, as they may be newer or older than their server.
 */
const places = [
  /^Server Version: (?:version\.Info\{Major:"\d+", Minor:"\d+\+?", GitVersion:")?(v1\.\d+\.\d+)/m,
  /^serverVersion:\n(?:[ \t].*\n)*?[ \t]+gitVersion: (v1\.\d+\.\d+)/m,
  /\bkubeletVersion: (v1\.\d+\.\d+)/,
  /\bkubectl\/(v1\.\d+\.\d+) \(/,
];

/** The version of Kubernetes that a text says it is of; undefined where it says none, or none that is known here. */
export function versionIn(text: string): KubernetesVersion | undefined {
  for (const place of places) {
    const version = versionNamed(place.exec(text)?.[1] ?? '');
    if (version !== undefined) return version;
  }
  return undefined;
}
