import { assertNever, emptyObject, metadataText } from '@managed-fields/merge-engine';
import { type BuiltinVersion, isCustom } from '../catalog/catalog.ts';
import { admitChanges, dedupAfterAdmission } from './admission.ts';
import { type Answer, answerWritten, refuse, traceOf } from './answer.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { removeWith, warnOfSilence } from './delete.ts';
import { deleteOptions } from './delete-options.ts';
import { type Endpoint, expectedNamespace, findEndpoint } from './endpoint.ts';
import { changeObject, checkName } from './object-change.ts';
import { managerOrUserAgent, writeOptions } from './options.ts';
import { dedupOwnerReferences } from './owner-references.ts';
import { isUnroutedPatch, patch } from './patch.ts';
import { rareRequests } from './rare-requests.ts';
import { get, list } from './read.ts';
import { type ApiRequest, verbOf } from './request.ts';
import { type Route, readRoute } from './route.ts';
import { isReadable, readableTypes, readSentObject, schemeName } from './sent-object.ts';
import {
  badRequest,
  internalError,
  methodNotAllowed,
  methodNotSupported,
  notFound,
  type Refusal,
  unknownPath,
  unknownResource,
  unsupportedMediaType,
} from './status.ts';
import { storeNew } from './store.ts';
import { answerUnstored } from './unstored.ts';
import { recordedChange } from './view-change.ts';
import type { Work } from './work.ts';
import { inNamespace, withoutSystemFields } from './write-rules.ts';

/** Answers a POST to a collection. Upstream: apiserver pkg/endpoints/handlers/create.go createHandler. */
export function create(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint, now } = work;
  if (!isReadable(request.contentType ?? '')) return refuse(cluster, unsupportedMediaType(readableTypes));
  const options = writeOptions('CreateOptions', request.query, cluster.builtin);
  if (options.kind === 'refused') return refuse(cluster, options);
  const sent = readSentObject(catalogOf(cluster), endpoint.view, request, options.fieldValidation, work.warn);
  if (sent.kind === 'refused') return refuse(cluster, sent);
  const placed = inNamespace(withoutSystemFields(sent.object), expectedNamespace(endpoint));
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
  if (sent.kind === 'refused') return refuse(cluster, isUnnamed(endpoint, sent) ? unnamedScale(work) : sent);
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

/**
 * Whether a server cannot say what is wrong with a body: the scheme of custom resources has no Scale to name.
 * Upstream: apiserver pkg/endpoints/handlers/rest.go transformDecodeError.
 */
function isUnnamed({ subresource, version }: Endpoint, { code }: Refusal): boolean {
  return subresource?.kind === 'scale' && isCustom(version) && code === 400;
}

function unnamedScale({ cluster }: Work): Refusal {
  return badRequest(`no kind is registered for the type v1.Scale in scheme ${schemeName(catalogOf(cluster))}`);
}

/** Finds the endpoint of a path; undefined where the server has none. */
export function endpointAt(cluster: Cluster, path: string): Endpoint | undefined {
  const route = readRoute(path);
  return route === undefined ? undefined : findEndpoint(catalogOf(cluster), route);
}

/**
 * Answers one request, without running controllers. `warn` takes the warnings in order, `call` the webhooks that are called;
 * `endpoint` is that of its path, for those who have found it.
 */
export function dispatch(
  cluster: Cluster,
  sent: ApiRequest,
  now: string,
  { warn, call }: Pick<Work, 'warn' | 'call'>,
  endpoint: Endpoint | undefined = endpointAt(cluster, sent.path),
): Answer {
  const badTimeout = sent.query.get('timeout') ? rareRequests().badTimeout(sent) : undefined;
  if (badTimeout !== undefined) return refuse(cluster, badTimeout);
  const request = sent.user === undefined ? sent : rareRequests().withGroups(sent, sent.user);
  const denied = request.user && rareRequests().deniedTo(cluster, request);
  if (denied !== undefined) return refuse(cluster, denied);
  if (endpoint === undefined) {
    return refuse(cluster, isInBuiltinGroup(cluster, request.path) ? unknownResource() : unknownPath(cluster.builtin));
  }
  const { group, plural } = endpoint.version.resource;
  if (cluster.definitions.get(`${plural}.${group}`)?.broken) {
    return refuse(cluster, internalError('error resolving resource'));
  }
  const mayDoAll = { cluster, endpoint, request, now, warn, call };
  const work: Work = sent.user === undefined ? mayDoAll : { ...mayDoAll, rights: rareRequests().rightsIn(mayDoAll) };
  const { route, version, resourceName } = endpoint;
  if (isCustom(version) && route.subresource !== '' && endpoint.subresource === undefined) {
    version.warnings.forEach(warn);
    return refuse(cluster, notFound(resourceName, route.name));
  }
  return byMethod(work, request);
}

/** Whether a path is in a group of built-in kinds. */
function isInBuiltinGroup({ builtin }: Cluster, path: string): boolean {
  const [prefix, group = ''] = path.split('/').filter((part) => part !== '');
  return prefix === 'api' || (prefix === 'apis' && group !== '' && builtin.isBuiltinGroup(group));
}

function byMethod(work: Work, request: ApiRequest): Answer {
  const { cluster, endpoint } = work;
  const { version } = endpoint;
  const refused = wrongVerb(endpoint, request);
  // What a router of built-in kinds refuses comes to no handler, which warns.
  if (isCustom(version) || (refused === undefined && !isUnroutedPatch(request))) version.warnings.forEach(work.warn);
  if (refused !== undefined) return refuse(cluster, refused);
  const named = endpoint.route.name !== '';
  switch (request.method) {
    case 'GET':
      return named ? get(work, request) : list(work, request);
    case 'POST':
      return isPosted(endpoint) ? rareRequests().post(work, request) : create(work, request);
    case 'PUT':
      return replace(work, request);
    case 'PATCH':
      return patch(work, request);
    case 'DELETE':
      return named ? remove(work, request) : rareRequests().removeAll(work, request);
    default:
      return assertNever(request.method);
  }
}

/** Answers a DELETE of one object. Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteResource. */
function remove(work: Work, request: ApiRequest): Answer {
  const options = deleteOptions(request, work.cluster.builtin);
  if (options.kind === 'refused') return refuse(work.cluster, options);
  if (options.ignoresReadErrors) return rareRequests().removeUnreadable(work, options);
  warnOfSilence(work, options);
  return removeWith(work, options);
}

/** Whether what is sent to an endpoint is not stored. */
function isPosted({ subresource, version }: Endpoint): boolean {
  return subresource?.kind === 'posted' || (version.resource.kind === 'Binding' && !isCustom(version));
}

/** Refuses a request that its endpoint does not serve; undefined for others. */
function wrongVerb(endpoint: Endpoint, request: ApiRequest): Refusal | undefined {
  const { route, version } = endpoint;
  const verb = verbOf(request, route.name !== '');
  return isCustom(version) ? wrongForCustom(endpoint, verb) : wrongForBuiltin(version, route, verb);
}

/**
 * The handler of custom resources takes any path of theirs, and ignores the name of a POST.
 * Upstream: apiextensions-apiserver pkg/apiserver/customresource_handler.go ServeHTTP.
 */
function wrongForCustom(endpoint: Endpoint, verb: string): Refusal | undefined {
  const { route, version, subresource, resourceName } = endpoint;
  const everywhere = version.resource.namespaced && route.namespace === '';
  if (everywhere && verb !== 'get' && verb !== 'list') return unknownPath(endpoint);
  if (verb === 'update' && route.name === '') return badRequest('name must be provided');
  const isServed = subresource === undefined || ['get', 'update', 'patch'].includes(verb);
  return isServed ? undefined : methodNotSupported(resourceName, verb);
}

/**
 * A router has a path where any verb of it is served, and says of the other methods that they are not allowed.
 * Upstream: apiserver pkg/endpoints/installer.go registerResourceHandlers.
 */
function wrongForBuiltin({ resource, verbs }: BuiltinVersion, route: Route, verb: string): Refusal | undefined {
  const served = route.goesOn ? [] : (verbs.get(route.subresource) ?? []);
  const everywhere = resource.namespaced && route.namespace === '';
  const here =
    route.subresource !== ''
      ? subresourceVerbs
      : route.name !== ''
        ? objectVerbs
        : everywhere
          ? ['list']
          : collectionVerbs;
  const possible = served.filter((each) => here.includes(each));
  if (possible.length === 0) return unknownResource();
  return possible.includes(verb) ? undefined : methodNotAllowed();
}

const collectionVerbs = ['list', 'create', 'deletecollection'];
const objectVerbs = ['get', 'update', 'patch', 'delete'];
const subresourceVerbs = [...objectVerbs, 'create'];
