import { type ManagedKind, managedKind, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ResourceVersion, Strategy, Subresource, TypeCatalog } from '../catalog/catalog.ts';
import { hasChange } from './changes.ts';
import type { Route } from './route.ts';
import { scaleVersion } from './scale-version.ts';
import type { Qualified } from './status.ts';

/** What a path leads to. */
export interface Endpoint {
  readonly route: Route;
  readonly version: ResourceVersion;
  /** Undefined for the main resource. */
  readonly subresource: Subresource | undefined;
  /** How bodies of this endpoint read and print: as the resource itself, or as its Scale. */
  readonly view: ResourceVersion;
  readonly strategy: Strategy;
  /** As messages name the resource and its kind: `deployments.apps`, `Deployment.apps`. */
  readonly resourceName: Qualified;
  readonly kindName: Qualified;
  /** As `TypeCatalog.minor`. */
  readonly minor?: number;
}

/** The endpoint of a route; undefined where the server has none. */
export function findEndpoint(catalog: TypeCatalog, route: Route): Endpoint | undefined {
  const version = catalog.find(route.group, route.version, route.plural);
  if (version === undefined || version.unserved) return undefined;
  const { resource } = version;
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  if (!isNamespace && !resource.namespaced && route.namespace !== '') return undefined;
  if (resource.namespaced && route.namespace === '' && route.name !== '') return undefined;
  const subresource = route.subresource === '' ? undefined : version.subresources.get(route.subresource);
  return {
    route,
    version,
    subresource,
    view: subresource?.kind === 'scale' ? scaleVersion : version,
    strategy: version.strategy ?? resource.strategy,
    resourceName: { group: resource.group, name: resource.plural },
    kindName: { group: resource.group, name: resource.kind },
    ...(catalog.minor === undefined ? {} : { minor: catalog.minor }),
  };
}

/** The kind of an object as messages name it; a custom resource may claim to be something else until it is validated. */
export function kindNameOf(endpoint: Endpoint, object: ValueMap): Qualified {
  if (endpoint.version.resource.origin === 'builtin') return endpoint.kindName;
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return { group, name: stringAt(object, 'kind') ?? '' };
}

/** What managedfields needs to know of this endpoint's view. */
export function managedView(endpoint: Endpoint): ManagedKind {
  const plain = managedKind(endpoint.view, endpoint.route.subresource);
  const kind = hasChange('keepsManagedFields', endpoint) ? { ...plain, keepsManagedFields: true } : plain;
  if (endpoint.subresource?.kind !== 'scale' || endpoint.version.resource.origin === 'builtin') return kind;
  const unconvertible = `request to convert CR to an invalid group/version: ${kind.apiVersion}`;
  return { ...kind, unconvertible };
}

/** The namespace that an object of this endpoint must name; empty for those outside of namespaces. */
export function expectedNamespace(endpoint: Endpoint): string {
  return endpoint.version.resource.namespaced ? endpoint.route.namespace : '';
}
