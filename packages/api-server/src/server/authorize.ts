import { assertNever, compareStrings, metadataText, quote } from '@managed-fields/merge-engine';
import type { Decision, Wish } from '../catalog/access.ts';
import type { Writer } from '../catalog/catalog.ts';
import { dns1123Label, dns1123Subdomain, pathSegment } from '../catalog/names.ts';
import { type Cluster, catalogOf } from './cluster.ts';
import { parseFieldSelector } from './field-selector.ts';
import { decodedOptions } from './list-options.ts';
import { isSet } from './options.ts';
import { type ApiRequest, type RequestUser, requesterOf, verbOf } from './request.ts';
import { type Route, readRoute } from './route.ts';
import { requiredValue } from './selector.ts';
import { badRequest, forbidden, forbiddenPath, notFound, type Refusal, untyped } from './status.ts';
import { objectsOf } from './storage.ts';
import { surroundingsOf } from './unstored.ts';
import type { Rights, Work } from './work.ts';

/**
 * A request with all groups of the user who sends it.
 * Upstream: apiserver pkg/endpoints/filters/impersonation/impersonation.go WithImpersonation.
 */
export function withGroups(request: ApiRequest, user: RequestUser): ApiRequest {
  const groups = user.groups.length > 0 ? user.groups : accountGroups(user.name);
  const has = (group: string) => groups.includes(group);
  const added = user.name === 'system:anonymous' ? signedOut : signedIn;
  const all = has(signedOut) || has(added) ? groups : [...groups, added];
  if (user.extra === undefined) return { ...request, user: { ...user, groups: all } };
  const extra = new Map([...user.extra].sort(([a], [b]) => compareStrings(a, b)));
  return { ...request, user: { ...user, groups: all, extra } };
}

const signedIn = 'system:authenticated';
const signedOut = 'system:unauthenticated';

/** The groups of a ServiceAccount; none for other names. Upstream: pkg/authentication/serviceaccount/util.go. */
function accountGroups(user: string): readonly string[] {
  const [, namespace = '', name = ''] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  const isAccount = [...dns1123Label(namespace), ...dns1123Subdomain(name)].length === 0;
  return isAccount ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : [];
}

/**
 * Refuses a request that its sender may not send. `create` asks whether he may create what a patch or a PUT does not find.
 * Upstream: apiserver pkg/endpoints/filters/authorization.go WithAuthorization, handlers/update.go withAuthorization.
 */
export function deniedTo(cluster: Cluster, request: ApiRequest, create = false): Refusal | undefined {
  const { name } = requesterOf(request);
  const route = readRoute(request.path);
  const wish = route === undefined ? pathWish(request) : wishOf(request, route, create);
  const decision = decisionOn(cluster, request, wish);
  if (decision === undefined || decision.allowed) return undefined;
  const because = decision.reason === '' ? '' : `: ${decision.reason}`;
  const why = escaped(sentence(name, wish)) + because;
  if (wish.kind === 'path') return forbiddenPath(why);
  return forbidden({ group: wish.group, name: wish.resource }, wish.name, why);
}

/** Whether the sender of a request may do something; undefined where nobody decides. */
function decisionOn(cluster: Cluster, request: ApiRequest, wish: Wish): Decision | undefined {
  return cluster.builtin.authorize?.(wish, requesterOf(request), (...place) => objectsOf(cluster, ...place));
}

/**
 * Refuses a delete that is to go on where an object cannot be read, to whom that is not allowed.
 * Upstream: apiserver pkg/endpoints/handlers/delete.go authorizeUnsafeDelete.
 */
export function deniedUnreadable({ cluster, endpoint, request }: Work): Refusal | undefined {
  const { group, plural: resource, namespace, name } = endpoint.route;
  const verb = 'unsafe-delete-ignore-read-errors';
  const wish: Wish = { kind: 'resource', verb, group, resource, subresource: '', namespace, name };
  const decision = decisionOn(cluster, request, wish);
  if (decision === undefined || decision.allowed) return undefined;
  const why = `not permitted to do "${verb}", reason: ${decision.reason}`;
  return forbidden({ group, name: resource }, name, why);
}

/**
 * What is asked about the sender of a request who is a user. Where nobody decides what users may do, nothing is denied.
 * Upstream: the storage of k8s.io/kubernetes pkg/registry/rbac, the strategies of pkg/registry/admissionregistration.
 */
export function rightsIn(work: Work): Rights {
  const { cluster, endpoint, request } = work;
  const { route, strategy, version } = endpoint;
  const writer: Writer = {
    ...surroundingsOf(work),
    resource: version.resource,
    namespace: route.namespace,
    name: route.name,
    pluralOf: (apiVersion, kind) => catalogOf(cluster).findKind(apiVersion, kind)?.resource.plural,
  };
  return {
    deniedCreate: () => deniedTo(cluster, request, true),
    deniedGrant: (object, old) => {
      const denied = strategy.deniedGrant?.(object, old, writer);
      switch (denied?.kind) {
        case undefined:
          return undefined;
        case 'forbidden':
          return forbidden(endpoint.resourceName, metadataText(object, 'name'), denied.message);
        case 'not-found':
          return notFound(endpoint.resourceName, denied.name);
        case 'bad-request':
          return badRequest(denied.message);
        case 'error':
          return untyped(denied.message);
        default:
          return assertNever(denied);
      }
    },
    deniedReads: (object, old) => strategy.deniedReads?.(object, old, writer) ?? [],
  };
}

type ResourceWish = Extract<Wish, { kind: 'resource' }>;

function pathWish({ method, path }: ApiRequest): Wish {
  return { kind: 'path', verb: method.toLowerCase(), path };
}

/** Upstream: apiserver pkg/endpoints/request/requestinfo.go NewRequestInfo. */
function wishOf(request: ApiRequest, route: Route, create: boolean): ResourceWish {
  const { group, plural: resource, subresource, namespace } = route;
  const asked = create ? 'create' : verbOf(request, route.name !== '');
  const name = asked === 'list' ? nameSelected(request) : route.name;
  const verb = asked === 'list' && isSet(request.query.get('watch')) ? 'watch' : asked;
  return { kind: 'resource', verb, group, resource, subresource, namespace, name };
}

/** The name that the field selector of a list asks for; empty where it asks for none, or the options cannot be read. */
function nameSelected({ query }: ApiRequest): string {
  const selector = parseFieldSelector(query.get('fieldSelector') ?? '');
  if (selector.kind === 'malformed' || decodedOptions(query, {}).kind === 'refused') return '';
  const wanted = requiredValue(selector.requirements, 'metadata.name') ?? '';
  return pathSegment(wanted).length === 0 ? wanted : '';
}

/** Upstream: apiserver pkg/endpoints/handlers/responsewriters/errors.go forbiddenMessage. */
function sentence(user: string, wish: Wish): string {
  if (wish.kind === 'path') return `User ${quote(user)} cannot ${wish.verb} path ${quote(wish.path)}`;
  const { verb, group, resource, subresource, namespace } = wish;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`;
  return `User ${quote(user)} cannot ${verb} resource ${quote(what)} in API group ${quote(group)} ${where}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
