import { type Chance, chanceFrom } from '../../../conformance/chance.ts';
import type { Json } from './makers.ts';
import type { PlannedRequest } from './request.ts';
import type { Planned } from './scenario.ts';
import { jsonText } from './text.ts';

/** Some of a list, at least one, each once. */
function some<T>(chance: Chance, from: readonly [T, ...T[]], most = 3): T[] {
  return [...new Set(Array.from({ length: 1 + chance.integer(most) }, () => chance.pick(from)))];
}

const verbs = [
  ...(['get', 'list', 'create', 'update', 'patch', 'delete', 'watch', 'get', 'create', 'update', 'patch'] as const),
  ...(['deletecollection', 'bind', 'escalate', '*', 'impersonate', 'approve'] as const),
] as const;
const groups = ['', '', 'apps', 'apps', 'rbac.authorization.k8s.io', 'admissionregistration.k8s.io', '*'] as const;
const resources = [
  ...(['configmaps', 'configmaps', 'deployments', 'deployments/scale', '*/scale', 'pods/log', 'secrets'] as const),
  ...(['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings', '*', 'deployments/*', 'foos'] as const),
] as const;
const objectNames = ['one', 'two', 'reader', '*', 'a"b', ''] as const;
const paths = ['/apis', '/healthz/*', '/metrics', '/api/*', '*', '/foo*', '/foo/**', '/'] as const;

function rule(chance: Chance, inCluster: boolean): Json {
  if (inCluster && chance.once(4)) {
    return { verbs: some(chance, ['get', 'post', '*', 'head'] as const), nonResourceURLs: some(chance, paths) };
  }
  const named = chance.once(3) ? { resourceNames: some(chance, objectNames) } : {};
  return {
    verbs: some(chance, verbs, 4),
    apiGroups: some(chance, groups, 2),
    resources: some(chance, resources),
    ...named,
  };
}

/** Who is there, and under which names: those of the cluster are the scenario's own. */
interface Cast {
  readonly chance: Chance;
  readonly seed: string;
  readonly namespace: string;
}

interface Sender {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
}

function sender({ chance, seed, namespace }: Cast): Sender {
  const account = `system:serviceaccount:${namespace}:ci`;
  const [name, uid] = chance.pick([
    ...([[`jane-${seed}`], [`jane-${seed}`], [`bob-${seed}`], [account], [account]] as const),
    ...([[`bob-${seed}`, 'u-1'], ['system:anonymous'], [`ünï <${seed}>`]] as const),
  ] as const);
  const own = [`dev-${seed}`, `ops-${seed}`, `qa "${seed}"`] as const;
  const added = chance.once(9)
    ? [chance.pick(['system:authenticated', 'system:unauthenticated', 'system:masters'])]
    : [];
  return { name, groups: [...(chance.once(2) ? some(chance, own, 2) : []), ...added], ...(uid && { uid }) };
}

/** One of those who may write roles and bindings. */
function grantor({ chance, seed, namespace }: Cast): Sender {
  const groups = chance.once(4) ? [`ops-${seed}`] : [];
  return chance.pick([
    { name: `jane-${seed}`, groups },
    { name: `bob-${seed}`, groups: [`dev-${seed}`, ...groups] },
    { name: `system:serviceaccount:${namespace}:ci`, groups: [] },
  ]);
}

const api = 'rbac.authorization.k8s.io';

function subject({ chance, seed, namespace }: Cast, inCluster: boolean): Json {
  const known = chance.pick([
    ...([
      ['User', `jane-${seed}`],
      ['User', `jane-${seed}`],
      ['User', `bob-${seed}`],
    ] as const),
    ...([
      ['Group', `dev-${seed}`],
      ['Group', `qa "${seed}"`],
      ['User', `system:serviceaccount:${namespace}:ci`],
      ['Group', `system:serviceaccounts:${namespace}`],
    ] as const),
    ['ServiceAccount', 'ci'],
    ['ServiceAccount', 'ci'],
    inCluster ? (['User', `ünï <${seed}>`] as const) : (['Group', 'system:authenticated'] as const),
  ] as const);
  const [kind, name] = known;
  if (kind !== 'ServiceAccount') return { kind, name, apiGroup: api };
  return { kind, name, ...(inCluster || chance.once(2) ? { namespace } : {}) };
}

type Kind = 'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings';
const kinds = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'] as const;
const kindNames = {
  roles: 'Role',
  clusterroles: 'ClusterRole',
  rolebindings: 'RoleBinding',
  clusterrolebindings: 'ClusterRoleBinding',
} as const;

function isOfCluster(kind: Kind): boolean {
  return kind.startsWith('cluster');
}

function nameOf({ chance, seed }: Cast, kind: Kind): string {
  const name = chance.pick(['reader', 'writer', 'reader', 'writer', 'lost'] as const);
  return isOfCluster(kind) ? `fz-${name}-${seed}` : name;
}

function granting(cast: Cast, kind: Kind): Record<string, Json> {
  const { chance } = cast;
  const inCluster = isOfCluster(kind);
  const metadata = { name: nameOf(cast, kind), ...(chance.once(4) ? { labels: { a: chance.pick(['b', 'c']) } } : {}) };
  const head = { apiVersion: `${api}/v1`, kind: kindNames[kind], metadata };
  if (kind === 'roles' || kind === 'clusterroles') {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    const rules = Array.from({ length: chance.integer(12) === 0 ? 0 : 1 + chance.integer(3) }, () =>
      rule(chance, inCluster),
    );
    return { ...head, rules, ...(inCluster && chance.once(6) ? { aggregationRule } : {}) };
  }
  const role = inCluster || chance.once(3) ? 'clusterroles' : 'roles';
  const name = chance.once(6)
    ? chance.pick(['cluster-admin', 'system:basic-user', 'system:discovery'])
    : nameOf(cast, role);
  return {
    ...head,
    roleRef: { apiGroup: api, kind: chance.once(30) ? 'Other' : kindNames[role], name },
    subjects: Array.from({ length: 1 + chance.integer(2) }, () => subject(cast, inCluster)),
  };
}

function headersOf(by: Sender | undefined, type = ''): Record<string, string> {
  return {
    'User-Agent': 'curl/8.0',
    ...(type === '' ? {} : { 'Content-Type': type }),
    ...(by === undefined ? {} : { 'Impersonate-User': by.name }),
    ...(by?.uid === undefined ? {} : { 'Impersonate-Uid': by.uid }),
    ...(by === undefined || by.groups.length === 0 ? {} : { 'Impersonate-Group': by.groups.join(', ') }),
  };
}

/** A way to write an object: its verb, and how the body is sent. */
const ways = [
  ['POST', 'application/json'],
  ['POST', 'application/json'],
  ['PUT', 'application/json'],
  ['PATCH', 'application/apply-patch+yaml'],
  ['PATCH', 'application/merge-patch+json'],
] as const;

function writeTo(
  { chance }: Cast,
  collection: string,
  object: Record<string, Json>,
  by: Sender | undefined,
): PlannedRequest {
  const [method, type] = by === undefined ? chance.pick<(typeof ways)[number]>([ways[0], ways[3]]) : chance.pick(ways);
  const { name } = object['metadata'] as { readonly name: string };
  const query: Record<string, string> = {};
  if (type === 'application/apply-patch+yaml') {
    query['fieldManager'] = chance.pick(['alice', 'bob']);
    if (!chance.once(4)) query['force'] = 'true';
  }
  if (chance.once(12)) query['dryRun'] = 'All';
  const body = jsonText(object);
  const path = method === 'POST' ? collection : `${collection}/${name}`;
  return { method, path, query, headers: headersOf(by, type), body };
}

function collectionOf({ namespace }: Cast, kind: Kind): string {
  const place = isOfCluster(kind) ? '' : `/namespaces/${namespace}`;
  return `/apis/${api}/v1${place}/${kind}`;
}

function grant(cast: Cast, by: Sender | undefined): PlannedRequest {
  const kind = cast.chance.pick(kinds);
  return writeTo(cast, collectionOf(cast, kind), granting(cast, kind), by);
}

/** A change of what only the collector of garbage needs, or of labels. */
function touch(cast: Cast, by: Sender): PlannedRequest {
  const kind = cast.chance.pick(kinds);
  const metadata = cast.chance.pick<Json>([{ finalizers: ['x.io/f'] }, { finalizers: null }, { labels: { a: 'b' } }]);
  const headers = headersOf(by, 'application/merge-patch+json');
  const path = `${collectionOf(cast, kind)}/${nameOf(cast, kind)}`;
  return { method: 'PATCH', path, query: {}, headers, body: jsonText({ metadata }) };
}

/** A request for ordinary objects, or for roles. */
function use(cast: Cast, by: Sender): PlannedRequest {
  const { chance, namespace } = cast;
  const place = chance.once(8) ? '' : `/namespaces/${chance.once(6) ? 'default' : namespace}`;
  const core = chance.pick(['configmaps', 'configmaps', 'secrets', 'pods', 'nodes'] as const);
  const name = chance.pick(['one', 'two'] as const);
  const collection = `/api/v1${core === 'nodes' ? '' : place}/${core}`;
  const query: Record<string, string> = {};
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: chance.pick(['1', '2']) } };
  switch (chance.integer(9)) {
    case 0:
      return { method: 'GET', path: `${collection}/${name}`, query, headers: headersOf(by) };
    case 1:
      if (chance.once(2)) query['fieldSelector'] = chance.pick(['metadata.name=one', 'metadata.name==two', 'x=y']);
      return { method: 'GET', path: collection, query, headers: headersOf(by) };
    case 2:
      if (chance.once(2)) query['fieldSelector'] = 'metadata.name=one';
      return { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/configmaps`, query, headers: headersOf(by) };
    case 3:
      return { method: 'DELETE', path: `${collection}/${name}`, query, headers: headersOf(by) };
    case 4: {
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}/${chance.pick(['scale', 'status', 'none'])}`;
      return { method: 'GET', path, query, headers: headersOf(by) };
    }
    case 5:
      return touch(cast, by);
    default:
      return writeTo(cast, `/api/v1/namespaces/${namespace}/configmaps`, object, by);
  }
}

function asked(cast: Cast): Json {
  const { chance, namespace } = cast;
  if (chance.once(4))
    return { nonResourceAttributes: { path: chance.pick(paths), verb: chance.pick(['get', 'post']) } };
  const [resource = '', subresource = ''] = chance.pick(resources).split('/');
  const where = chance.pick(['', namespace, namespace, 'default', '*'] as const);
  return {
    resourceAttributes: {
      verb: chance.pick(verbs),
      resource,
      ...(chance.once(3) ? {} : { group: chance.pick(groups) }),
      ...(where === '' ? {} : { namespace: where }),
      ...(subresource === '' ? {} : { subresource }),
      ...(chance.once(3) ? { name: chance.pick(objectNames) } : {}),
      ...(chance.once(6) ? { version: chance.pick(['v1', '*']) } : {}),
    },
  };
}

/** A review, of whoever sends it or of somebody else. */
function review(cast: Cast, by: Sender | undefined): PlannedRequest {
  const { chance, namespace } = cast;
  const headers = headersOf(by, 'application/json');
  const [group, kind, place, spec] = reviewed(cast);
  const plural = `${kind.toLowerCase()}s`;
  const path = `/apis/${group}/v1${place ? `/namespaces/${chance.once(5) ? 'default' : namespace}` : ''}/${plural}`;
  return { method: 'POST', path, query: {}, headers, body: jsonText({ apiVersion: `${group}/v1`, kind, ...spec }) };
}

function reviewed(cast: Cast): readonly [string, string, boolean, Record<string, Json>] {
  const { chance } = cast;
  const access = 'authorization.k8s.io';
  const about = sender(cast);
  const subjectOf = { user: about.name, groups: about.groups, ...asObject(asked(cast)) };
  switch (chance.integer(5)) {
    case 0:
      return ['authentication.k8s.io', 'SelfSubjectReview', false, {}];
    case 1:
      // In which order others list the rules of several bindings, the server leaves to chance.
      return [access, 'SelfSubjectRulesReview', false, { spec: { namespace: '' } }];
    case 2:
      return [access, 'SubjectAccessReview', false, { spec: subjectOf }];
    case 3:
      return [access, 'LocalSubjectAccessReview', true, { spec: subjectOf }];
    default:
      return [access, 'SelfSubjectAccessReview', false, { spec: asked(cast) }];
  }
}

function asObject(json: Json): Record<string, Json> {
  return json as Record<string, Json>;
}

const admission = 'admissionregistration.k8s.io';
const added = '[JSONPatch{op: "add", path: "/metadata/labels/a", value: "b"}]';

/** A policy with params, or its binding. */
function policy(cast: Cast, by: Sender | undefined): PlannedRequest {
  const { chance, seed, namespace } = cast;
  const sort = chance.pick(['Validating', 'Mutating'] as const);
  const name = `fz-${chance.pick(['one', 'two'])}-${seed}`;
  const paramKind = chance.pick([
    ...([
      ['v1', 'ConfigMap'],
      ['v1', 'ConfigMap'],
      ['v1', 'Secret'],
      ['apps/v1', 'Deployment'],
    ] as const),
    ...([
      ['v1', 'Foo'],
      ['example.com/v1', 'Foo'],
      [`${api}/v1`, 'ClusterRole'],
    ] as const),
  ] as const);
  const matchConstraints = {
    resourceRules: [{ apiGroups: ['x.io'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['foos'] }],
  };
  const head = { apiVersion: `${admission}/v1`, metadata: { name } };
  const plural = `${sort.toLowerCase()}admissionpolic`;
  if (chance.once(2)) {
    const [apiVersion, kind] = paramKind;
    const does =
      sort === 'Validating'
        ? { validations: [{ expression: 'true' }] }
        : { reinvocationPolicy: 'Never', mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: added } }] };
    const spec = { ...(chance.once(8) ? {} : { paramKind: { apiVersion, kind } }), matchConstraints, ...does };
    const object = { ...head, kind: `${sort}AdmissionPolicy`, spec };
    return writeTo(cast, `/apis/${admission}/v1/${plural}ies`, object, by);
  }
  const reference = chance.pick<Record<string, Json>>([
    { name: 'one', namespace },
    { name: 'one' },
    { selector: { matchLabels: { a: 'b' } } },
    { selector: {}, namespace },
  ]);
  const paramRef = { ...reference, parameterNotFoundAction: chance.pick(['Allow', 'Deny']) };
  const actions = sort === 'Validating' ? { validationActions: ['Deny'] } : {};
  const spec = { policyName: name, ...(chance.once(8) ? {} : { paramRef }), ...actions };
  return writeTo(
    cast,
    `/apis/${admission}/v1/${plural}ybindings`,
    { ...head, kind: `${sort}AdmissionPolicyBinding`, spec },
    by,
  );
}

/**
 * Random requests of users: roles and bindings, what they then may do and grant, reviews, policies with params. The first
 * steps are an administrator's, so that there is something to decide by.
 */
export function usersScenario(seed: number): Planned {
  const chance = chanceFrom(seed * 6007 + 41);
  const name = `random-users-${String(seed).padStart(5, '0')}`;
  const cast: Cast = { chance, seed: String(seed), namespace: `t-${name}` };
  const requests = [...firstRoles(cast)];
  while (requests.length < 24) requests.push(next(cast));
  const steps = requests.map((request) => ({ request, response: null }));
  return { name, about: `Random requests of users, seed ${seed}`, tags: ['random'], steps };
}

function next(cast: Cast): PlannedRequest {
  const { chance } = cast;
  const by = sender(cast);
  switch (chance.integer(8)) {
    case 0:
      return grant(cast, undefined);
    case 1:
    case 2:
    case 3:
      return grant(cast, chance.once(4) ? by : grantor(cast));
    case 4:
      return policy(cast, chance.once(3) ? undefined : chance.once(4) ? by : grantor(cast));
    case 5:
      return review(cast, chance.once(3) ? undefined : by);
    default:
      return use(cast, by);
  }
}

/** Roles by which some of the users may write roles, bindings and policies. */
function firstRoles(cast: Cast): readonly PlannedRequest[] {
  const { chance, seed, namespace } = cast;
  const write = ['create', 'update', 'patch', 'get'];
  const rules: Json[] = [
    { apiGroups: [api], resources: ['*'], verbs: write },
    { apiGroups: [admission], resources: ['*'], verbs: write },
    ...(chance.once(2) ? [rule(chance, false), rule(chance, true)] : []),
  ];
  const wide = !chance.once(4);
  const role = {
    apiVersion: `${api}/v1`,
    kind: wide ? 'ClusterRole' : 'Role',
    metadata: { name: wide ? `fz-first-${seed}` : 'first' },
    rules: wide ? rules : rules.slice(0, 1),
  };
  const binding = {
    apiVersion: `${api}/v1`,
    kind: wide ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: role.metadata,
    roleRef: { apiGroup: api, kind: role.kind, name: role.metadata.name },
    subjects: [
      { kind: 'User', apiGroup: api, name: `jane-${seed}` },
      { kind: 'ServiceAccount', name: 'ci', namespace },
      { kind: 'Group', apiGroup: api, name: `dev-${seed}` },
    ],
  };
  const place = wide ? '' : `/namespaces/${namespace}`;
  const post = (plural: string, object: Json) => ({
    method: 'POST',
    path: `/apis/${api}/v1${place}/${plural}`,
    query: {},
    headers: headersOf(undefined, 'application/json'),
    body: jsonText(object),
  });
  return [post(wide ? 'clusterroles' : 'roles', role), post(wide ? 'clusterrolebindings' : 'rolebindings', binding)];
}
