/**
 * What kustomize knows of built-in kinds. It holds an OpenAPI document of v1.21 for that, whatever the cluster is.
 * Upstream: sigs.k8s.io/kustomize/kyaml openapi/kubernetesapi. `tools/record/kustomize` prints these facts.
 */

/** Where lists of a type are merged: a field leads to another type, by the keys of the items where it is a list. */
export interface MergedType {
  /** `*` stands for every field without one of its own. */
  readonly [field: string]: MergedField;
}

/** A field that holds merged lists, or is one. A key `''` is that of lists of scalars. */
export interface MergedField {
  readonly type?: MergedType;
  readonly keys?: readonly string[];
}

const by = (...keys: string[]): MergedField => ({ keys });
const conditions = { type: { conditions: by('type') } };
const metadata: MergedField = { type: { finalizers: by(''), ownerReferences: by('uid') } };

const devices = { env: by('name'), volumeDevices: by('devicePath'), volumeMounts: by('mountPath') };
const container = { ...devices, ports: by('containerPort', 'protocol') };
const podSpec: MergedField = {
  type: {
    containers: { type: container, ...by('name') },
    ephemeralContainers: { type: devices, ...by('name') },
    hostAliases: by('ip'),
    imagePullSecrets: by('name'),
    initContainers: { type: container, ...by('name') },
    topologySpreadConstraints: by('topologyKey', 'whenUnsatisfiable'),
    volumes: {
      type: { ephemeral: { type: { volumeClaimTemplate: { type: { metadata } } } } },
      ...by('name'),
    },
  },
};
const template: MergedField = { type: { metadata, spec: podSpec } };
const workload: MergedType = { metadata, spec: { type: { template } }, status: conditions };
const jobTemplate: MergedField = { type: { metadata, spec: { type: { template } } } };
const cronJob: MergedType = { metadata, spec: { type: { jobTemplate } } };
const webhooks: MergedType = { metadata, webhooks: by('name') };
const csiNode: MergedType = { metadata, spec: { type: { drivers: by('name') } } };

/** The kinds that have more than metadata, by apiVersion and kind. */
const special: readonly (readonly [string, MergedType])[] = [
  ...['v1', 'v1beta1'].flatMap((version) =>
    ['Mutating', 'Validating'].map(
      (sort) => [`admissionregistration.k8s.io/${version} ${sort}WebhookConfiguration`, webhooks] as const,
    ),
  ),
  ...['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'].map((kind) => [`apps/v1 ${kind}`, workload] as const),
  ['batch/v1 Job', workload],
  ['batch/v1 CronJob', cronJob],
  ['batch/v1beta1 CronJob', cronJob],
  ['v1 ComponentStatus', { metadata, conditions: by('type') }],
  ['v1 Namespace', { metadata, status: conditions }],
  [
    'v1 Node',
    {
      metadata,
      spec: { type: { podCIDRs: by('') } },
      status: { type: { addresses: by('type'), conditions: by('type') } },
    },
  ],
  ['v1 PersistentVolumeClaim', { metadata, status: conditions }],
  ['v1 Pod', { metadata, spec: podSpec, status: { type: { conditions: by('type'), podIPs: by('ip') } } }],
  ['v1 PodTemplate', { metadata, template }],
  ['v1 ReplicationController', workload],
  ['v1 Service', { metadata, spec: { type: { ports: by('port', 'protocol') } }, status: conditions }],
  ['v1 ServiceAccount', { metadata, secrets: by('name') }],
  ['policy/v1 PodDisruptionBudget', { metadata, status: conditions }],
  ['policy/v1beta1 PodDisruptionBudget', { metadata, status: conditions }],
  ['storage.k8s.io/v1 CSINode', csiNode],
  ['storage.k8s.io/v1beta1 CSINode', csiNode],
  ['apiregistration.k8s.io/v1 APIService', { metadata, status: conditions }],
  ['apiregistration.k8s.io/v1beta1 APIService', { metadata, status: conditions }],
];

/** The kinds that have metadata and no other list that is merged, by apiVersion. */
const plain: Readonly<Record<string, string>> = {
  v1: 'Binding ConfigMap Endpoints Event LimitRange PersistentVolume ResourceQuota Secret',
  'apps/v1': 'ControllerRevision',
  'authentication.k8s.io/v1': 'TokenRequest TokenReview',
  'authentication.k8s.io/v1beta1': 'TokenReview',
  'authorization.k8s.io/v1':
    'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'authorization.k8s.io/v1beta1':
    'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'autoscaling/v1': 'HorizontalPodAutoscaler Scale',
  'autoscaling/v2beta1': 'HorizontalPodAutoscaler',
  'autoscaling/v2beta2': 'HorizontalPodAutoscaler',
  'certificates.k8s.io/v1': 'CertificateSigningRequest',
  'certificates.k8s.io/v1beta1': 'CertificateSigningRequest',
  'coordination.k8s.io/v1': 'Lease',
  'coordination.k8s.io/v1beta1': 'Lease',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'discovery.k8s.io/v1beta1': 'EndpointSlice',
  'events.k8s.io/v1': 'Event',
  'events.k8s.io/v1beta1': 'Event',
  'extensions/v1beta1': 'Ingress',
  'flowcontrol.apiserver.k8s.io/v1beta1': 'FlowSchema PriorityLevelConfiguration',
  'networking.k8s.io/v1': 'Ingress IngressClass NetworkPolicy',
  'networking.k8s.io/v1beta1': 'Ingress IngressClass',
  'node.k8s.io/v1': 'RuntimeClass',
  'node.k8s.io/v1beta1': 'RuntimeClass',
  'policy/v1beta1': 'Eviction PodSecurityPolicy',
  'rbac.authorization.k8s.io/v1': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  'rbac.authorization.k8s.io/v1beta1': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'scheduling.k8s.io/v1beta1': 'PriorityClass',
  'storage.k8s.io/v1': 'CSIDriver StorageClass VolumeAttachment',
  'storage.k8s.io/v1beta1': 'CSIDriver CSIStorageCapacity StorageClass VolumeAttachment',
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition',
  'apiextensions.k8s.io/v1beta1': 'CustomResourceDefinition',
};

const kindsOf = (table: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(table).flatMap(([apiVersion, kinds]) => kinds.split(' ').map((kind) => `${apiVersion} ${kind}`));

const known: ReadonlyMap<string, MergedType> = new Map([
  ...kindsOf(plain).map((kind) => [kind, { metadata }] as const),
  ...special,
]);

/** The type of a kind, by apiVersion and kind; undefined for one that kustomize does not know. */
export function mergedTypeOf(apiVersion: string, kind: string): MergedType | undefined {
  return known.get(`${apiVersion} ${kind}`);
}

/** Whether kustomize has decided of a kind whether it belongs to a namespace. Upstream: kyaml openapi.go precomputedIsNamespaceScoped. */
export function isScopeKnown(apiVersion: string, kind: string): boolean {
  if (/^(?:Binding|Eviction|Token\w+|\w+Review)$/.test(kind)) return false;
  const isOptions =
    apiVersion === 'v1' && /^(?:NodeProxy|ServiceProxy|Pod(?:Attach|Exec|PortForward|Proxy))Options$/.test(kind);
  return isOptions || known.has(`${apiVersion} ${kind}`);
}

/** The kinds that belong to no namespace, by apiVersion and kind; what is not here may belong to one. */
export const clusterKinds: ReadonlySet<string> = new Set(
  kindsOf({
    v1: 'ComponentStatus Namespace Node NodeProxyOptions PersistentVolume',
    ...bothVersions('admissionregistration.k8s.io', 'MutatingWebhookConfiguration ValidatingWebhookConfiguration'),
    ...bothVersions('apiextensions.k8s.io', 'CustomResourceDefinition'),
    ...bothVersions('apiregistration.k8s.io', 'APIService'),
    ...bothVersions('certificates.k8s.io', 'CertificateSigningRequest'),
    'flowcontrol.apiserver.k8s.io/v1beta1': 'FlowSchema PriorityLevelConfiguration',
    ...bothVersions('networking.k8s.io', 'IngressClass'),
    ...bothVersions('node.k8s.io', 'RuntimeClass'),
    'policy/v1beta1': 'PodSecurityPolicy',
    ...bothVersions('rbac.authorization.k8s.io', 'ClusterRole ClusterRoleBinding'),
    ...bothVersions('scheduling.k8s.io', 'PriorityClass'),
    ...bothVersions('storage.k8s.io', 'CSIDriver CSINode StorageClass VolumeAttachment'),
  }),
);

function bothVersions(group: string, kinds: string): Readonly<Record<string, string>> {
  return { [`${group}/v1`]: kinds, [`${group}/v1beta1`]: kinds };
}
