import { assertNever } from '@managed-fields/merge-engine';
import { type Answer, refuse } from './answer.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { type Endpoint, findEndpoint } from './endpoint.ts';
import { list } from './list.ts';
import { patch } from './patch.ts';
import { get } from './read.ts';
import { replace } from './replace.ts';
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

/** What a path leads to; undefined where the server has nothing there. */
export function endpointAt(cluster: Cluster, path: string): Endpoint | undefined {
  const route = readRoute(path);
  return route === undefined ? undefined : findEndpoint(catalogOf(cluster), route);
}

/** Answers one request, and nothing else happens. `warn` is told the warnings in their order. */
export function dispatch(cluster: Cluster, request: ApiRequest, now: string, warn: (text: string) => void): Answer {
  const endpoint = endpointAt(cluster, request.path);
  if (endpoint === undefined) {
    return refuse(cluster, isBuiltinVersion(cluster, request.path) ? unknownResource() : unknownPath());
  }
  const { group, plural } = endpoint.version.resource;
  if (cluster.definitions.get(`${plural}.${group}`)?.broken) {
    return refuse(cluster, internalError('error resolving resource'));
  }
  endpoint.version.warnings?.forEach(warn);
  const work: Work = { cluster, endpoint, now, warn };
  if (endpoint.route.subresource !== '' && endpoint.subresource === undefined) {
    const custom = endpoint.version.resource.origin === 'custom';
    return refuse(cluster, custom ? notFound(endpoint.resourceName, endpoint.route.name) : unknownResource());
  }
  return byMethod(work, request);
}

/** Whether a path lies in a version of a group that the server has built in. */
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
  // All namespaces at once can only be read.
  if (everywhere && request.method !== 'GET') {
    return refuse(cluster, isCustom(endpoint) ? unknownPath() : methodNotAllowed());
  }
  const main = endpoint.subresource === undefined;
  switch (request.method) {
    case 'GET':
      return named ? get(work) : list(work, request);
    case 'POST':
      // The router of custom resources does not look at the name.
      return main && (!named || isCustom(endpoint))
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

function isCustom(endpoint: Endpoint): boolean {
  return endpoint.version.resource.origin === 'custom';
}

function nameless(endpoint: Endpoint): Refusal {
  return isCustom(endpoint) ? badRequest('name must be provided') : methodNotAllowed();
}

function wrongMethod(endpoint: Endpoint, verb: string): Refusal {
  return isCustom(endpoint) ? methodNotSupported(endpoint.resourceName, verb) : methodNotAllowed();
}
