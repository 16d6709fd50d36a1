import type { Definition, DefinitionVersion } from './definition.ts';

/**
 * Returns the warning of requests to a deprecated version; none for others.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go defaultDeprecationWarning.
 */
export function deprecationWarnings(definition: Definition, version: DefinitionVersion): readonly string[] {
  if (!version.deprecated) return [];
  if (version.deprecationWarning !== undefined) return [version.deprecationWarning];
  const { group, names } = definition;
  const message = `${group}/${version.name} ${names.kind} is deprecated`;
  const newer = (definition.versions ?? [])
    .filter((other) => other.served && !other.deprecated && compareVersions(version.name, other.name) < 0)
    .map((other) => other.name)
    .sort((a, b) => compareVersions(b, a));
  return [newer[0] === undefined ? message : `${message}; use ${group}/${newer[0]} ${names.kind}`];
}

/**
 * Compares versions by their stage and number: `v1alpha1` before `v1beta2` before `v1` before `v2`. Other names come
 * first, in reverse alphabetical order.
 * Upstream: k8s.io/apimachinery pkg/version/helpers.go CompareKubeAwareVersionStrings.
 */
export function compareVersions(a: string, b: string): number {
  const x = kubeVersion(a);
  const y = kubeVersion(b);
  if (x === undefined || y === undefined) {
    if (x !== undefined) return 1;
    return y !== undefined ? -1 : a === b ? 0 : a < b ? 1 : -1;
  }
  const index = x.findIndex((part, i) => part !== y[i]);
  return index < 0 ? 0 : (x[index] ?? 0) - (y[index] ?? 0);
}

function kubeVersion(name: string): readonly number[] | undefined {
  const match = /^v([\d]+)(?:(alpha|beta)([\d]+))?$/.exec(name);
  if (match === null) return undefined;
  const stage = match[2] === 'alpha' ? 0 : match[2] === 'beta' ? 1 : 2;
  return [stage, Number(match[1]), Number(match[3] ?? 0)];
}
