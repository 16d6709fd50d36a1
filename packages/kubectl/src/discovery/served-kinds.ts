import {
  compareVersions,
  type DiscoveredResource,
  groupOfObjects,
  isCustom,
  type Resource,
  type ResourceVersion,
  type TypeCatalog,
  usualMinor,
} from '@managed-fields/api-server';
import { base64, compareStrings, utf8 } from '@managed-fields/merge-engine';
import { sha256 } from '../sha256.ts';

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
  /** By which clients see that objects are stored in another way; absent of what is not stored. */
  readonly storageVersionHash?: string;
  /** The group and version of the bodies, where they differ from those of the path, as of a Scale. */
  readonly response?: { readonly group: string; readonly version: string };
  /** Whether a CustomResourceDefinition made it. */
  readonly isCustom?: boolean;
}

/** Upstream: apiextensions-apiserver pkg/apiserver/customresource_discovery_controller.go sync. */
const customVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const partVerbs = ['get', 'patch', 'update'];

/** The resources of the category `all`. Upstream: the Categories of k8s.io/kubernetes pkg/registry. */
const inAll = new Set([
  ...['pods', 'replicationcontrollers', 'services', 'apps/daemonsets', 'apps/deployments', 'apps/replicasets'],
  ...['apps/statefulsets', 'autoscaling/horizontalpodautoscalers', 'batch/cronjobs', 'batch/jobs'],
]);

/** The built-in kinds of a server. */
export function builtinKinds(catalog: TypeCatalog, resources: readonly DiscoveredResource[]): readonly ServedKind[] {
  return resources.map((entry): ServedKind => {
    const { group, version, resource, kind, namespaced, singular = '', shortNames = [], verbs = [] } = entry;
    const isAll = inAll.has(group === '' ? resource : `${group}/${resource}`);
    const isApi = /^(?:apiextensions|apiregistration|admissionregistration)\.k8s\.io$/.test(group);
    const categories = isAll ? ['all'] : isApi && !resource.includes('/') ? ['api-extensions'] : [];
    const response = entry.subresourceOf === undefined ? {} : { response: entry.subresourceOf };
    const own = { group, version, resource, kind, singular, namespaced, verbs, shortNames, categories, ...response };
    const stored = verbs.includes('watch') ? catalog.find(group, version, resource)?.resource : undefined;
    return stored === undefined
      ? own
      : { ...own, storageVersionHash: storageVersionHash(stored, storedAt(stored, catalog.minor)) };
  });
}

/**
 * The versions that objects are stored at where it is an older one, so that the release before can still read them: from a minor
 * version on, up to one. Upstream: api/discovery of each release.
 */
const olderVersions: readonly (readonly [kind: string, version: string, from: number, until: number])[] = [
  ['CustomResourceDefinition', 'v1beta1', 0, Number.POSITIVE_INFINITY],
  ['IPAddress', 'v1beta1', 33, 33],
  ['ServiceCIDR', 'v1beta1', 33, 33],
  ['VolumeAttributesClass', 'v1beta1', 34, 35],
  ['DeviceClass', 'v1beta2', 34, 34],
  ['ResourceClaim', 'v1beta2', 34, 34],
  ['ResourceClaimTemplate', 'v1beta2', 34, 34],
  ['ResourceSlice', 'v1beta2', 34, 34],
  ['MutatingAdmissionPolicy', 'v1beta1', 36, 36],
  ['MutatingAdmissionPolicyBinding', 'v1beta1', 36, 36],
  ['ClusterTrustBundle', 'v1beta1', 37, 38],
  ['PodCertificateRequest', 'v1beta1', 37, 38],
  ['DeviceTaintRule', 'v1beta2', 37, 38],
  ['StorageVersionMigration', 'v1beta1', 37, 38],
];

function storedAt({ kind, storageVersion }: Resource, minor = usualMinor): string {
  const older = olderVersions.find(([name, , from, until]) => name === kind && from <= minor && minor <= until);
  // A version of another group is held by its whole name.
  return older?.[1] ?? storageVersion.replace(/^.*\//, '');
}

/** Upstream: k8s.io/apiserver pkg/endpoints/discovery/storageversionhash.go StorageVersionHash. */
function storageVersionHash(resource: Resource, version: string): string {
  const bytes = sha256(utf8(`${groupOfObjects(resource)}/${version}/${resource.kind}`));
  return base64(bytes.slice(0, 8));
}

/** The custom kinds that a server has at this moment: by group, by version as clients prefer them, and by name. */
export function customKinds(catalog: TypeCatalog): readonly ServedKind[] {
  const found = catalog.names().flatMap(({ group, plural, preferredVersion, shortNames, categories = [] }) => {
    const preferred = catalog.find(group, preferredVersion, plural);
    if (preferred === undefined || !isCustom(preferred)) return [];
    const versions = [...preferred.resource.versions.values()].filter(({ served }) => served);
    return versions.map((version) => ({ plural, version, kinds: kindsOf(version, shortNames, categories) }));
  });
  const sorted = found.sort(
    ({ version: a, plural }, { version: b, plural: other }) =>
      compareStrings(a.resource.group, b.resource.group) ||
      compareVersions(b.version, a.version) ||
      compareStrings(plural, other),
  );
  return sorted.flatMap(({ kinds }) => kinds);
}

function kindsOf(
  version: ResourceVersion,
  shortNames: readonly string[],
  categories: readonly string[],
): readonly ServedKind[] {
  const { group, plural, kind, singular, namespaced } = version.resource;
  const own = { group, version: version.version, namespaced, isCustom: true };
  return [
    {
      ...own,
      resource: plural,
      kind,
      singular,
      verbs: customVerbs,
      shortNames,
      categories,
      storageVersionHash: storageVersionHash(version.resource, version.resource.storageVersion),
    },
    ...[...version.subresources].map(([name, { kind: of }]): ServedKind => {
      const isScale = of === 'scale';
      const part = { ...own, resource: `${plural}/${name}`, kind: isScale ? 'Scale' : kind };
      const response = isScale ? { response: { group: 'autoscaling', version: 'v1' } } : {};
      return { ...part, singular: '', verbs: partVerbs, shortNames: [], categories: [], ...response };
    }),
  ];
}
