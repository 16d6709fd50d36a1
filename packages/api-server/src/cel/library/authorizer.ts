import type { Decision, Wish } from '../../catalog/access.ts';
import { dns1123Label, dns1123Subdomain } from '../../catalog/names.ts';
import { type CelValue, celError, type Opaque } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

/** The resource of a request, which `authorizer.requestResource` asks about. */
export type RequestResource = Omit<Extract<Wish, { kind: 'resource' }>, 'kind' | 'verb'>;

/** A ServiceAccount for which an expression asks. */
export interface AskedAccount {
  readonly namespace: string;
  readonly name: string;
}

/** Who answers; `account` is undefined for whoever sends the request. */
export type Authorize = (wish: Wish, account: AskedAccount | undefined) => Decision;

/** What one of the values below knows. */
interface Asking {
  readonly authorize: Authorize;
  readonly account?: AskedAccount;
  readonly path?: string;
  readonly resource?: RequestResource;
}

function receiver(type: string, content: unknown): Opaque {
  const name = `kubernetes.authorization.${type}`;
  return { kind: 'opaque', type: name, content, text: type, equals: (other) => other.type === name };
}

const nowhere: RequestResource = { group: '', resource: '', subresource: '', namespace: '', name: '' };

/** Allows all that is asked, as where nobody says what a user may do. */
export const allowAll: Authorize = () => ({ allowed: true, reason: '' });

/** The variable `authorizer`. Upstream: authz.go NewAuthorizerVal. */
export function authorizerValue(authorize: Authorize): CelValue {
  return receiver('Authorizer', { authorize } satisfies Asking);
}

/** The variable `authorizer.requestResource`. Upstream: authz.go NewResourceAuthorizerVal. */
export function resourceCheckValue(authorize: Authorize, resource: RequestResource): CelValue {
  return receiver('ResourceCheck', { authorize, resource } satisfies Asking);
}

function askingOf(value: CelValue): Asking {
  return (value as Opaque).content as Asking;
}

function narrowed(value: CelValue, change: Partial<RequestResource>): CelValue {
  const asking = askingOf(value);
  return receiver('ResourceCheck', { ...asking, resource: { ...nowhere, ...asking.resource, ...change } });
}

function checked(value: CelValue, verb: CelValue): CelValue {
  const { authorize, account, path, resource = nowhere } = askingOf(value);
  const wish: Wish =
    path === undefined
      ? { kind: 'resource', verb: String(verb), ...resource }
      : { kind: 'path', verb: String(verb), path };
  return receiver('Decision', authorize(wish, account));
}

function decisionOf(value: CelValue): ReturnType<Authorize> {
  return (value as Opaque).content as ReturnType<Authorize>;
}

function filled(text: CelValue, what: string, then: CelValue): CelValue {
  return String(text).trim() === '' ? celError(`${what} must not be empty`) : then;
}

function serviceAccount(value: CelValue, namespace: CelValue, name: CelValue): CelValue {
  if (dns1123Subdomain(String(name)).length > 0) return celError('Invalid service account name');
  if (dns1123Label(String(namespace)).length > 0) return celError('Invalid service account namespace');
  const account = { namespace: String(namespace), name: String(name) };
  return receiver('Authorizer', { ...askingOf(value), account });
}

const narrower = ['subresource', 'namespace', 'name'] as const;
/** Roles know nothing of selectors. */
const selectors = ['fieldSelector', 'labelSelector'];

/** Functions that ask the authorizer. Upstream: k8s.io/apiserver pkg/cel/library/authz.go. */
export const authorizerLibrary: readonly Declaration[] = [
  overloads('path', [
    'authorizer.(string) pathCheck',
    (value = null, path = null) =>
      filled(path, 'path', receiver('PathCheck', { ...askingOf(value), path: String(path) })),
  ]),
  overloads('group', [
    'authorizer.(string) groupCheck',
    (value = null, group = null) =>
      receiver('GroupCheck', { ...askingOf(value), resource: { ...nowhere, group: String(group) } }),
  ]),
  overloads('serviceAccount', [
    'authorizer.(string, string) authorizer',
    (value = null, namespace = null, name = null) => serviceAccount(value, namespace, name),
  ]),
  overloads('resource', [
    'groupCheck.(string) resourceCheck',
    (value = null, resource = null) => filled(resource, 'resource', narrowed(value, { resource: String(resource) })),
  ]),
  ...narrower.map((name) =>
    overloads(name, [
      'resourceCheck.(string) resourceCheck',
      (value = null, text = null) => narrowed(value, { [name]: String(text) }),
    ]),
  ),
  ...selectors.map((name) => overloads(name, ['resourceCheck.(string) resourceCheck', (value = null) => value])),
  overloads(
    'check',
    ['pathCheck.(string) decision', (value = null, verb = null) => checked(value, verb)],
    ['resourceCheck.(string) decision', (value = null, verb = null) => checked(value, verb)],
  ),
  overloads('errored', ['decision.() bool', () => false]),
  overloads('error', ['decision.() string', () => '']),
  overloads('allowed', ['decision.() bool', (value = null) => decisionOf(value).allowed]),
  overloads('reason', ['decision.() string', (value = null) => decisionOf(value).reason]),
];
