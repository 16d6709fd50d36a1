import { type TypeCatalog, usualMinor } from '@managed-fields/api-server';
import { compareStrings } from '@managed-fields/merge-engine';
import type { ServedKind } from './served-kinds.ts';

const aggregatedParts = ['application/json', 'g=apidiscovery.k8s.io', 'v=v2', 'as=APIGroupDiscoveryList'];

/**
 * Whether a client takes the aggregated form of discovery, by its Accept header: it comes first, wherever it is named.
 * Upstream: k8s.io/apiserver pkg/endpoints/discovery/aggregated/wrapper.go.
 */
export function wantsAggregated(accept: string): boolean {
  return accept.split(',').some((clause) => {
    const parts = clause.split(';').map((part) => part.trim());
    return aggregatedParts.every((each) => parts.includes(each));
  });
}

/** The content type of aggregated discovery, by which clients know it. */
export const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** The groups with their versions, both in their order. */
type Groups = ReadonlyMap<string, ReadonlyMap<string, readonly ServedKind[]>>;

function groupsOf(kinds: readonly ServedKind[]): Groups {
  const groups = new Map<string, Map<string, ServedKind[]>>();
  for (const each of kinds) {
    const versions = groups.get(each.group) ?? new Map<string, ServedKind[]>();
    groups.set(each.group, versions);
    const found = versions.get(each.version) ?? [];
    versions.set(each.version, found);
    found.push(each);
  }
  return groups;
}

/** The paths that are served beside those of objects, which any method is told at `/`. Upstream: apiserver pkg/server/routes/index.go. */
export function rootPaths(kinds: readonly ServedKind[]): object {
  const groups = [...groupsOf(kinds)].filter(([name]) => name !== '');
  const ofGroups = groups.flatMap(([name, versions]) => [
    `/apis/${name}`,
    ...[...versions.keys()].map((version) => `/apis/${name}/${version}`),
  ]);
  const others = ['/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/openapi/v3/', '/readyz', '/version'];
  return { paths: ['/api', '/api/v1', '/apis', '/apis/', ...ofGroups, ...others].sort() };
}

/** What an answer of discovery depends on beside its path. */
export interface Asking {
  /** The address by which the server was asked. */
  readonly host: string;
  /** Whether the aggregated form is wanted. */
  readonly aggregated?: boolean;
  /** The minor version of the server. */
  readonly minor?: number | undefined;
}

/** The answer of discovery at a path; undefined for a path that is none of its own, or names no group or version. */
export function discovered(path: string, kinds: readonly ServedKind[], { host, aggregated, minor }: Asking) {
  const [root, name, version, ...more] = path.split('/').filter((part) => part !== '');
  // Paths of objects are longer, and come with most requests.
  if ((root !== 'api' && root !== 'apis') || more.length > 0) return undefined;
  const groups = groupsOf(kinds);
  if (name === undefined) {
    if (aggregated) return aggregatedList(root, groups, minor);
    if (root === 'apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: listedGroups(groups) };
    const reached = [{ clientCIDR: '0.0.0.0/0', serverAddress: host }];
    return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: reached };
  }
  if (root === 'api') return version === undefined ? resourceList('', name, groups) : undefined;
  if (version !== undefined) return resourceList(name, version, groups);
  const versions = groups.get(name);
  return versions && { kind: 'APIGroup', apiVersion: 'v1', ...group(name, versions) };
}

/**
 * Whether what a server tells beside its objects is told at a path to GET alone: its version, the versions of the core group,
 * lists of the resources of a built-in group, and the group of the aggregator itself. The others are handlers that look at no method.
 * Upstream: apiserver pkg/endpoints/discovery legacy.go, version.go; pkg/server/routes/version.go; kube-aggregator
 * pkg/apiserver/handler_apis.go; apiextensions-apiserver pkg/apiserver/customresource_discovery.go.
 */
export function isToldToGetAlone(path: string, catalog: Pick<TypeCatalog, 'isBuiltinGroup'>): boolean {
  const [root, group, version] = path.split('/').filter((part) => part !== '');
  if (root === 'version' || root === 'api') return true;
  if (group === undefined) return false;
  return group === 'apiregistration.k8s.io' || (version !== undefined && catalog.isBuiltinGroup(group));
}

/** What a server, or a program of Kubernetes, was built from and for. */
export interface Build {
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** What a server of a release, `v1.36.3`, answers at `/version`. Upstream: k8s.io/apiserver pkg/server/routes/version.go. */
export function serverVersion(release: string, build: Build) {
  const { major, minor } = releaseNumbers(release);
  const before = { minCompatibilityMajor: major, minCompatibilityMinor: String(Number(minor) - 1) };
  return { major, minor, emulationMajor: major, emulationMinor: minor, ...before, gitVersion: release, ...build };
}

/** The numbers of a release as texts. */
export function releaseNumbers(release: string): { readonly major: string; readonly minor: string } {
  const [major, minor] = release.slice(1).split('.');
  return { major: String(major), minor: String(minor) };
}

/**
 * The groups as they are listed: those of definitions, which are of one priority, by what stands for their versions,
 * `v1.example.com`. Upstream: kube-aggregator pkg/apis/apiregistration/v1/helper/helpers.go SortedByGroupAndVersion.
 */
function listedGroups(groups: Groups) {
  const sorted = [...groups].flatMap(([name, versions]) => {
    const [of] = [...versions.values()].flat();
    const services = [...versions.keys()].map((version) => `${version}.${name}`).sort();
    return name === '' ? [] : [{ shown: group(name, versions), service: of?.isCustom ? services.join() : '' }];
  });
  return sorted.sort((a, b) => compareStrings(a.service, b.service)).map(({ shown }) => shown);
}

function group(name: string, versions: ReadonlyMap<string, unknown>) {
  const listed = [...versions.keys()].map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: listed, preferredVersion: listed[0] };
}

function resourceList(name: string, version: string, groups: Groups) {
  const kinds = groups.get(name)?.get(version);
  if (kinds === undefined) return undefined;
  const resources = kinds.map(
    ({ resource, singular, namespaced, kind, verbs, shortNames, categories, response, ...rest }) => ({
      name: resource,
      singularName: singular,
      namespaced,
      ...response,
      kind,
      verbs,
      ...(shortNames.length === 0 ? {} : { shortNames }),
      ...(categories.length === 0 ? {} : { categories }),
      ...(rest.storageVersionHash === undefined ? {} : { storageVersionHash: rest.storageVersionHash }),
    }),
  );
  const groupVersion = name === '' ? version : `${name}/${version}`;
  return { kind: 'APIResourceList', ...(name === '' ? {} : { apiVersion: 'v1' }), groupVersion, resources };
}

/**
 * Before v1.34 what has no creationTimestamp says so.
 * Upstream: k8s.io/apiserver pkg/endpoints/discovery/aggregated, k8s.io/api/apidiscovery/v2.
 */
function aggregatedList(root: 'api' | 'apis', groups: Groups, minor = usualMinor) {
  const unknown = minor < 34 ? { creationTimestamp: null } : {};
  const listed = [...groups].filter(([name]) => (name === '') === (root === 'api'));
  const items = listed.map(([name, versions]) => ({
    metadata: { ...(name === '' ? {} : { name }), ...unknown },
    versions: [...versions].map(([version, kinds]) => ({
      version,
      resources: kinds.filter(({ resource }) => !resource.includes('/')).map((each) => aggregatedResource(each, kinds)),
      freshness: 'Current',
    })),
  }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}

function aggregatedResource(own: ServedKind, kinds: readonly ServedKind[]) {
  const { resource, singular, namespaced, verbs, shortNames, categories } = own;
  const parts = kinds.flatMap((part) => {
    const [of, subresource] = part.resource.split('/');
    return of !== resource || subresource === undefined
      ? []
      : [{ subresource, responseKind: responseKind(part), verbs: part.verbs }];
  });
  return {
    resource,
    responseKind: responseKind(own),
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(parts.length === 0 ? {} : { subresources: parts }),
  };
}

/** A built-in kind names the group and version of its bodies where they are others alone; a custom kind always does. */
function responseKind({ kind, response, isCustom, group, version }: ServedKind) {
  const own = isCustom === true ? { group, version } : { group: '', version: '' };
  return { ...own, ...response, kind };
}
