import type { Followed } from '@managed-fields/live-cluster';

/** A Deployment that is followed. */
export const followedDeployment: Followed = {
  object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'prod', name: 'web' },
  path: '/apis/apps/v1/namespaces/prod/deployments',
};

/** The answer of a list without objects. */
export const emptyList =
  '{"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{"resourceVersion":"1"},"items":[]}';

/**
 * A version of the Deployment as a line of a watch, as six a second come: an autoscaler and a tool fight for the replicas
 * while a controller writes status. `padding` makes it larger: so many annotations of a hundred letters.
 */
export function watchedLine(number: number, padding = 0): string {
  const scaler = number % 12 < 6;
  const replicas = scaler ? 5 + (number % 3) : 3;
  const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 6) * 1000).toISOString().replace('.000Z', 'Z');
  const heldBy = scaler ? 'kube-controller-manager' : 'argocd-controller';
  const extra = Array.from({ length: padding }, (_, index) => `example.com/n${index}`);
  const own = { 'f:replicas': {} };
  const entry = (manager: string, operation: string, fields: object, more: object = {}) => ({
    manager,
    operation,
    apiVersion: 'apps/v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...more,
  });
  const metadata = {
    name: 'web',
    namespace: 'prod',
    uid: '0b0c',
    resourceVersion: String(number + 100),
    generation: number,
    annotations: Object.fromEntries(extra.map((name) => [name, `${'v'.repeat(100)}${name}`])),
    managedFields: [
      entry('kubectl', 'Apply', {
        'f:metadata': { 'f:annotations': Object.fromEntries(extra.map((name) => [`f:${name}`, {}])) },
        'f:spec': {
          'f:selector': {},
          'f:template': { 'f:metadata': { 'f:labels': { 'f:app': {} } }, 'f:spec': containers },
        },
      }),
      entry(heldBy, scaler ? 'Update' : 'Apply', { 'f:spec': own }, scaler ? { subresource: 'scale' } : {}),
      entry(
        'status-controller',
        'Update',
        { 'f:status': { 'f:replicas': {}, 'f:observedGeneration': {} } },
        { subresource: 'status' },
      ),
    ],
  };
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } };
  const spec = { replicas, selector: { matchLabels: { app: 'web' } }, template };
  const status = { replicas, observedGeneration: number };
  return JSON.stringify({
    type: 'MODIFIED',
    object: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, status },
  });
}

const containers = { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} } } };
