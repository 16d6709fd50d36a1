import { compareStrings, cut } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure } from '../failure.ts';
import type { Flag, Flags } from '../flags.ts';
import { resourceMeant } from '../mapping.ts';
import type { Session } from '../session.ts';
import { type Fields, type Generator, objectOf } from './generator.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const resourceVerbs = new Set(
  '* get delete list create update patch watch proxy deletecollection use bind escalate impersonate'.split(' '),
);
const urlVerbs = new Set('* get post put delete patch head options'.split(' '));

/** The verbs that only some resources have, by `resource.group`. */
const specialVerbs: ReadonlyMap<string, readonly string[]> = new Map([
  ['use', ['podsecuritypolicies.policy', 'podsecuritypolicies.extensions']],
  ['bind', ['roles.rbac.authorization.k8s.io', 'clusterroles.rbac.authorization.k8s.io']],
  ['escalate', ['roles.rbac.authorization.k8s.io', 'clusterroles.rbac.authorization.k8s.io']],
  ['impersonate', ['users.', 'serviceaccounts.', 'groups.', 'userextras.authentication.k8s.io']],
]);

const roleFlags: readonly Flag[] = [
  { name: 'resource', type: 'list' },
  { name: 'resource-name', type: 'array' },
  { name: 'verb', type: 'list' },
];

/** `kubectl create role`. Upstream: k8s.io/kubectl pkg/cmd/create/create_role.go. */
export const roleGenerator: Generator = {
  name: 'role',
  flags: roleFlags,
  generate(session, flags, name) {
    const asked = askedOf(flags);
    if (name === '') return fail('name must be specified');
    if (asked.verbs.length === 0) return fail('at least one verb must be specified');
    warnUnusual(session, asked);
    if (asked.resources.length === 0) return fail('at least one resource must be specified');
    const problem = resourceProblem(session, asked);
    return problem ?? objectOf(apiVersion, 'Role', name, { rules: rulesOf(session, asked, []) });
  },
};

/** `kubectl create clusterrole`. Upstream: create_clusterrole.go. */
export const clusterRoleGenerator: Generator = {
  name: 'clusterrole',
  flags: [...roleFlags, { name: 'aggregation-rule', type: 'pairs' }, { name: 'non-resource-url', type: 'list' }],
  generate(session, flags, name) {
    const asked = askedOf(flags);
    const urls = [...new Set(flags.list('non-resource-url'))];
    if (name === '') return fail('name must be specified');
    if (flags.list('aggregation-rule').length > 0) {
      if ([urls, asked.verbs, asked.resources, asked.names].some((given) => given.length > 0)) {
        return fail('aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames');
      }
      const matchLabels = Object.fromEntries(flags.list('aggregation-rule').map(pairOf));
      return objectOf(apiVersion, 'ClusterRole', name, {
        rules: null,
        aggregationRule: { clusterRoleSelectors: [{ matchLabels }] },
      });
    }
    const problem = clusterRoleProblem(session, asked, urls);
    return problem ?? objectOf(apiVersion, 'ClusterRole', name, { rules: rulesOf(session, asked, urls) });
  },
};

function pairOf(written: string): readonly [string, string] {
  const [key, value] = cut(written, '=');
  return [key.trim(), value.trim()];
}

function clusterRoleProblem(session: Session, asked: Asked, urls: readonly string[]): Failure | undefined {
  if (asked.verbs.length === 0) return fail('at least one verb must be specified');
  if (asked.resources.length === 0 && urls.length === 0) {
    return fail('one of resource or nonResourceURL must be specified');
  }
  if (asked.resources.length > 0) {
    warnUnusual(session, asked);
    const problem = resourceProblem(session, asked);
    if (problem !== undefined) return problem;
  }
  const verb = urls.length > 0 ? asked.verbs.find((each) => !urlVerbs.has(each)) : undefined;
  if (verb !== undefined) return fail(`invalid verb: '${verb}' for nonResourceURL`);
  for (const url of urls) {
    if (url === '*') continue;
    if (!url.startsWith('/')) return fail('nonResourceURL should start with /');
    if (url.slice(0, -1).includes('*')) {
      return fail("nonResourceURL only supports wildcard matches when '*' is at the end");
    }
  }
  return undefined;
}

interface AskedResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
}

/** What the flags ask for, without doublets. */
interface Asked {
  readonly verbs: readonly string[];
  readonly resources: readonly AskedResource[];
  readonly names: readonly string[];
}

/** Upstream: create_role.go Complete. */
function askedOf(flags: Flags): Asked {
  const verbs = flags.list('verb');
  const resources: AskedResource[] = [];
  for (const written of flags.list('resource')) {
    const [whole, subresource] = cut(written, '/');
    const [resource, group] = cut(whole, '.');
    const read = { group, resource, subresource };
    if (written === '*') return { verbs: distinctVerbs(verbs), resources: [read], names: namesOf(flags) };
    resources.push(read);
  }
  return { verbs: distinctVerbs(verbs), resources, names: namesOf(flags) };
}

function distinctVerbs(verbs: readonly string[]): readonly string[] {
  return verbs.includes('*') ? ['*'] : [...new Set(verbs)];
}

function namesOf(flags: Flags): readonly string[] {
  return [...new Set(flags.list('resource-name'))];
}

function warnUnusual(session: Session, { verbs }: Asked): void {
  for (const verb of verbs) {
    if (!resourceVerbs.has(verb)) session.err(`Warning: '${verb}' is not a standard resource verb\n`);
  }
}

interface FoundResource {
  readonly group: string;
  readonly plural: string;
  readonly known: boolean;
}

/** Finds a resource by its plural, singular or short name; one that nobody knows stays as it is written. */
function foundResource({ catalog }: Session, { group, resource }: AskedResource): FoundResource {
  const name = resource.toLowerCase();
  const meant = resourceMeant(catalog.names(), `${name}.${group}`, () => false);
  return meant === undefined
    ? { group, plural: resource, known: false }
    : { group: meant.names.group, plural: meant.names.plural, known: true };
}

/** Upstream: create_role.go validateResource. */
function resourceProblem(session: Session, { verbs, resources }: Asked): Failure | undefined {
  for (const asked of resources) {
    if (asked.resource === '') return fail('resource must be specified if apiGroup/subresource specified');
    if (asked.resource === '*') return undefined;
    const { group, plural, known } = foundResource(session, asked);
    let isKnown = known;
    for (const verb of verbs) {
      const special = specialVerbs.get(verb);
      if (special === undefined) continue;
      if (!special.includes(`${plural}.${group}`)) {
        return fail(`can not perform '${verb}' on '${plural}' in group '${group}'`);
      }
      isKnown = true;
    }
    if (!isKnown) return noResource(asked);
  }
  return undefined;
}

/** Upstream: pkg/cmd/util/helpers.go StandardErrorMessage, of a NoResourceMatchError. */
function noResource({ group, resource }: AskedResource): Failure {
  const where = group === '' ? '' : ` in group "${group}"`;
  const message = `the server doesn't have a resource type "${resource}"${where}`;
  return { ...fail(message), bare: true, unknownResource: group === '' ? resource : `${resource}.${group}` };
}

/** Makes a rule of each group, and one of the URLs. Upstream: create_role.go generateResourcePolicyRules. */
function rulesOf(session: Session, asked: Asked, urls: readonly string[]): readonly Fields[] {
  const groups = new Map<string, string[]>();
  for (const each of asked.resources) {
    const { group, plural } = foundResource(session, each);
    const resource = each.subresource === '' ? plural : `${plural}/${each.subresource}`;
    const before = groups.get(group) ?? [];
    groups.set(group, before.includes(resource) ? before : [...before, resource]);
  }
  const rules: Fields[] = [...groups.keys()].sort(compareStrings).map((group) => ({
    verbs: asked.verbs,
    apiGroups: [group],
    resources: groups.get(group),
    resourceNames: asked.names,
  }));
  return urls.length === 0 ? rules : [...rules, { verbs: asked.verbs, nonResourceURLs: urls }];
}

const subjectFlags: readonly Flag[] = [
  { name: 'group', type: 'array' },
  { name: 'serviceaccount', type: 'array' },
  { name: 'user', type: 'array' },
];

/** `kubectl create rolebinding`. Upstream: create_rolebinding.go. */
export const roleBindingGenerator: Generator = {
  name: 'rolebinding',
  flags: [
    { name: 'clusterrole', type: 'string', default: '' },
    ...subjectFlags,
    { name: 'role', type: 'string', default: '' },
  ],
  failed: 'failed to create rolebinding:',
  generate(_session, flags, name) {
    const [clusterRole, role] = [flags.text('clusterrole'), flags.text('role')];
    if (name === '') return fail('name must be specified');
    if ((clusterRole === '') === (role === '')) return fail('exactly one of clusterrole or role must be specified');
    return role === ''
      ? bindingOf('RoleBinding', name, 'ClusterRole', clusterRole, flags)
      : bindingOf('RoleBinding', name, 'Role', role, flags);
  },
};

/** `kubectl create clusterrolebinding`. Upstream: create_clusterrolebinding.go. */
export const clusterRoleBindingGenerator: Generator = {
  name: 'clusterrolebinding',
  flags: [{ name: 'clusterrole', type: 'string', default: '', required: true }, ...subjectFlags],
  failed: 'failed to create clusterrolebinding:',
  generate: (_session, flags, name) =>
    bindingOf('ClusterRoleBinding', name, 'ClusterRole', flags.text('clusterrole'), flags),
};

function bindingOf(
  kind: string,
  name: string,
  roleKind: string,
  role: string,
  flags: Flags,
): ReturnType<Generator['generate']> {
  const subjects = subjectsOf(flags);
  if (isFailure(subjects)) return subjects;
  return objectOf(apiVersion, kind, name, {
    subjects,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: roleKind, name: role },
  });
}

function subjectsOf(flags: Flags): readonly Fields[] | Failure {
  const apiGroup = 'rbac.authorization.k8s.io';
  const subjects: Fields[] = [
    ...flags.list('user').map((name) => ({ kind: 'User', apiGroup, name })),
    ...flags.list('group').map((name) => ({ kind: 'Group', apiGroup, name })),
  ];
  for (const account of flags.list('serviceaccount')) {
    const parts = account.split(':');
    if (parts.length !== 2 || parts.includes('')) return fail('serviceaccount must be <namespace>:<name>');
    const [namespace, name] = parts;
    subjects.push({ kind: 'ServiceAccount', name, namespace });
  }
  return subjects;
}
