import type { ClusterResource as ListedResource } from '@managed-fields/kubernetes-types';
import { listAt, plainMapAt, type ReadAnswer, readMap, textAt, textsAt } from './plain.ts';

/** A resource that a cluster serves, at one of its versions. */
export interface ClusterResource extends ListedResource {
  /** What may be done with it: `get`, `list`, `patch`. */
  readonly verbs: readonly string[];
}

/** A group at one version, whose resources are asked for one by one where the server does not send them together. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly preferred: boolean;
}

/** What `/api` or `/apis` answered: all resources, or only the names of groups and versions. */
export type Discovery =
  | { readonly kind: 'resources'; readonly resources: readonly ClusterResource[]; readonly stale: readonly string[] }
  | { readonly kind: 'groups'; readonly groups: readonly GroupVersion[] };

const discoveryKinds = new Set(['APIGroupDiscoveryList', 'APIVersions', 'APIGroupList']);
/** The most resources that are read of one answer. */
const mostResources = 20_000;
const dnsName = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const kindName = /^[A-Za-z][A-Za-z0-9]{0,252}$/;

/**
 * Reads the answer of `/api` or `/apis` to a request that prefers the aggregated form. What no server would send, such
 * as a resource with a slash in its name, is left out. `stale` names the groups whose server did not answer.
 * Upstream: k8s.io/client-go discovery/aggregated_discovery.go SplitGroupsAndResources.
 */
export function readDiscovery(text: string): ReadAnswer<Discovery> {
  const read = readMap(text, (kind) => discoveryKinds.has(kind));
  if (read.kind === 'unread') return read;
  const answer = read.value;
  switch (textAt(answer, 'kind')) {
    case 'APIVersions': {
      const groups = textsAt(answer, 'versions').map((version, index) => ({
        group: '',
        version,
        preferred: index === 0,
      }));
      return { kind: 'read', value: { kind: 'groups', groups: groups.filter(isGroupVersion) } };
    }
    case 'APIGroupList': {
      const groups = listAt(answer, 'groups').flatMap((each) => {
        const preferred = textAt(plainMapAt(each, 'preferredVersion'), 'version');
        return listAt(each, 'versions').map((version) => ({
          group: textAt(each, 'name'),
          version: textAt(version, 'version'),
          preferred: textAt(version, 'version') === preferred,
        }));
      });
      return { kind: 'read', value: { kind: 'groups', groups: groups.filter(isGroupVersion) } };
    }
    default:
      return { kind: 'read', value: aggregated(listAt(answer, 'items')) };
  }
}

/** Reads the answer of `/api/v1` or `/apis/GROUP/VERSION`. Upstream: apimachinery meta/v1 APIResourceList. */
export function readResourceList(
  text: string,
  { group, version, preferred }: GroupVersion,
): ReadAnswer<readonly ClusterResource[]> {
  const read = readMap(text, (kind) => kind === 'APIResourceList');
  if (read.kind === 'unread') return read;
  const entries = listAt(read.value, 'resources').slice(0, mostResources);
  const subresources = entries.map((each) => textAt(each, 'name').split('/'));
  const resources = entries.map((each): ClusterResource => {
    const plural = textAt(each, 'name');
    return {
      group: textAt(each, 'group') || group,
      version: textAt(each, 'version') || version,
      plural,
      singular: textAt(each, 'singularName'),
      kind: textAt(each, 'kind'),
      namespaced: (each as { readonly namespaced?: unknown })?.namespaced === true,
      shortNames: textsAt(each, 'shortNames'),
      verbs: textsAt(each, 'verbs'),
      subresources: subresources.flatMap(([parent, name]) => (parent === plural && name !== undefined ? [name] : [])),
      preferred,
    };
  });
  return { kind: 'read', value: resources.filter(isResource) };
}

function aggregated(items: readonly unknown[]): Discovery {
  const resources: ClusterResource[] = [];
  const stale: string[] = [];
  for (const item of items) {
    const group = textAt(plainMapAt(item, 'metadata'), 'name');
    for (const [index, each] of listAt(item, 'versions').entries()) {
      const version = textAt(each, 'version');
      if (textAt(each, 'freshness') === 'Stale') stale.push(`${group}/${version}`.slice(0, 300));
      for (const found of listAt(each, 'resources')) {
        if (resources.length >= mostResources) return { kind: 'resources', resources, stale };
        const resource = aggregatedResource(found, { group, version, preferred: index === 0 });
        if (isResource(resource)) resources.push(resource);
      }
    }
  }
  return { kind: 'resources', resources, stale };
}

function aggregatedResource(found: unknown, at: GroupVersion): ClusterResource {
  return {
    ...at,
    plural: textAt(found, 'resource'),
    singular: textAt(found, 'singularResource'),
    kind: textAt(plainMapAt(found, 'responseKind'), 'kind'),
    namespaced: textAt(found, 'scope') === 'Namespaced',
    shortNames: textsAt(found, 'shortNames'),
    verbs: textsAt(found, 'verbs'),
    subresources: listAt(found, 'subresources').map((each) => textAt(each, 'subresource')),
  };
}

function isGroupVersion({ group, version }: GroupVersion): boolean {
  return (group === '' || dnsName.test(group)) && dnsName.test(version);
}

/** Whether it is a resource of its own, with names that a path may hold. */
function isResource(resource: ClusterResource): boolean {
  return isGroupVersion(resource) && dnsName.test(resource.plural) && kindName.test(resource.kind);
}

/** A group and version as objects name it: `apps/v1`, or `v1` for core. */
export function apiVersionOf({ group, version }: Pick<GroupVersion, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a resource in a namespace, or of one object of it. */
export function resourcePath(
  { group, version, plural, namespaced }: ClusterResource,
  namespace: string,
  name?: string,
): string {
  const segments = [
    ...(group === '' ? ['api', version] : ['apis', group, version]),
    ...(namespaced && namespace !== '' ? ['namespaces', namespace] : []),
    plural,
    ...(name === undefined ? [] : [name]),
  ];
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
