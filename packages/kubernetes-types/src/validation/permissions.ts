import type { Decision, Surroundings, User, Wish } from '@managed-fields/api-server';
import { mapFromPlain, quote, type ValueMap } from '@managed-fields/merge-engine';
import { struct, structs, text, texts } from './object.ts';

/** What is stored beside. */
type Objects = Surroundings['objects'];

/** A rule that somebody has, and the binding that gives it, or why a binding gives none. */
type Given =
  | { readonly rule: ValueMap; readonly source: string }
  | { readonly rule?: undefined; readonly error: string };

/**
 * Decides by roles and their bindings; members of `system:masters` may do everything.
 * Upstream: k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac/rbac.go Authorize, k8s.io/apiserver
 * pkg/authorization/authorizerfactory/builtin.go NewPrivilegedGroups.
 */
export function decide(wish: Wish, user: User, objects: Objects): Decision {
  if (user.groups.includes('system:masters')) return { allowed: true, reason: '' };
  const namespace = wish.kind === 'resource' ? wish.namespace : '';
  const errors: string[] = [];
  for (const given of givenTo(user, namespace, objects)) {
    if (given.rule === undefined) errors.push(given.error);
    else if (allows(given.rule, wish)) return { allowed: true, reason: `RBAC: allowed by ${given.source}` };
  }
  return { allowed: false, reason: errors.length === 0 ? '' : `RBAC: ${aggregate(errors)}` };
}

const api = 'rbac.authorization.k8s.io/v1';
const granting = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];

/**
 * Somebody who sends requests, with what he may do: where there are no roles and no bindings, nobody says what anybody may
 * do, and he counts as an administrator.
 */
export function permitted(user: User, objects: Objects): User {
  if (granting.some((plural) => objects(api, plural).length > 0)) return user;
  return { ...user, groups: ['system:masters', ...user.groups] };
}

/** Several errors as one. Upstream: k8s.io/apimachinery pkg/util/errors/errors.go Error. */
export function aggregate(errors: readonly string[]): string {
  const single = [...new Set(errors)];
  return single.length === 1 ? (single[0] ?? '') : `[${single.join(', ')}]`;
}

/**
 * The rules of somebody in a namespace (empty: everywhere), and what went wrong when they were looked for.
 * Upstream: k8s.io/kubernetes pkg/registry/rbac/validation/rule.go RulesFor.
 */
export function rulesOf(
  user: User,
  namespace: string,
  objects: Objects,
): { readonly rules: readonly ValueMap[]; readonly errors: readonly string[] } {
  const given = [...givenTo(user, namespace, objects)];
  return {
    rules: given.flatMap(({ rule }) => (rule === undefined ? [] : [rule])),
    errors: given.flatMap((each) => (each.rule === undefined ? [each.error] : [])),
  };
}

/** Upstream: rule.go VisitRulesFor. The server has no order among the bindings of the cluster; here it is by name. */
function* givenTo(user: User, namespace: string, objects: Objects): Iterable<Given> {
  const roles = byName([...bootstrapRoles, ...objects(api, 'clusterroles')]);
  const bindings = byName([...bootstrapBindings, ...objects(api, 'clusterrolebindings')]);
  for (const binding of sorted(bindings)) yield* givenBy(binding, user, '', roles, new Map());
  if (namespace === '') return;
  const own = byName(objects(api, 'roles', namespace));
  for (const binding of sorted(byName(objects(api, 'rolebindings', namespace)))) {
    yield* givenBy(binding, user, namespace, roles, own);
  }
}

function sorted(objects: ReadonlyMap<string, ValueMap>): readonly ValueMap[] {
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
}

function byName(objects: readonly ValueMap[]): ReadonlyMap<string, ValueMap> {
  return new Map(objects.map((object) => [nameOf(object), object]));
}

function nameOf(object: ValueMap): string {
  return text(struct(object, 'metadata'), 'name');
}

function* givenBy(
  binding: ValueMap,
  user: User,
  namespace: string,
  clusterRoles: ReadonlyMap<string, ValueMap>,
  roles: ReadonlyMap<string, ValueMap>,
): Iterable<Given> {
  const subject = structs(binding, 'subjects').find((each) => isMeant(each, user, namespace));
  if (subject === undefined) return;
  const { kind, name } = {
    kind: text(struct(binding, 'roleRef'), 'kind'),
    name: text(struct(binding, 'roleRef'), 'name'),
  };
  const role = kind === 'Role' ? roles.get(name) : clusterRoles.get(name);
  if (role === undefined) {
    yield { error: `${kind.toLowerCase()}.rbac.authorization.k8s.io ${quote(name)} not found` };
    return;
  }
  const [type, where] = namespace === '' ? ['ClusterRoleBinding', ''] : ['RoleBinding', `/${namespace}`];
  const source = `${type} ${quote(nameOf(binding) + where)} of ${kind} ${quote(name)} to ${described(subject, namespace)}`;
  for (const rule of structs(role, 'rules')) yield { rule, source };
}

/** Upstream: rule.go describeSubject. */
function described(subject: ValueMap, namespace: string): string {
  const [kind, name] = [text(subject, 'kind'), text(subject, 'name')];
  const place = text(subject, 'namespace') || namespace;
  return `${kind} ${quote(kind === 'ServiceAccount' ? `${name}/${place}` : name)}`;
}

/** Upstream: rule.go appliesToUser. */
function isMeant(subject: ValueMap, user: User, namespace: string): boolean {
  const name = text(subject, 'name');
  const place = text(subject, 'namespace') || namespace;
  switch (text(subject, 'kind')) {
    case 'User':
      return user.name === name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount':
      return place !== '' && user.name === `system:serviceaccount:${place}:${name}`;
    default:
      return false;
  }
}

/** Upstream: rbac.go RuleAllows, k8s.io/kubernetes pkg/apis/rbac/v1/evaluation_helpers.go. */
function allows(rule: ValueMap, wish: Wish): boolean {
  const has = (field: string, value: string) => texts(rule, field).some((each) => each === '*' || each === value);
  if (!has('verbs', wish.verb)) return false;
  if (wish.kind === 'path')
    return has('nonResourceURLs', wish.path) || texts(rule, 'nonResourceURLs').some(isStartOf(wish.path));
  const combined = wish.subresource === '' ? wish.resource : `${wish.resource}/${wish.subresource}`;
  const names = texts(rule, 'resourceNames');
  return (
    has('apiGroups', wish.group) &&
    (has('resources', combined) ||
      (wish.subresource !== '' && texts(rule, 'resources').includes(`*/${wish.subresource}`))) &&
    (names.length === 0 || names.includes(wish.name))
  );
}

function isStartOf(path: string): (url: string) => boolean {
  return (url) => url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''));
}

const health = ['/livez', '/readyz', '/healthz', '/version', '/version/'];
const get = (...urls: readonly string[]) => ({ verbs: ['get'], nonResourceURLs: [...urls].sort() });
const create = (group: string, ...resources: readonly string[]) => ({
  verbs: ['create'],
  apiGroups: [group],
  resources,
});

/** The rules that every server gives to groups of users, by the name of the role and of its binding. */
const bootstrap = [
  {
    name: 'cluster-admin',
    groups: ['system:masters'],
    rules: [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ],
  },
  {
    name: 'system:basic-user',
    groups: ['system:authenticated'],
    rules: [
      create('authorization.k8s.io', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews'),
      create('authentication.k8s.io', 'selfsubjectreviews'),
    ],
  },
  {
    name: 'system:discovery',
    groups: ['system:authenticated'],
    rules: [
      get(
        ...health.slice(0, 3),
        '/version',
        '/version/',
        '/openapi',
        '/openapi/*',
        '/api',
        '/api/*',
        '/apis',
        '/apis/*',
      ),
    ],
  },
  {
    name: 'system:public-info-viewer',
    groups: ['system:authenticated', 'system:unauthenticated'],
    rules: [get(...health)],
  },
] as const;

/** Upstream: k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go ClusterRoles. */
const bootstrapRoles: readonly ValueMap[] = bootstrap.map(({ name, rules }) =>
  mapFromPlain({ metadata: { name }, rules }),
);

/** Upstream: policy.go ClusterRoleBindings. */
const bootstrapBindings: readonly ValueMap[] = bootstrap.map(({ name, groups }) =>
  mapFromPlain({
    metadata: { name },
    roleRef: { kind: 'ClusterRole', name },
    subjects: groups.map((group) => ({ kind: 'Group', name: group })),
  }),
);
