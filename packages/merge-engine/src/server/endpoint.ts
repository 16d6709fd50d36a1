import type { ResourceVersion, Strategy, Subresource, TypeCatalog } from '../catalog/catalog.ts';
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
  };
}

/** The namespace that an object of this endpoint must name; empty for those outside of namespaces. */
export function expectedNamespace(endpoint: Endpoint): string {
  return endpoint.version.resource.namespaced ? endpoint.route.namespace : '';
}
