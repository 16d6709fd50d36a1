import type { User, Writer } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { forbidden } from './errors.ts';
import type { KindChecks } from './kind-checks.ts';
import { pointer, struct, text } from './object.ts';
import { decide, mayDoEverything } from './permissions.ts';
import { sameMeaning } from './semantic.ts';

/*
 * Whoever writes an admission policy or its binding has to be allowed to read its params.
 * Upstream: k8s.io/kubernetes pkg/registry/admissionregistration, authz.go of each kind.
 */

type DeniedReadsOf = NonNullable<KindChecks['deniedReads']>;

/** What somebody may not read who writes a policy. */
export const deniedParamKind: DeniedReadsOf = (policy, old, writer) => {
  const kind = paramKindOf(policy);
  if (kind === undefined || sameMeaning(kind, paramKindOf(old))) return [];
  const asked = { verb: 'get', ...paramResource(kind, writer), namespace: '*', name: '*' };
  if (mayRead(asked, writer)) return [];
  const named = `(kind=${text(kind, 'kind')}, apiVersion=${text(kind, 'apiVersion')})`;
  const words = `must have "get" permission on all objects of the referenced paramKind ${named}`;
  return [forbidden('spec.paramKind', `user ${shownUser(writer.user)} ${words}`)];
};

/** What somebody may not read who writes a binding of a policy of this plural name. */
export function deniedParamRef(policies: 'validatingadmissionpolicies' | 'mutatingadmissionpolicies'): DeniedReadsOf {
  return (binding, old, writer) => {
    const [spec, before] = [struct(binding, 'spec'), struct(old, 'spec')];
    const reference = pointer(spec, 'paramRef');
    if (reference === undefined) return [];
    const samePolicy = text(spec, 'policyName') === text(before, 'policyName');
    if (samePolicy && sameReference(reference, pointer(before, 'paramRef'))) return [];
    const policy = policyNamed(text(spec, 'policyName'), policies, writer);
    const kind = paramKindOf(policy);
    const resource = kind === undefined ? anything : paramResource(kind, writer);
    const [name, namespace] = [text(reference, 'name'), text(reference, 'namespace')];
    const verb = name === '' ? 'list' : 'get';
    if (mayRead({ verb, ...resource, namespace, name }, writer)) return [];
    const user = shownUser(writer.user);
    const unknown =
      policy === undefined
        ? `get policy ${text(spec, 'policyName')}`
        : kind !== undefined && resource.resource === '*'
          ? `resolve paramKind &{${text(kind, 'apiVersion')} ${text(kind, 'kind')}}`
          : '';
    // The server has the two the other way round for mutating policies.
    const [who, what] = policies === 'mutatingadmissionpolicies' ? [verb, user] : [user, verb];
    const words =
      unknown === ''
        ? `user ${who} does not have "${what}" permission on the object referenced by paramRef`
        : `unable to ${unknown} to determine minimum required permissions and user ${user} does not have "${verb}" permission for all groups, versions and resources`;
    return [forbidden('spec.paramRef', words)];
  };
}

/** References with selectors are never the same: the server compares where they lie. */
function sameReference(reference: ValueMap, old: ValueMap | undefined): boolean {
  const isPlain = pointer(reference, 'selector') === undefined && text(reference, 'parameterNotFoundAction') === '';
  return isPlain && sameMeaning(reference, old);
}

function paramKindOf(policy: ValueMap | undefined): ValueMap | undefined {
  return pointer(struct(policy, 'spec'), 'paramKind');
}

function policyNamed(name: string, plural: string, { objects }: Writer): ValueMap | undefined {
  const policies = objects('admissionregistration.k8s.io/v1', plural);
  return policies.find((policy) => text(struct(policy, 'metadata'), 'name') === name);
}

const anything = { group: '*', resource: '*' };

/** Group and resource of params; every resource where the server serves none of the kind. */
function paramResource(kind: ValueMap, { pluralOf }: Writer): typeof anything {
  const apiVersion = text(kind, 'apiVersion');
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return { group, resource: pluralOf(apiVersion, text(kind, 'kind')) ?? '*' };
}

interface Read {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

function mayRead(read: Read, writer: Writer): boolean {
  if (mayDoEverything(writer.user, writer)) return true;
  return decide({ kind: 'resource', subresource: '', ...read }, writer.user, writer).allowed;
}

/** As Go prints its structure of a user. Upstream: apiserver pkg/authentication/user/user.go DefaultInfo. */
function shownUser({ name, uid = '', groups, extra = new Map() }: User): string {
  const more = [...extra].map(([key, values]) => `${key}:[${values.join(' ')}]`);
  return `&{${name} ${uid} [${groups.join(' ')}] map[${more.join(' ')}]}`;
}
