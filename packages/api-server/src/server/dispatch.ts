import { assertNever, emptyObject, metadataText, withMetadata } from '@managed-fields/merge-engine';
import { isCustom } from '../catalog/catalog.ts';
import { admitChanges, dedupAfterAdmission } from './admission.ts';
import { type Answer, answerWritten, refuse, traceOf } from './answer.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { remove } from './delete.ts';
import { type Endpoint, expectedNamespace, findEndpoint } from './endpoint.ts';
import { changeObject, checkName } from './object-change.ts';
import { managerOrUserAgent, writeOptions } from './options.ts';
import { dedupOwnerReferences } from './owner-references.ts';
import { patch } from './patch.ts';
import { get, list } from './read.ts';
import type { ApiRequest } from './request.ts';
import { readRoute } from './route.ts';
import { readSentObject } from './sent-object.ts';
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
import { storeNew } from './store.ts';
import { answerUnstored } from './unstored.ts';
import { recordedChange } from './view-change.ts';
import type { Work } from './work.ts';
import { inNamespace } from './write-rules.ts';

/** Answers a POST to a collection. Upstream: apiserver pkg/endpoints/handlers/create.go createHandler. */
export function create(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint, now } = work;
  const options = writeOptions('CreateOptions', request.query, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const sent = readSentObject(catalogOf(cluster), endpoint.view, request, options.fieldValidation, work.warn);
  if (sent.kind === 'refused') return refuse(cluster, sent);
  let wiped = sent.object;
  for (const key of ['creationTimestamp', 'uid', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink']) {
    wiped = withMetadata(wiped, key, undefined);
  }
  const placed = inNamespace(wiped, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return refuse(cluster, placed);
  const single = dedupOwnerReferences(placed.object, false);
  single.warnings.forEach(work.warn);

  const manager = managerOrUserAgent(options.fieldManager, request.userAgent ?? '');
  const live = emptyObject(endpoint.version);
  const recorded = recordedChange(endpoint, live, single.object, sent.entries, manager, now);
  const question = { operation: 'CREATE', object: recorded.object, old: undefined, dryRun: options.dryRun } as const;
  const admitted = admitChanges(work, question);
  const merged = { operation: 'Update', manager, merge: recorded.trace } as const;
  if (admitted.kind === 'refused') return refuse(cluster, admitted, traceOf(endpoint, merged, undefined, undefined));
  const { answer } = endpoint.strategy;
  if (answer !== undefined) return answerUnstored(work, question, admitted.object, answer);
  const written = storeNew(work, dedupAfterAdmission(work, admitted.object), options.dryRun);
  const facts = { ...merged, admission: admitted.steps };
  if (written.kind === 'refused') {
    return refuse(written.cluster ?? cluster, written, traceOf(endpoint, facts, undefined, undefined));
  }
  return answerWritten(endpoint, written, facts);
}

/** Answers a PUT. Upstream: apiserver pkg/endpoints/handlers/update.go UpdateResource. */
export function replace(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint, now } = work;
  const options = writeOptions('UpdateOptions', request.query, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const sent = readSentObject(catalogOf(cluster), endpoint.view, request, options.fieldValidation, work.warn);
  if (sent.kind === 'refused') return refuse(cluster, sent);
  const placed = inNamespace(sent.object, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return refuse(cluster, placed);
  const misnamed = checkName(endpoint, placed.object);
  if (misnamed !== undefined) return refuse(cluster, misnamed);
  const single = dedupOwnerReferences(placed.object, false);
  single.warnings.forEach(work.warn);

  const manager = managerOrUserAgent(options.fieldManager, request.userAgent ?? '');
  const rules = { dryRun: options.dryRun, mayCreate: false, uid: metadataText(single.object, 'uid') };
  return changeObject(work, rules, { operation: 'Update', manager }, (live) =>
    recordedChange(endpoint, live, single.object, sent.entries, manager, now),
  );
}

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
  const work: Work = { cluster, endpoint, request, now, warn };
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
