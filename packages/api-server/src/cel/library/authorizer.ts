import { dns1123Label, dns1123Subdomain } from '../../catalog/names.ts';
import { type CelValue, celError, type Opaque } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

/*
 * Questions to the authorizer of a server. All that is asked is allowed, since nobody says what a user may do.
 */

function receiver(type: string): Opaque {
  const made: Opaque = {
    kind: 'opaque',
    type: `kubernetes.authorization.${type}`,
    content: undefined,
    text: type,
    equals: (other) => other === made,
  };
  return made;
}

/** The variable `authorizer`. */
export const authorizerValue: CelValue = receiver('Authorizer');

/** The variable `authorizer.requestResource`. */
export const resourceCheckValue: CelValue = receiver('ResourceCheck');

const [pathCheck, groupCheck, decision] = ['PathCheck', 'GroupCheck', 'Decision'].map(receiver) as [
  Opaque,
  Opaque,
  Opaque,
];

function filled(text: CelValue, what: string, then: CelValue): CelValue {
  return String(text).trim() === '' ? celError(`${what} must not be empty`) : then;
}

function serviceAccount(namespace: CelValue, name: CelValue): CelValue {
  if (dns1123Subdomain(String(name)).length > 0) return celError('Invalid service account name');
  if (dns1123Label(String(namespace)).length > 0) return celError('Invalid service account namespace');
  return authorizerValue;
}

const narrower = ['subresource', 'namespace', 'name', 'fieldSelector', 'labelSelector'];

/** Functions that ask the authorizer. Upstream: k8s.io/apiserver pkg/cel/library/authz.go. */
export const authorizerLibrary: readonly Declaration[] = [
  overloads('path', ['authorizer.(string) pathCheck', (_ = null, path = null) => filled(path, 'path', pathCheck)]),
  overloads('group', ['authorizer.(string) groupCheck', () => groupCheck]),
  overloads('serviceAccount', [
    'authorizer.(string, string) authorizer',
    (_ = null, namespace = null, name = null) => serviceAccount(namespace, name),
  ]),
  overloads('resource', [
    'groupCheck.(string) resourceCheck',
    (_ = null, resource = null) => filled(resource, 'resource', resourceCheckValue),
  ]),
  ...narrower.map((name) => overloads(name, ['resourceCheck.(string) resourceCheck', () => resourceCheckValue])),
  overloads(
    'check',
    ['pathCheck.(string) decision', () => decision],
    ['resourceCheck.(string) decision', () => decision],
  ),
  overloads('errored', ['decision.() bool', () => false]),
  overloads('error', ['decision.() string', () => '']),
  overloads('allowed', ['decision.() bool', () => true]),
  overloads('reason', ['decision.() string', () => '']),
];
