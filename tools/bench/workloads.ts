/** A JSON object as a workload writes it down. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An object and a configuration of it that two engines are timed on. */
export interface Workload {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The whole object, which the first manager applies or writes. */
  readonly object: Json;
  /** A changed part of it, which a second manager applies or an update writes. */
  readonly change: Json;
  /** The number of managers that share the object before the timed operation. */
  readonly managers: number;
  /** For workloads that grow: along which axis, and how far. */
  readonly growth?: { readonly axis: 'items' | 'managers'; readonly size: number };
}

const container = (index: number, image: string): Json => ({
  name: `c${index}`,
  image,
  args: ['--port', String(8000 + index)],
  env: Array.from({ length: 12 }, (_, i) => ({ name: `VARIABLE_${i}`, value: `value-${index}-${i}` })),
  ports: Array.from({ length: 3 }, (_, i) => ({
    name: `p${i}`,
    containerPort: 8000 + 10 * index + i,
    protocol: 'TCP',
  })),
  resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
  volumeMounts: Array.from({ length: 4 }, (_, i) => ({ name: `v${i}`, mountPath: `/mnt/${index}/${i}` })),
});

const podSpec = (image: string): Json => ({
  containers: [0, 1, 2].map((index) => container(index, image)),
  volumes: Array.from({ length: 4 }, (_, i) => ({ name: `v${i}`, configMap: { name: `config-${i}` } })),
  tolerations: [
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
  ],
});

const metadata = (name: string): Json => ({
  name,
  labels: { app: name, tier: 'backend', release: 'r1' },
  annotations: { 'example.com/owner': 'team', 'example.com/note': 'a few words that somebody wrote here' },
});

const pod: Workload = {
  name: 'Pod',
  apiVersion: 'v1',
  kind: 'Pod',
  object: { apiVersion: 'v1', kind: 'Pod', metadata: metadata('pod'), spec: podSpec('image:1') },
  change: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod', labels: { release: 'r1' } },
    spec: podSpec('image:1'),
  },
  managers: 1,
};

const deployment: Workload = {
  name: 'Deployment',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  object: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('api'),
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'api' } },
      template: { metadata: { labels: { app: 'api' } }, spec: podSpec('image:1') },
    },
  },
  change: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'api', labels: { app: 'api' } },
    spec: { replicas: 3, selector: { matchLabels: { app: 'api' } }, template: { spec: podSpec('image:1') } },
  },
  managers: 1,
};

const nodeStatus = (heartbeat: string): Json => ({
  conditions: Array.from({ length: 50 }, (_, i) => ({
    type: `Condition${i}`,
    status: 'True',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
    lastHeartbeatTime: heartbeat,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  })),
  images: Array.from({ length: 50 }, (_, i) => ({
    names: [`registry.example.com/team/image-${i}@sha256:${'0123456789abcdef'.repeat(4)}`, `image-${i}:v1`],
    sizeBytes: 10_000_000 + i,
  })),
  capacity: { cpu: '8', memory: '32Gi', pods: '110' },
  addresses: [
    { type: 'InternalIP', address: '10.0.0.1' },
    { type: 'Hostname', address: 'node' },
  ],
});

const node: Workload = {
  name: 'Node, 50 conditions and images',
  apiVersion: 'v1',
  kind: 'Node',
  object: { apiVersion: 'v1', kind: 'Node', metadata: metadata('node'), status: nodeStatus('2026-01-01T00:00:00Z') },
  change: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node' }, status: nodeStatus('2026-01-01T00:00:00Z') },
  managers: 1,
};

/** A custom resource with one map list of so many items; each item has a nested map and a set. */
function mapList(name: string, items: number, managers: number, growth?: Workload['growth']): Workload {
  const item = (i: number, value: string): Json => ({
    name: `item-${String(i).padStart(6, '0')}`,
    value,
    labels: { a: 'x', b: 'y' },
    tags: ['one', 'two'],
  });
  const object = (count: number, value: string): Json => ({
    apiVersion: 'example.com/v1',
    kind: 'Table',
    metadata: { name: 'table' },
    spec: { rows: Array.from({ length: count }, (_, i) => item(i, value)) },
  });
  return {
    name,
    apiVersion: 'example.com/v1',
    kind: 'Table',
    object: object(items, 'v'),
    change: object(items, 'v'),
    managers,
    ...(growth === undefined ? {} : { growth }),
  };
}

/** Everything that `pnpm bench` times. */
export const workloads: readonly Workload[] = [
  pod,
  node,
  deployment,
  mapList('custom resource, 300 KB', 2500, 1),
  mapList('map list, 1,000 items', 1000, 1, { axis: 'items', size: 1000 }),
  mapList('map list, 10,000 items', 10_000, 1, { axis: 'items', size: 10_000 }),
  mapList('100 items, 1 manager', 100, 1, { axis: 'managers', size: 1 }),
  mapList('100 items, 1,000 managers', 100, 1000, { axis: 'managers', size: 1000 }),
];
