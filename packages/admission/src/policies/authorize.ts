import type { AdmissionAttributes, User } from '@managed-fields/api-server';
import type { Authorize, RequestResource } from '@managed-fields/api-server/cel';
import { decisionOn } from '../attributes.ts';
import { requestResource } from './matching.ts';

/** What answers the questions of expressions to the authorizer. */
export function authorizeFor(attributes: AdmissionAttributes): Authorize {
  return (wish, account) => decisionOn(attributes, wish, account && accountUser(account));
}

/**
 * An account as an expression names it, which nobody has authenticated.
 * Upstream: k8s.io/apiserver pkg/authentication/serviceaccount/util.go UserInfo, MakeGroupNames.
 */
function accountUser({ namespace, name }: { readonly namespace: string; readonly name: string }): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
}

/** The resource of a request, as `authorizer.requestResource` asks about it. */
export function askedResource(attributes: AdmissionAttributes): RequestResource {
  const { group, resource } = requestResource(attributes);
  const { name, namespace, endpoint } = attributes;
  return { group, resource, subresource: endpoint.route.subresource, namespace, name };
}
