/** A value as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A change of a manifest: at a path, a new value; undefined takes the field away. */
export interface Edit {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** A kind whose manifests are made: how it is written first, what releases change, and what others write. */
export interface MadeKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly manifest: { readonly [key: string]: Json };
  /** What later releases change, take away or add. */
  readonly edits: readonly Edit[];
  /** What people and controllers write by merge patch, each under its manager. */
  readonly others: readonly {
    readonly manager: string;
    readonly subresource?: 'status' | 'scale';
    readonly patch: Json;
  }[];
  /** What the server refuses. */
  readonly wrong: readonly Edit[];
}

const image = (tag: string) => `registry.example.com/team/web:${tag}`;
const container = {
  name: 'web',
  image: image('1.0'),
  ports: [{ name: 'http', containerPort: 8080 }],
  env: [
    { name: 'LOG_LEVEL', value: 'info' },
    { name: 'REGION', value: 'eu' },
  ],
  resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
};
const pod = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
const inPod = ['spec', 'template', 'spec'] as const;
const inContainer = [...inPod, 'containers', 0] as const;

const podEdits: readonly Edit[] = [
  { path: [...inContainer, 'image'], value: image('1.1') },
  { path: [...inContainer, 'env', 0, 'value'], value: 'debug' },
  { path: [...inContainer, 'env', 1], value: undefined },
  { path: [...inContainer, 'resources', 'limits'], value: undefined },
  { path: [...inContainer, 'imagePullPolicy'], value: 'Always' },
  { path: [...inContainer, 'readinessProbe'], value: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 5 } },
  { path: ['metadata', 'annotations'], value: { 'example.com/team': 'front' } },
  { path: ['spec', 'template', 'metadata', 'annotations'], value: { 'checksum/config': 'b' } },
];

const podOthers = [
  {
    manager: 'kubectl-rollout',
    patch: {
      spec: {
        template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' } } },
      },
    },
  },
  { manager: 'kubectl-label', patch: { metadata: { labels: { tier: 'front', app: 'web' } } } },
  { manager: 'kubectl-annotate', patch: { metadata: { annotations: { 'example.com/team': 'back' } } } },
] as const;

const workload = (kind: string, spec: { readonly [key: string]: Json }) => ({
  apiVersion: 'apps/v1',
  kind,
  plural: `${kind.toLowerCase()}s`,
  manifest: {
    metadata: { labels: { app: 'web' } },
    spec: { selector: { matchLabels: { app: 'web' } }, template: pod, ...spec },
  },
});

const wrongPod: readonly Edit[] = [
  { path: [...inContainer, 'ports', 0, 'containerPort'], value: 70000 },
  { path: ['spec', 'selector', 'matchLabels', 'app'], value: 'other' },
  { path: [...inContainer, 'imagePullPolicy'], value: 'Sometimes' },
  { path: [...inContainer, 'nope'], value: 1 },
];

/** The kinds that releases are made of. */
export const madeKinds: readonly MadeKind[] = [
  {
    ...workload('Deployment', { replicas: 2 }),
    edits: [...podEdits, { path: ['spec', 'replicas'], value: 3 }, { path: ['spec', 'replicas'], value: undefined }],
    others: [
      ...podOthers,
      { manager: 'kube-controller-manager', subresource: 'scale', patch: { spec: { replicas: 7 } } },
    ],
    wrong: wrongPod,
  },
  {
    ...workload('StatefulSet', { serviceName: 'web', replicas: 1 }),
    edits: [...podEdits.slice(0, 6), { path: ['spec', 'replicas'], value: 2 }],
    others: [...podOthers, { manager: 'keda', subresource: 'scale', patch: { spec: { replicas: 4 } } }],
    wrong: [...wrongPod.slice(0, 3), { path: ['spec', 'serviceName'], value: 'other' }],
  },
  {
    ...workload('DaemonSet', {}),
    edits: [...podEdits, { path: ['spec', 'updateStrategy'], value: { type: 'OnDelete' } }],
    others: podOthers,
    wrong: wrongPod,
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    plural: 'services',
    manifest: {
      metadata: { labels: { app: 'web' } },
      spec: {
        selector: { app: 'web' },
        ports: [
          { name: 'http', port: 80, targetPort: 'http' },
          { name: 'metrics', port: 9090 },
        ],
      },
    },
    edits: [
      { path: ['spec', 'ports', 0, 'targetPort'], value: 8080 },
      { path: ['spec', 'ports', 1], value: undefined },
      { path: ['spec', 'selector', 'track'], value: 'stable' },
      { path: ['spec', 'sessionAffinity'], value: 'ClientIP' },
      { path: ['metadata', 'labels', 'app'], value: 'web2' },
    ],
    others: [
      { manager: 'kubectl-edit', patch: { spec: { selector: { track: 'canary' } } } },
      {
        manager: 'cloud-controller',
        subresource: 'status',
        patch: { status: { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } } },
      },
      { manager: 'kubectl-label', patch: { metadata: { labels: { app: 'web3', tier: 'x' } } } },
    ],
    wrong: [
      { path: ['spec', 'ports', 0, 'port'], value: 0 },
      { path: ['spec', 'type'], value: 'Loadbalancer' },
      { path: ['spec', 'ports', 1, 'name'], value: 'http' },
    ],
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    manifest: { metadata: { labels: { app: 'web' } }, data: { 'app.conf': 'a = 1\nb = 2\n', level: 'info' } },
    edits: [
      { path: ['data', 'level'], value: 'debug' },
      { path: ['data', 'level'], value: undefined },
      { path: ['data', 'app.conf'], value: 'a = 2\nb = 2\n' },
      { path: ['data', 'more'], value: 'x' },
      { path: ['metadata', 'labels'], value: undefined },
    ],
    others: [
      { manager: 'kubectl-edit', patch: { data: { level: 'warn' } } },
      { manager: 'reloader', patch: { data: { more: 'y' } } },
      { manager: 'kubectl-label', patch: { metadata: { labels: { app: 'web', team: 'a' } } } },
    ],
    wrong: [
      { path: ['data', 'bad key'], value: 'x' },
      { path: ['data', 'level'], value: 7 },
      { path: ['metadata', 'labels', 'bad label!'], value: 'x' },
    ],
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    plural: 'ingresses',
    manifest: {
      spec: {
        ingressClassName: 'nginx',
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
    edits: [
      { path: ['spec', 'rules', 0, 'host'], value: 'b.example.com' },
      { path: ['spec', 'ingressClassName'], value: undefined },
      { path: ['spec', 'tls'], value: [{ hosts: ['a.example.com'], secretName: 'tls' }] },
      { path: ['metadata', 'annotations'], value: { 'example.com/size': '8m' } },
    ],
    others: [
      { manager: 'kubectl-edit', patch: { spec: { ingressClassName: 'traefik' } } },
      { manager: 'cert-manager', patch: { metadata: { annotations: { 'example.com/size': '1m' } } } },
      {
        manager: 'nginx-ingress',
        subresource: 'status',
        patch: { status: { loadBalancer: { ingress: [{ ip: '192.0.2.7' }] } } },
      },
    ],
    wrong: [
      { path: ['spec', 'rules', 0, 'http', 'paths', 0, 'pathType'], value: 'Some' },
      { path: ['spec', 'rules', 0, 'host'], value: 'A_b' },
    ],
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    plural: 'horizontalpodautoscalers',
    manifest: {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
        ],
      },
    },
    edits: [
      { path: ['spec', 'maxReplicas'], value: 9 },
      { path: ['spec', 'minReplicas'], value: undefined },
      { path: ['spec', 'metrics', 0, 'resource', 'target', 'averageUtilization'], value: 60 },
      { path: ['spec', 'behavior'], value: { scaleDown: { stabilizationWindowSeconds: 60 } } },
    ],
    others: [
      { manager: 'kubectl-edit', patch: { spec: { maxReplicas: 7 } } },
      { manager: 'kubectl-patch', patch: { spec: { minReplicas: 3 } } },
    ],
    wrong: [
      { path: ['spec', 'maxReplicas'], value: 1 },
      { path: ['spec', 'scaleTargetRef', 'kind'], value: undefined },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    plural: 'roles',
    manifest: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] },
    edits: [
      { path: ['rules', 0, 'verbs'], value: ['get', 'list', 'watch'] },
      { path: ['metadata', 'labels'], value: { app: 'web' } },
    ],
    others: [
      {
        manager: 'kubectl-edit',
        patch: { rules: [{ apiGroups: [''], resources: ['pods', 'services'], verbs: ['get'] }] },
      },
      { manager: 'kubectl-label', patch: { metadata: { labels: { app: 'other' } } } },
    ],
    wrong: [{ path: ['rules', 0, 'verbs'], value: [] }],
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    plural: 'networkpolicies',
    manifest: {
      spec: {
        podSelector: { matchLabels: { app: 'web' } },
        policyTypes: ['Ingress'],
        ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }],
      },
    },
    edits: [
      { path: ['spec', 'ingress', 0, 'ports'], value: [{ port: 443 }] },
      { path: ['spec', 'policyTypes'], value: ['Ingress', 'Egress'] },
      { path: ['spec', 'ingress'], value: undefined },
    ],
    others: [
      { manager: 'kubectl-edit', patch: { spec: { ingress: [{ ports: [{ port: 8080 }] }] } } },
      { manager: 'kubectl-annotate', patch: { metadata: { annotations: { note: 'x' } } } },
    ],
    wrong: [{ path: ['spec', 'policyTypes'], value: ['In'] }],
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    manifest: { spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } },
    edits: [
      { path: ['spec', 'minAvailable'], value: '50%' },
      { path: ['spec', 'selector', 'matchLabels', 'app'], value: 'web2' },
      { path: ['spec', 'unhealthyPodEvictionPolicy'], value: 'AlwaysAllow' },
    ],
    others: [
      { manager: 'kubectl-patch', patch: { spec: { minAvailable: 2 } } },
      { manager: 'kubectl-label', patch: { metadata: { labels: { a: 'b' } } } },
    ],
    wrong: [
      { path: ['spec', 'maxUnavailable'], value: 1 },
      { path: ['spec', 'minAvailable'], value: -1 },
    ],
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    plural: 'cronjobs',
    manifest: {
      spec: {
        schedule: '0 3 * * *',
        jobTemplate: {
          spec: {
            template: {
              spec: { restartPolicy: 'OnFailure', containers: [{ name: 'job', image: image('1.0'), args: ['clean'] }] },
            },
          },
        },
      },
    },
    edits: [
      { path: ['spec', 'schedule'], value: '0 4 * * *' },
      { path: ['spec', 'jobTemplate', 'spec', 'template', 'spec', 'containers', 0, 'image'], value: image('1.1') },
      { path: ['spec', 'concurrencyPolicy'], value: 'Forbid' },
      { path: ['spec', 'suspend'], value: false },
    ],
    others: [
      { manager: 'kubectl-patch', patch: { spec: { suspend: true } } },
      { manager: 'kubectl-edit', patch: { spec: { schedule: '*/5 * * * *' } } },
    ],
    wrong: [
      { path: ['spec', 'schedule'], value: 'often' },
      { path: ['spec', 'jobTemplate', 'spec', 'template', 'spec', 'restartPolicy'], value: 'Always' },
    ],
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    plural: 'secrets',
    manifest: { type: 'Opaque', stringData: { token: 'abc', user: 'web' } },
    edits: [
      { path: ['stringData', 'token'], value: 'def' },
      { path: ['stringData', 'user'], value: undefined },
      { path: ['data'], value: { more: 'eA==' } },
    ],
    others: [
      { manager: 'rotator', patch: { stringData: { token: 'rotated' } } },
      { manager: 'kubectl-edit', patch: { data: { more: 'eQ==' } } },
    ],
    wrong: [
      { path: ['type'], value: 'kubernetes.io/tls' },
      { path: ['data'], value: { more: 'not base64' } },
    ],
  },
];
