import { assertNever } from '@managed-fields/merge-engine';
import { isCustom } from '../catalog/catalog.ts';
import { type Answer, refuse } from './answer.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { remove } from './delete.ts';
import { type Endpoint, findEndpoint } from './endpoint.ts';
import { patch } from './patch.ts';
import { get, list } from './read.ts';
import type { ApiRequest } from './request.ts';
import { readRoute } from './route.ts';
import {
  badRequest,
  internalError,
  methodNotAllowed,
  methodNotSupported,
  notFound,
  type Refusal,
  unknownPath,
  unknownResource,
} from './status.ts';
import type { Work } from './work.ts';
import { create, replace } from './writes.ts';

/** Finds the endpoint of a path; undefined where the server has none. */
export function endpointAt(cluster: Cluster, path: string): Endpoint | undefined {
  const route = readRoute(path);
  return route === undefined ? undefined : findEndpoint(catalogOf(cluster), route);
}

/** Answers one request, without running controllers. `warn` is called with the warnings in order. */
export function dispatch(cluster: Cluster, request: ApiRequest, now: string, warn: (text: string) => void): Answer {
  const endpoint = endpointAt(cluster, request.path);
  if (endpoint === undefined) {
    return refuse(cluster, isBuiltinVersion(cluster, request.path) ? unknownResource() : unknownPath());
  }
  const { group, plural } = endpoint.version.resource;
  if (cluster.definitions.get(`${plural}.${group}`)?.broken) {
    return refuse(cluster, internalError('error resolving resource'));
  }
  endpoint.version.warnings.forEach(warn);
  const work: Work = { cluster, endpoint, now, warn };
  if (endpoint.route.subresource !== '' && endpoint.subresource === undefined) {
    const custom = isCustom(endpoint.version);
    return refuse(cluster, custom ? notFound(endpoint.resourceName, endpoint.route.name) : unknownResource());
  }
  return byMethod(work, request);
}

/** Whether a path is in a group and version of a built-in kind. */
function isBuiltinVersion({ builtin }: Cluster, path: string): boolean {
  const route = readRoute(path);
  if (route === undefined) return false;
  const { group, version } = route;
  return builtin
    .names()
    .some((each) => each.group === group && builtin.find(group, version, each.plural) !== undefined);
}

function byMethod(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const named = endpoint.route.name !== '';
  const everywhere = endpoint.version.resource.namespaced && endpoint.route.namespace === '';
  // Across all namespaces objects can only be read.
  if (everywhere && request.method !== 'GET') {
    return refuse(cluster, isCustom(endpoint.version) ? unknownPath() : methodNotAllowed());
  }
  const main = endpoint.subresource === undefined;
  switch (request.method) {
    case 'GET':
      return named ? get(work) : list(work, request);
    case 'POST':
      // The handler of custom resources ignores the name.
      return main && (!named || isCustom(endpoint.version))
        ? create(work, request)
        : refuse(cluster, wrongMethod(endpoint, 'create'));
    case 'PUT':
      return named ? replace(work, request) : refuse(cluster, nameless(endpoint));
    case 'PATCH':
      return named ? patch(work, request) : refuse(cluster, nameless(endpoint));
    case 'DELETE':
      if (named && main) return remove(work, request);
      return refuse(cluster, wrongMethod(endpoint, named ? 'delete' : 'deletecollection'));
    default:
      return assertNever(request.method);
  }
}

function nameless(endpoint: Endpoint): Refusal {
  return isCustom(endpoint.version) ? badRequest('name must be provided') : methodNotAllowed();
}

function wrongMethod(endpoint: Endpoint, verb: string): Refusal {
  return isCustom(endpoint.version) ? methodNotSupported(endpoint.resourceName, verb) : methodNotAllowed();
}
