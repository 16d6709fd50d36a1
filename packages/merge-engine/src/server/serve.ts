import { assertNever } from '../value/value.ts';
import { type Answer, refuse } from './answer.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { type Endpoint, findEndpoint } from './endpoint.ts';
import { patch } from './patch.ts';
import { get, list } from './read.ts';
import { replace } from './replace.ts';
import type { ApiRequest, ApiResponse, RequestTrace } from './request.ts';
import { readRoute } from './route.ts';
import { badRequest, methodNotAllowed, methodNotSupported, notFound, type Refusal, unknownPath } from './status.ts';
import { collectWarnings, type Work } from './work.ts';

/** What a request comes to. */
export interface Served {
  readonly cluster: Cluster;
  readonly response: ApiResponse;
  /** How a write came about; absent where the request did not get as far. */
  readonly trace?: RequestTrace;
}

/** Answers one request; `now` is the time of the write, RFC 3339 with seconds, `2026-01-01T00:00:00Z`. */
export function serve(cluster: Cluster, request: ApiRequest, now: string): Served {
  const warnings = collectWarnings();
  const { cluster: after, code, body, trace } = answer(cluster, request, now, warnings.warn);
  const response = { code, body, warnings: warnings.list() };
  return { cluster: after, response, ...(trace === undefined ? {} : { trace }) };
}

function answer(cluster: Cluster, request: ApiRequest, now: string, warn: (text: string) => void): Answer {
  const route = readRoute(request.path);
  const endpoint = route === undefined ? undefined : findEndpoint(catalogOf(cluster), route);
  if (endpoint === undefined) return refuse(cluster, unknownPath());
  endpoint.version.warnings?.forEach(warn);
  const work: Work = { cluster, endpoint, now, warn };
  if (endpoint.route.subresource !== '' && endpoint.subresource === undefined) {
    const custom = endpoint.version.resource.origin === 'custom';
    return refuse(cluster, custom ? notFound(endpoint.resourceName, endpoint.route.name) : unknownPath());
  }
  return dispatch(work, request);
}

function dispatch(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const named = endpoint.route.name !== '';
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
