import type { Decision, Surroundings, User, Wish } from '@managed-fields/api-server';
import { quote, type ValueMap } from '@managed-fields/merge-engine';
import { bootstrapBindings, bootstrapRoles } from './bootstrap-roles.ts';
import { struct, structs, text, texts } from './object.ts';

/** What is stored beside, and the release of the server. */
export type Stored = Pick<Surroundings, 'objects' | 'minor'>;

/** A rule that somebody has, and the binding that gives it, or why a binding gives none. */
type Given =
  | { readonly rule: ValueMap; readonly source: string }
  | { readonly rule?: undefined; readonly error: string };

/**
 * Decides by roles and their bindings; members of `system:masters` may do everything.
 * Upstream: k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac/rbac.go Authorize, k8s.io/apiserver
 * pkg/authorization/authorizerfactory/builtin.go NewPrivilegedGroups.
 */
export function decide(wish: Wish, user: User, stored: Stored): Decision {
  if (user.groups.includes('system:masters')) return { allowed: true, reason: '' };
  const namespace = wish.kind === 'resource' ? wish.namespace : '';
  const errors: string[] = [];
  for (const given of givenTo(user, namespace, stored)) {
    if (given.rule === undefined) errors.push(given.error);
    else if (allows(given.rule, wish)) return { allowed: true, reason: `RBAC: allowed by ${given.source}` };
  }
  // From v1.37 on a refusal names the authorizer that gives the reason.
  const named = stored.minor < 37 ? 'RBAC' : 'rbac: RBAC';
  return { allowed: false, reason: errors.length === 0 ? '' : `${named}: ${aggregate(errors)}` };
}

const api = 'rbac.authorization.k8s.io/v1';
const granting = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];

/**
 * Somebody who sends requests, with what he may do: where there are no roles and no bindings, nobody says what anybody may
 * do, and he counts as an administrator.
 */
export function permitted(user: User, stored: Stored): User {
  if (granting.some((plural) => stored.objects(api, plural).length > 0)) return user;
  return { ...user, groups: ['system:masters', ...user.groups] };
}

/** Whether somebody who sends requests may do everything. Upstream: escalation_check.go EscalationAllowed. */
export function mayDoEverything(user: User, stored: Stored): boolean {
  return permitted(user, stored).groups.includes('system:masters');
}

/** Several errors as one. Upstream: k8s.io/apimachinery pkg/util/errors/errors.go Error. */
export function aggregate(errors: readonly string[]): string {
  const single = [...new Set(errors)];
  return single.length === 1 ? (single[0] ?? '') : `[${single.join(', ')}]`;
}

/**
 * The rules of somebody in a namespace (empty: everywhere), and what went wrong when they were looked for. The storage of a
 * resource that is written calls roles that are not there by its own name.
 * Upstream: k8s.io/kubernetes pkg/registry/rbac/validation/rule.go RulesFor.
 */
export function rulesOf(
  user: User,
  namespace: string,
  stored: Stored,
  resource?: string,
): { readonly rules: readonly ValueMap[]; readonly errors: readonly string[] } {
  const given = [...givenTo(user, namespace, stored, resource)];
  return {
    rules: given.flatMap(({ rule }) => (rule === undefined ? [] : [rule])),
    errors: given.flatMap((each) => (each.rule === undefined ? [each.error] : [])),
  };
}

/**
 * The rules of a role to which a binding in a namespace (empty: of the cluster) refers; undefined where there is none.
 * Upstream: rule.go GetRoleReferenceRules.
 */
export function rulesIn(
  kind: string,
  name: string,
  namespace: string,
  stored: Stored,
): readonly ValueMap[] | undefined {
  const roles = kind === 'Role' ? stored.objects(api, 'roles', namespace) : clusterRolesOf(stored);
  const role = byName(roles).get(name);
  return role === undefined ? undefined : structs(role, 'rules');
}

/** Upstream: rule.go VisitRulesFor. The server has no order among the bindings of the cluster; here it is by name. */
function* givenTo(user: User, namespace: string, stored: Stored, resource?: string): Iterable<Given> {
  const { objects, minor } = stored;
  const roles = byName(clusterRolesOf(stored));
  const bindings = byName([...bootstrapBindings(minor), ...objects(api, 'clusterrolebindings')]);
  for (const binding of sorted(bindings)) yield* givenBy(binding, user, '', roles, new Map(), resource);
  if (namespace === '') return;
  const own = byName(objects(api, 'roles', namespace));
  for (const binding of sorted(byName(objects(api, 'rolebindings', namespace)))) {
    yield* givenBy(binding, user, namespace, roles, own, resource);
  }
}

function clusterRolesOf({ objects, minor }: Stored): readonly ValueMap[] {
  return [...bootstrapRoles(minor), ...objects(api, 'clusterroles')];
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
  resource: string | undefined,
): Iterable<Given> {
  const subject = structs(binding, 'subjects').find((each) => isMeant(each, user, namespace));
  if (subject === undefined) return;
  const { kind, name } = {
    kind: text(struct(binding, 'roleRef'), 'kind'),
    name: text(struct(binding, 'roleRef'), 'name'),
  };
  const role = kind === 'Role' ? roles.get(name) : clusterRoles.get(name);
  if (role === undefined) {
    yield { error: missing(resource ?? kind.toLowerCase(), name) };
    return;
  }
  const [type, where] = namespace === '' ? ['ClusterRoleBinding', ''] : ['RoleBinding', `/${namespace}`];
  const source = `${type} ${quote(nameOf(binding) + where)} of ${kind} ${quote(name)} to ${described(subject, namespace)}`;
  for (const rule of structs(role, 'rules')) yield { rule, source };
}

function missing(resource: string, name: string): string {
  return `${resource}.rbac.authorization.k8s.io ${quote(name)} not found`;
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
  if (wish.kind === 'path') return ruleCoversPath(rule, wish.path);
  const combined = wish.subresource === '' ? wish.resource : `${wish.resource}/${wish.subresource}`;
  const names = texts(rule, 'resourceNames');
  return (
    has('apiGroups', wish.group) &&
    (has('resources', combined) ||
      (wish.subresource !== '' && texts(rule, 'resources').includes(`*/${wish.subresource}`))) &&
    (names.length === 0 || names.includes(wish.name))
  );
}

/** Whether a rule is for a path of the server. Upstream: evaluation_helpers.go NonResourceURLMatches. */
export function ruleCoversPath(rule: ValueMap, path: string): boolean {
  return texts(rule, 'nonResourceURLs').some(
    (url) => url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''))),
  );
}
