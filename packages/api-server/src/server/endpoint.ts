import {
  excluding,
  fieldElement,
  type ManagedKind,
  type MergeLibrary,
  managedKind,
  setOf,
  textAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import {
  groupAndVersion,
  groupOfObjects,
  isCustom,
  type ResourceVersion,
  type Strategy,
  type Subresource,
  type TypeCatalog,
} from '../catalog/catalog.ts';
import { hasChange, releaseFacts } from './changes.ts';
import type { Route } from './route.ts';
import { scaleVersion } from './scale-version.ts';
import type { Qualified } from './status.ts';

/** The resource, version and subresource of a request path. */
export interface Endpoint {
  readonly route: Route;
  readonly version: ResourceVersion;
  /** Undefined for the main resource. */
  readonly subresource: Subresource | undefined;
  /** The kind of the bodies of this endpoint: the resource itself, or its Scale. */
  readonly view: ResourceVersion;
  readonly strategy: Strategy;
  /** The resource and its kind as messages name them: `deployments.apps`, `Deployment.apps`. */
  readonly resourceName: Qualified;
  readonly kindName: Qualified;
  /** As in `TypeCatalog`. */
  readonly minor?: number;
  readonly patch?: number;
  readonly mergeLibrary?: MergeLibrary;
}

/** Finds the endpoint of a route; undefined where the server has none. */
export function findEndpoint(catalog: TypeCatalog, route: Route): Endpoint | undefined {
  const version = catalog.find(route.group, route.version, route.plural);
  if (version === undefined) return undefined;
  const { resource } = version;
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  if (!isNamespace && !resource.namespaced && route.namespace !== '') return undefined;
  if (resource.namespaced && route.namespace === '' && route.name !== '') return undefined;
  const subresource = version.subresources.get(route.subresource);
  return {
    route,
    version,
    subresource,
    view: viewOf(version, subresource),
    strategy: version.strategy,
    resourceName: { group: resource.group, name: namedOtherwise.get(resource.plural) ?? resource.plural },
    kindName: { group: groupOfObjects(resource), name: resource.kind },
    ...releaseFacts(catalog),
  };
}

/** Resources that their storage calls otherwise. Upstream: k8s.io/kubernetes pkg/registry/core/componentstatus/rest.go. */
const namedOtherwise: ReadonlyMap<string, string> = new Map([['componentstatuses', 'componentstatus']]);

function viewOf(version: ResourceVersion, subresource: Subresource | undefined): ResourceVersion {
  if (subresource?.kind === 'posted') return subresource.view;
  return subresource?.kind === 'scale' ? scaleVersion : version;
}

/**
 * Returns the kind of an object as messages name it. A custom resource is named by its own apiVersion and kind, which
 * may be wrong until it is validated.
 */
export function kindNameOf(endpoint: Endpoint, object: ValueMap): Qualified {
  if (!isCustom(endpoint.version)) return endpoint.kindName;
  const [group] = groupAndVersion(textAt(object, 'apiVersion'));
  return { group, name: textAt(object, 'kind') };
}

const allButSpec = excluding(setOf([fieldElement('spec')]));

/** Returns what the field manager has to know of this endpoint's view. */
export function managedView(endpoint: Endpoint): ManagedKind {
  const plain = managedKind(endpoint.view, endpoint.route.subresource, endpoint.mergeLibrary);
  const ownsMetadata =
    isCustom(endpoint.version) && endpoint.subresource?.kind === 'status' && !hasChange('resetsMetadata', endpoint);
  const kind: ManagedKind = {
    ...plain,
    ...(ownsMetadata ? { ignored: (at) => plain.ignored(at) && allButSpec } : {}),
    ...(hasChange('keepsManagedFields', endpoint) ? { keepsManagedFields: true } : {}),
    ...(hasChange('comparesWithoutManagedFields', endpoint) ? { leavesManagedFields: true } : {}),
  };
  if (endpoint.subresource?.kind !== 'scale' || !isCustom(endpoint.version)) return kind;
  const unconvertible = `request to convert CR to an invalid group/version: ${kind.apiVersion}`;
  return { ...kind, unconvertible };
}

/** Returns the namespace that an object of this endpoint must have; empty for cluster-scoped resources. */
export function expectedNamespace(endpoint: Endpoint): string {
  return endpoint.version.resource.namespaced ? endpoint.route.namespace : '';
}
