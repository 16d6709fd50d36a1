import { type KubernetesVersion, versionNamed } from '@managed-fields/kubernetes-types';

/**
 * Where texts name the version of a cluster: in the output of `kubectl version`, as text or as YAML, and in the kubelet
 * versions of nodes. The client's version comes last, because it may differ from that of the server.
 */
const places = [
  /^Server Version: (?:version\.Info\{Major:"\d+", Minor:"\d+\+?", GitVersion:")?(v1\.\d+\.\d+)/m,
  /^serverVersion:\n(?:[ \t].*\n)*?[ \t]+gitVersion: (v1\.\d+\.\d+)/m,
  /\bkubeletVersion: (v1\.\d+\.\d+)/,
  /\bkubectl\/(v1\.\d+\.\d+) \(/,
];

/** Finds the version of Kubernetes that a text is from; undefined where it names none, or none that is known here. */
export function versionIn(text: string): KubernetesVersion | undefined {
  for (const place of places) {
    const version = versionNamed(place.exec(text)?.[1] ?? '');
    if (version !== undefined) return version;
  }
  return undefined;
}
