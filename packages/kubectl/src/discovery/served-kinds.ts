import { type Cluster, catalogOf, isCustom, type ResourceVersion } from '@managed-fields/api-server';
import type { KubernetesData } from '@managed-fields/kubernetes-types';
import { compareStrings, listAt, mapAt, stringAt } from '@managed-fields/merge-engine';

/** A resource or subresource at one version, as discovery lists it. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  /** `deployments`, or `deployments/scale`. */
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** The group and version of the bodies, where they differ from those of the path, as of a Scale. */
  readonly response?: { readonly group: string; readonly version: string };
}

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const partVerbs = ['get', 'patch', 'update'];

/** The resources of the category `all`. Upstream: the Categories of k8s.io/kubernetes pkg/registry. */
const inAll = new Set([
  ...['pods', 'replicationcontrollers', 'services', 'apps/daemonsets', 'apps/deployments', 'apps/replicasets'],
  ...['apps/statefulsets', 'autoscaling/horizontalpodautoscalers', 'batch/cronjobs', 'batch/jobs'],
]);

/** Subresources that need a kubelet or a controller, and that the engine does not answer. */
const unanswered = new Set(['attach', 'binding', 'eviction', 'exec', 'log', 'portforward', 'proxy', 'token']);

/** The built-in kinds that a server answers for. */
export function builtinKinds({ resources }: KubernetesData): readonly ServedKind[] {
  return resources.resources.flatMap((entry): readonly ServedKind[] => {
    const { group, version, resource, kind, namespaced, singular = '', shortNames = [], verbs = [] } = entry;
    if (unanswered.has(resource.split('/')[1] ?? '') || resource === 'bindings') return [];
    const isAll = inAll.has(group === '' ? resource : `${group}/${resource}`);
    const isApi = group === 'apiextensions.k8s.io' || group === 'apiregistration.k8s.io';
    const categories = isAll ? ['all'] : isApi && !resource.includes('/') ? ['api-extensions'] : [];
    const scale = resource.endsWith('/scale') ? { response: { group: 'autoscaling', version: 'v1' } } : {};
    return [{ group, version, resource, kind, singular, namespaced, verbs, shortNames, categories, ...scale }];
  });
}

/** The custom kinds that a server has at this moment, by group and, in each, as they are stored. */
export function customKinds(cluster: Cluster): readonly ServedKind[] {
  const catalog = catalogOf(cluster);
  const found = [...cluster.definitions.values()].flatMap((definition) => {
    const categories = (listAt(mapAt(mapAt(definition.object, 'spec'), 'names'), 'categories') ?? []).map(String);
    return definition.catalog.names().flatMap(({ group, plural, preferredVersion, shortNames }) => {
      const resource = catalog.find(group, preferredVersion, plural)?.resource;
      if (resource === undefined) return [];
      const versions = [...resource.versions.values()].filter(({ served }) => served).sort(byPriority);
      return versions.flatMap((version) => kindsOf(version, shortNames, categories));
    });
  });
  return found.sort((a, b) => compareStrings(a.group, b.group));
}

function kindsOf(
  version: ResourceVersion,
  shortNames: readonly string[],
  categories: readonly string[],
): readonly ServedKind[] {
  const { group, plural, kind, singular, namespaced } = version.resource;
  const own = { group, version: version.version, namespaced };
  return [
    { ...own, resource: plural, kind, singular, verbs: allVerbs, shortNames, categories },
    ...[...version.subresources].map(([name, { kind: of }]): ServedKind => {
      const isScale = of === 'scale';
      const part = { ...own, resource: `${plural}/${name}`, kind: isScale ? 'Scale' : kind };
      const response = isScale ? { response: { group: 'autoscaling', version: 'v1' } } : {};
      return { ...part, singular: '', verbs: partVerbs, shortNames: [], categories: [], ...response };
    }),
  ];
}

/**
 * Sorts versions as clients prefer them: v2, v1, v1beta2, v1alpha1, others.
 * Upstream: apimachinery pkg/version/helpers.go CompareKubeAwareVersionStrings.
 */
function byPriority({ version: a }: ResourceVersion, { version: b }: ResourceVersion): number {
  const [one, other] = [priorityOf(a), priorityOf(b)];
  for (const [place, value] of one.entries()) {
    const difference = (other[place] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return compareStrings(a, b);
}

function priorityOf(version: string): readonly number[] {
  const [, major = '', stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  if (major === '') return [0, 0, 0];
  return [stage === '' ? 3 : stage === 'beta' ? 2 : 1, Number(major), Number(minor)];
}

/** The definition in force of a custom kind; undefined for built-in kinds and where it is assumed. */
export function definitionObject(cluster: Cluster, version: ResourceVersion) {
  const { plural, group } = version.resource;
  return isCustom(version) ? cluster.definitions.get(`${plural}.${group}`)?.object : undefined;
}

/** One version of a definition, as it was written. */
export function definedVersion(cluster: Cluster, version: ResourceVersion) {
  const versions = listAt(mapAt(definitionObject(cluster, version), 'spec'), 'versions') ?? [];
  for (const each of versions) {
    if (each instanceof Map && stringAt(each, 'name') === version.version) return each;
  }
  return undefined;
}
