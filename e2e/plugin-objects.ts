/** An entry of managedFields. */
function entry(manager: string, operation: 'Apply' | 'Update', fieldsV1: object, apiVersion = 'apps/v1') {
  return { manager, operation, apiVersion, time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1 };
}

const container = (more: object) => ({ 'f:containers': { 'k:{"name":"web"}': more } });

/** A Deployment that Argo CD, an autoscaler, somebody by hand and a controller wrote. */
export const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'prod',
    uid: 'd0a1',
    resourceVersion: '7',
    annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:prod/web' },
    managedFields: [
      entry('argocd-controller', 'Apply', {
        'f:metadata': { 'f:annotations': { 'f:argocd.argoproj.io/tracking-id': {} } },
        'f:spec': {
          'f:selector': {},
          'f:template': {
            'f:metadata': { 'f:labels': { 'f:app': {} } },
            'f:spec': container({ '.': {}, 'f:name': {}, 'f:resources': { 'f:limits': { 'f:memory': {} } } }),
          },
        },
      }),
      { ...entry('hpa', 'Update', { 'f:spec': { 'f:replicas': {} } }), subresource: 'scale' },
      entry('kubectl-edit', 'Update', { 'f:spec': { 'f:template': { 'f:spec': container({ 'f:image': {} }) } } }),
      { ...entry('kube-controller-manager', 'Update', { 'f:status': { 'f:replicas': {} } }), subresource: 'status' },
    ],
  },
  spec: {
    replicas: 5,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:2-hotfix', resources: { limits: { memory: '1Gi' } } }] },
    },
  },
  status: { replicas: 5 },
};

/** What Argo CD wants that Deployment to be. */
export const desired = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'prod',
    annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:prod/web' },
  },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1', resources: { limits: { memory: '1024Mi' } } }] },
    },
  },
};

/** An Application with sync options. */
export function application(syncOptions: readonly string[], more: object = {}) {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd', resourceVersion: '3' },
    spec: {
      destination: { server: 'https://kubernetes.default.svc', namespace: 'prod' },
      syncPolicy: { syncOptions },
      ...more,
    },
    status: { sync: { status: 'OutOfSync', revision: 'abc' }, resources: [] },
  };
}

/** Answers of Argo CD's API about one desired object. */
export function answersFor(target: {
  kind: string;
  apiVersion: string;
  metadata: { name: string; namespace?: string };
}) {
  const [version = '', group = ''] = target.apiVersion.split('/').toReversed();
  void version;
  const { name, namespace } = target.metadata;
  const item = { group, kind: target.kind, namespace, name, targetState: JSON.stringify(target), liveState: 'null' };
  return {
    'applications/shop/managed-resources': { items: [item] },
    'clusters/https%3A%2F%2Fkubernetes.default.svc': {
      server: 'https://kubernetes.default.svc',
      serverVersion: '1.36',
    },
  };
}

/** A Secret of which Headlamp gives everything. */
export const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'db',
    namespace: 'prod',
    uid: 'e1',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration':
        '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"db"},"stringData":{"password":"hunter2"}}',
    },
    managedFields: [
      entry('helm', 'Apply', { 'f:data': { 'f:password': {} } }, 'v1'),
      entry('kubectl-client-side-apply', 'Update', { 'f:data': { 'f:user': {} } }, 'v1'),
    ],
  },
  data: { password: 'aHVudGVyMg==', user: 'cGF1bGE=' },
};
