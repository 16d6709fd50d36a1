import { mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';

/*
 * Roles and bindings that every server has from the start, as far as they are for users: those of everybody, of administrators,
 * and the ones to bind others to, with what a controller gathers into them.
 * Upstream: k8s.io/kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go,
 * pkg/controller/clusterroleaggregation.
 */

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const reading = ['get', 'list', 'watch'];
const writing = ['create', 'delete', 'deletecollection', 'patch', 'update'];
const readingAndWriting = [...writing.slice(0, 3), 'get', 'list', 'patch', 'update', 'watch'];

const health = ['/livez', '/readyz', '/healthz', '/version', '/version/'];
const paths = ['/api', '/api/*', '/apis', '/apis/*', ...health, '/openapi', '/openapi/*'];
const get = (urls: readonly string[]): Rule => ({ verbs: ['get'], nonResourceURLs: [...urls].sort() });

/** Verbs for resources of a group, by their names. */
function allow(verbs: readonly string[], group: string, resources: string): Rule {
  return { verbs, apiGroups: [group], resources: resources.split(' ') };
}

/** Events are in both of their groups from v1.35 on. */
function events(verbs: readonly string[], minor: number): readonly Rule[] {
  return minor < 35 ? [] : [{ verbs, apiGroups: ['', 'events.k8s.io'], resources: ['events'] }];
}

const coreEvents = (minor: number) => (minor < 35 ? ' events' : '');
const claims = (minor: number, rule: Rule) => (minor < 34 ? [] : [rule]);

function viewRules(minor: number): readonly Rule[] {
  const scaled = 'replicasets replicasets/scale replicasets/status';
  const sets = `daemonsets daemonsets/status deployments deployments/scale deployments/status`;
  return [
    allow(
      reading,
      '',
      'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
    ),
    allow(
      reading,
      '',
      `bindings${coreEvents(minor)} limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status`,
    ),
    allow(reading, '', 'namespaces'),
    ...events(reading, minor),
    allow(reading, 'discovery.k8s.io', 'endpointslices'),
    allow(reading, 'apps', `controllerrevisions ${sets} ${scaled} statefulsets statefulsets/scale statefulsets/status`),
    allow(reading, 'autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status'),
    allow(reading, 'batch', 'cronjobs cronjobs/status jobs jobs/status'),
    allow(
      reading,
      'extensions',
      `${sets} ingresses ingresses/status networkpolicies ${scaled} replicationcontrollers/scale`,
    ),
    allow(reading, 'policy', 'poddisruptionbudgets poddisruptionbudgets/status'),
    allow(reading, 'networking.k8s.io', 'ingresses ingresses/status networkpolicies'),
    ...claims(minor, allow(reading, 'resource.k8s.io', 'resourceclaims resourceclaims/status resourceclaimtemplates')),
  ];
}

function editRules(minor: number): readonly Rule[] {
  const inPods = 'pods/attach pods/exec pods/portforward pods/proxy';
  const sets = 'daemonsets deployments deployments/rollback deployments/scale';
  const scaled = 'replicasets replicasets/scale';
  return [
    allow(reading, '', `${inPods} secrets services/proxy`),
    allow(['impersonate'], '', 'serviceaccounts'),
    allow(writing, '', `pods ${inPods}`),
    allow(['create'], '', 'pods/eviction'),
    allow(
      writing,
      '',
      `configmaps${coreEvents(minor)} persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy`,
    ),
    allow(['create'], '', 'serviceaccounts/token'),
    ...events(writing, minor),
    allow(writing, 'apps', `${sets} ${scaled} statefulsets statefulsets/scale`),
    allow(writing, 'autoscaling', 'horizontalpodautoscalers'),
    allow(writing, 'batch', 'cronjobs jobs'),
    allow(writing, 'extensions', `${sets} ingresses networkpolicies ${scaled} replicationcontrollers/scale`),
    allow(writing, 'policy', 'poddisruptionbudgets'),
    allow(writing, 'networking.k8s.io', 'ingresses networkpolicies'),
    allow(readingAndWriting, 'coordination.k8s.io', 'leases'),
    ...claims(minor, allow(writing, 'resource.k8s.io', 'resourceclaims resourceclaimtemplates')),
    ...viewRules(minor),
  ];
}

function adminRules(minor: number): readonly Rule[] {
  return [
    ...editRules(minor),
    allow(['create'], 'authorization.k8s.io', 'localsubjectaccessreviews'),
    allow(readingAndWriting, 'rbac.authorization.k8s.io', 'rolebindings roles'),
  ];
}

interface Bootstrap {
  readonly name: string;
  /** To whom a binding of the same name gives it; nobody where there is none. */
  readonly groups: readonly string[];
  readonly rules: readonly Rule[];
}

function bootstrap(minor: number): readonly Bootstrap[] {
  const [signedIn, signedOut] = ['system:authenticated', 'system:unauthenticated'];
  const trust = allow(reading, 'certificates.k8s.io', 'clustertrustbundles');
  const discovery = 'system:cluster-trust-bundle-discovery';
  return [
    {
      name: 'cluster-admin',
      groups: ['system:masters'],
      rules: [allow(['*'], '*', '*'), { verbs: ['*'], nonResourceURLs: ['*'] }],
    },
    {
      name: 'system:basic-user',
      groups: [signedIn],
      rules: [
        allow(['create'], 'authorization.k8s.io', 'selfsubjectaccessreviews selfsubjectrulesreviews'),
        allow(['create'], 'authentication.k8s.io', 'selfsubjectreviews'),
      ],
    },
    { name: 'system:discovery', groups: [signedIn], rules: [get(paths)] },
    { name: 'system:public-info-viewer', groups: [signedIn, signedOut], rules: [get(health)] },
    ...(minor < 37 ? [] : [{ name: discovery, groups: ['system:serviceaccounts'], rules: [trust] }]),
    { name: 'admin', groups: [], rules: adminRules(minor) },
    { name: 'edit', groups: [], rules: editRules(minor) },
    { name: 'view', groups: [], rules: viewRules(minor) },
  ];
}

/** The ClusterRoles for users that a server of a minor version has from the start. */
export const bootstrapRoles = once((minor) =>
  bootstrap(minor).map(({ name, rules }) => mapFromPlain({ metadata: { name }, rules })),
);

/** The bindings by which groups have some of them. */
export const bootstrapBindings = once((minor) =>
  bootstrap(minor)
    .filter(({ groups }) => groups.length > 0)
    .map(({ name, groups }) =>
      mapFromPlain({
        metadata: { name },
        roleRef: { kind: 'ClusterRole', name },
        subjects: groups.map((group) => ({ kind: 'Group', name: group })),
      }),
    ),
);

/** Makes what belongs to a minor version once. */
function once(make: (minor: number) => readonly ValueMap[]): (minor: number) => readonly ValueMap[] {
  const made = new Map<number, readonly ValueMap[]>();
  return (minor) => {
    const known = made.get(minor) ?? make(minor);
    made.set(minor, known);
    return known;
  };
}
