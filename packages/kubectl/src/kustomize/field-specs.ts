import type { FieldSpec } from './field-spec.ts';

// Which fields kustomize changes by itself. Upstream: kustomize api/internal/konfig/builtinpluginconsts.

const at = (path: string, spec: Omit<FieldSpec, 'path'> = {}): FieldSpec => ({ path, ...spec });
const made = (path: string, spec: Omit<FieldSpec, 'path'> = {}): FieldSpec => ({ path, create: true, ...spec });

/** Where each workload has its template, with the kinds that are named by group or version. */
function templates(field: string, groupOf: 'apps' | undefined): readonly FieldSpec[] {
  const set = groupOf === undefined ? {} : { group: groupOf };
  return [
    made(`spec/template/metadata/${field}`, { version: 'v1', kind: 'ReplicationController' }),
    ...['Deployment', 'ReplicaSet', 'DaemonSet'].map((kind) => made(`spec/template/metadata/${field}`, { kind })),
    made(`spec/template/metadata/${field}`, { ...set, kind: 'StatefulSet' }),
    made(`spec/template/metadata/${field}`, { group: 'batch', kind: 'Job' }),
    made(`spec/jobTemplate/metadata/${field}`, { group: 'batch', kind: 'CronJob' }),
    made(`spec/jobTemplate/spec/template/metadata/${field}`, { group: 'batch', kind: 'CronJob' }),
  ];
}

/** Labels of a resource and of its templates. */
export const templateLabels: readonly FieldSpec[] = [
  made('metadata/labels'),
  ...templates('labels', 'apps'),
  made('spec/volumeClaimTemplates[]/metadata/labels', { group: 'apps', kind: 'StatefulSet' }),
];

const affinities = ['podAffinity', 'podAntiAffinity'].flatMap((affinity) => [
  `affinity/${affinity}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm`,
  `affinity/${affinity}/requiredDuringSchedulingIgnoredDuringExecution`,
]);
const selecting = [...affinities, 'topologySpreadConstraints'].map(
  (place) => `spec/template/spec/${place}/labelSelector/matchLabels`,
);

const selectingIn = (kind: string) => selecting.map((path) => at(path, { group: 'apps', kind }));

/** Labels of a resource, of its templates, and of what selects by them. */
export const commonLabels: readonly FieldSpec[] = [
  made('spec/selector', { version: 'v1', kind: 'Service' }),
  made('spec/selector', { version: 'v1', kind: 'ReplicationController' }),
  made('spec/selector/matchLabels', { kind: 'Deployment' }),
  ...selectingIn('Deployment'),
  ...['ReplicaSet', 'DaemonSet'].map((kind) => made('spec/selector/matchLabels', { kind })),
  made('spec/selector/matchLabels', { group: 'apps', kind: 'StatefulSet' }),
  ...selectingIn('StatefulSet'),
  at('spec/selector/matchLabels', { group: 'batch', kind: 'Job' }),
  at('spec/jobTemplate/spec/selector/matchLabels', { group: 'batch', kind: 'CronJob' }),
  at('spec/selector/matchLabels', { group: 'policy', kind: 'PodDisruptionBudget' }),
  ...['podSelector', 'ingress/from/podSelector', 'egress/to/podSelector'].map((place) =>
    at(`spec/${place}/matchLabels`, { group: 'networking.k8s.io', kind: 'NetworkPolicy' }),
  ),
  ...templateLabels,
];

/** Annotations of a resource and of its templates. */
export const commonAnnotations: readonly FieldSpec[] = [
  made('metadata/annotations'),
  ...templates('annotations', undefined),
];

/** Namespaces beside that of the resource itself. */
export const namespaces: readonly FieldSpec[] = [
  made('metadata/name', { kind: 'Namespace' }),
  made('spec/service/namespace', { group: 'apiregistration.k8s.io', kind: 'APIService' }),
  at('spec/conversion/webhook/clientConfig/service/namespace', {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
  }),
];

/** Images, wherever lists named `containers` and `initContainers` do not hold them already. */
export const images: readonly FieldSpec[] = ['spec', 'spec/template/spec'].flatMap((spec) => [
  made(`${spec}/containers[]/image`),
  made(`${spec}/initContainers[]/image`),
  made(`${spec}/volumes[]/image/reference`),
]);

/** Numbers of replicas, in the order in which an error names them. */
export const replicas: readonly FieldSpec[] = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'].map(
  (kind) => made('spec/replicas', { kind }),
);

const inVariableContainers = ['containers', 'initContainers'].flatMap((list) =>
  ['args', 'command', 'env/value', 'volumeMounts/mountPath'].map((field) => `${list}/${field}`),
);
/** Where variables are named in Pods and templates: below the path of a Pod's spec, and at a server of files. */
const variablesIn = (kind: string, spec: string, server: string): readonly FieldSpec[] => [
  ...inVariableContainers.map((path) => at(`${spec}/${path}`, { kind })),
  at(server, { kind }),
];
const serverInVolumes = 'spec/template/spec/volumes/nfs/server';

/** Fields in which variables are named. */
export const varReferences: readonly FieldSpec[] = [
  at('metadata/labels'),
  at('metadata/annotations'),
  ...variablesIn('CronJob', 'spec/jobTemplate/spec/template/spec', 'spec/jobTemplate/spec/template/volumes/nfs/server'),
  ...['DaemonSet', 'Deployment', 'Job', 'ReplicaSet'].flatMap((kind) =>
    variablesIn(kind, 'spec/template/spec', serverInVolumes),
  ),
  at('spec/template/metadata/annotations', { kind: 'Deployment' }),
  ...['rules/host', 'tls/hosts', 'tls/secretName'].map((path) => at(`spec/${path}`, { kind: 'Ingress' })),
  ...variablesIn('Pod', 'spec', 'spec/volumes/nfs/server'),
  ...['port', 'targetPort'].map((port) => at(`spec/ports/${port}`, { kind: 'Service' })),
  ...variablesIn('StatefulSet', 'spec/template/spec', 'spec/volumeClaimTemplates/spec/nfs/server'),
  at('spec/nfs/server', { kind: 'PersistentVolume' }),
];

/** Fields that name a resource of some kind. */
export interface NameReference {
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly referrers: readonly FieldSpec[];
}

const podSpecs: readonly (readonly [kind: string, spec: string, version?: string])[] = [
  ['Pod', 'spec', 'v1'],
  ['PodTemplate', 'template/spec'],
  ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job'].map(
    (kind) => [kind, 'spec/template/spec'] as const,
  ),
  ['CronJob', 'spec/jobTemplate/spec/template/spec'],
];

/** A path in each Pod and template. */
function inPods(path: string): readonly FieldSpec[] {
  return podSpecs.map(([kind, spec, version]) => at(`${spec}/${path}`, { kind, ...(version ? { version } : {}) }));
}

/** A path in the Pods and templates of the kinds that kustomize looks into for accounts, claims and priorities. */
function inWorkloads(path: string): readonly FieldSpec[] {
  return [
    at(`spec/${path}`, { kind: 'Pod' }),
    ...['StatefulSet', 'Deployment', 'ReplicationController', 'Job', 'DaemonSet'].map((kind) =>
      at(`spec/template/spec/${path}`, { kind }),
    ),
    at(`spec/jobTemplate/spec/template/spec/${path}`, { kind: 'CronJob' }),
  ];
}

const inContainers = (path: string) => ['containers', 'initContainers'].flatMap((list) => inPods(`${list}/${path}`));
const inRules = (...kinds: string[]) => kinds.map((kind) => at('rules/resourceNames', { kind }));
const inAnnotation = (name: string) => at(`metadata/annotations/${name}`, { kind: 'Ingress' });
const rbac = 'rbac.authorization.k8s.io';
const roleRef = (kind: string) => at('roleRef/name', { kind, group: rbac });

/** Which fields name resources, so that they follow a new name. */
export const nameReferences: readonly NameReference[] = [
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map(
    (kind): NameReference => ({
      kind,
      referrers: [at('spec/scaleTargetRef/name', { kind: 'HorizontalPodAutoscaler' })],
    }),
  ),
  {
    kind: 'ConfigMap',
    version: 'v1',
    referrers: [
      ...inPods('volumes/configMap/name'),
      ...inContainers('env/valueFrom/configMapKeyRef/name'),
      ...inContainers('envFrom/configMapRef/name'),
      ...inPods('volumes/projected/sources/configMap/name'),
      at('spec/configSource/configMap', { kind: 'Node' }),
      ...inRules('Role', 'ClusterRole'),
      inAnnotation('nginx.ingress.kubernetes.io\\/fastcgi-params-configmap'),
    ],
  },
  {
    kind: 'Secret',
    version: 'v1',
    referrers: [
      ...inPods('volumes/secret/secretName'),
      ...inContainers('env/valueFrom/secretKeyRef/name'),
      ...inContainers('envFrom/secretRef/name'),
      ...inPods('imagePullSecrets/name'),
      ...inPods('volumes/projected/sources/secret/name'),
      at('spec/tls/secretName', { kind: 'Ingress' }),
      inAnnotation('ingress.kubernetes.io\\/auth-secret'),
      inAnnotation('nginx.ingress.kubernetes.io\\/auth-secret'),
      inAnnotation('nginx.ingress.kubernetes.io\\/auth-tls-secret'),
      at('imagePullSecrets/name', { kind: 'ServiceAccount' }),
      ...['secretName', 'adminSecretName', 'userSecretName', 'secretRef'].map((name) =>
        at(`parameters/${name}`, { kind: 'StorageClass' }),
      ),
      ...inRules('Role', 'ClusterRole'),
      at('spec/template/spec/containers/env/valueFrom/secretKeyRef/name', {
        kind: 'Service',
        group: 'serving.knative.dev',
        version: 'v1',
      }),
      at('spec/azureFile/secretName', { kind: 'PersistentVolume' }),
    ],
  },
  {
    kind: 'Service',
    version: 'v1',
    referrers: [
      at('spec/serviceName', { kind: 'StatefulSet', group: 'apps' }),
      ...[
        'rules/http/paths/backend/serviceName',
        'backend/serviceName',
        'rules/http/paths/backend/service/name',
        'defaultBackend/service/name',
      ].map((path) => at(`spec/${path}`, { kind: 'Ingress' })),
      at('spec/service/name', { kind: 'APIService', group: 'apiregistration.k8s.io' }),
      ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].map((kind) =>
        at('webhooks/clientConfig/service', { kind, group: 'admissionregistration.k8s.io' }),
      ),
    ],
  },
  { kind: 'Role', group: rbac, referrers: [roleRef('RoleBinding')] },
  { kind: 'ClusterRole', group: rbac, referrers: [roleRef('RoleBinding'), roleRef('ClusterRoleBinding')] },
  {
    kind: 'ServiceAccount',
    version: 'v1',
    referrers: [
      ...['RoleBinding', 'ClusterRoleBinding'].map((kind) => at('subjects', { kind, group: rbac })),
      ...inWorkloads('serviceAccountName'),
    ],
  },
  {
    kind: 'PersistentVolumeClaim',
    version: 'v1',
    referrers: inWorkloads('volumes/persistentVolumeClaim/claimName'),
  },
  {
    kind: 'PersistentVolume',
    version: 'v1',
    referrers: [at('spec/volumeName', { kind: 'PersistentVolumeClaim' }), ...inRules('ClusterRole')],
  },
  {
    kind: 'StorageClass',
    version: 'v1',
    group: 'storage.k8s.io',
    referrers: [
      at('spec/storageClassName', { kind: 'PersistentVolume' }),
      at('spec/storageClassName', { kind: 'PersistentVolumeClaim' }),
      at('spec/volumeClaimTemplates/spec/storageClassName', { kind: 'StatefulSet' }),
    ],
  },
  {
    kind: 'PriorityClass',
    version: 'v1',
    group: 'scheduling.k8s.io',
    referrers: inWorkloads('priorityClassName'),
  },
  {
    kind: 'ValidatingAdmissionPolicy',
    group: 'admissionregistration.k8s.io',
    referrers: [
      at('spec/policyName', { kind: 'ValidatingAdmissionPolicyBinding', group: 'admissionregistration.k8s.io' }),
    ],
  },
];
