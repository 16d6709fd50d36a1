import { type AdmissionAttributes, objectsOf, type RequestUser } from '@managed-fields/api-server';
import { type Authorize, allowAll, type RequestResource } from '@managed-fields/api-server/cel';
import { decide, type User } from '@managed-fields/kubernetes-types';
import { requestResource } from './matching.ts';

/** The groups of somebody, with the one that a server adds. Upstream: apiserver pkg/endpoints/filters/impersonation.go. */
export function groupsOf({ name, groups }: RequestUser): readonly string[] {
  const [signedIn, not] = ['system:authenticated', 'system:unauthenticated'];
  const has = groups.includes(signedIn) || groups.includes(not);
  if (has) return groups;
  return [...groups, name === 'system:anonymous' ? not : signedIn];
}

const rbac = 'rbac.authorization.k8s.io/v1';
const granting = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];

/**
 * What answers the questions of expressions to the authorizer: where a request says who sends it, and the server has roles or
 * bindings, these decide; elsewhere everything is allowed.
 */
export function authorizeFor({ cluster, request, now }: AdmissionAttributes): Authorize {
  const { user } = request;
  if (user === undefined || !granting.some((plural) => objectsOf(cluster, rbac, plural).length > 0)) return allowAll;
  const around = {
    now,
    objects: (apiVersion: string, plural: string, namespace?: string) =>
      namespace === undefined
        ? objectsOf(cluster, apiVersion, plural)
        : objectsOf(cluster, apiVersion, plural, namespace),
  };
  const own: User = { name: user.name, groups: groupsOf(user) };
  return (wish, account) => decide(wish, account === undefined ? own : accountUser(account), around);
}

/** Upstream: k8s.io/apiserver pkg/authentication/serviceaccount/util.go UserInfo. */
function accountUser({ namespace, name }: { readonly namespace: string; readonly name: string }): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

/** The resource of a request, as `authorizer.requestResource` asks about it. */
export function askedResource(attributes: AdmissionAttributes): RequestResource {
  const { group, resource } = requestResource(attributes);
  const { name, namespace, endpoint } = attributes;
  return { group, resource, subresource: endpoint.route.subresource, namespace, name };
}
