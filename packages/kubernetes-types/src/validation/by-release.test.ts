import { catalogOf, emptyCluster, serve } from '@managed-fields/api-server/whole';
import { isMap, mapAt, mapFromPlain, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';
import { type PlayedVersion, patchReleases } from '../index.ts';

/** What a release answers to requests, one after the other: codes with messages, and the object at the end. */
async function answersOf(version: PlayedVersion, ...sent: readonly (readonly ['POST' | 'PUT', string, object])[]) {
  let cluster = emptyCluster(await loadKubernetesTypes(version));
  let body: ValueMap = new Map();
  const said: string[] = [];
  for (const [method, path, object] of sent) {
    const value = mapFromPlain(object);
    const request = {
      ...{ method, path, query: new Map(), contentType: 'application/json' },
      body: { kind: 'value', value, duplicates: [] } as const,
    };
    const served = serve(cluster, request, '2026-01-01T00:00:00Z');
    cluster = served.cluster;
    if (isMap(served.response.body)) body = served.response.body;
    said.push(served.response.code < 400 ? String(served.response.code) : (stringAt(body, 'message') ?? ''));
  }
  return { said, body };
}

const template = (nodeSelector: object) => ({
  metadata: { labels: { a: '1' } },
  spec: { restartPolicy: 'Never', nodeSelector, containers: [{ name: 'c', image: 'i' }] },
});
const job = (nodeSelector: object) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'a', namespace: 'n' },
  spec: { suspend: true, template: template(nodeSelector) },
});

test.each([
  ['v1.35', true],
  ['v1.36.0', false],
  ['v1.36.1', false],
  ['v1.36.2', true],
  ['v1.36', true],
] as const)('whether a suspended Job that never started may change its template in %s: %s', async (version, may) => {
  const { said, body } = await answersOf(version, ['POST', '/apis/batch/v1/namespaces/n/jobs', job({})]);
  const spec = mapAt(body, 'spec');
  const labels = mapAt(mapAt(mapAt(spec, 'template'), 'metadata'), 'labels');
  const changed = job({ b: '2' });
  const object = {
    ...changed,
    spec: {
      ...changed.spec,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': stringAt(mapAt(body, 'metadata'), 'uid') } },
      template: { ...changed.spec.template, metadata: { labels: Object.fromEntries(labels ?? []) } },
    },
  };
  const answers = await answersOf(
    version,
    ['POST', '/apis/batch/v1/namespaces/n/jobs', job({})],
    ['PUT', '/apis/batch/v1/namespaces/n/jobs/a', object],
  );
  expect(said).toEqual(['201']);
  expect(answers.said[1]?.includes('field is immutable')).toBe(!may);
});

test.each([
  ['v1.34', false],
  ['v1.35.0', true],
  ['v1.35.3', true],
  ['v1.35.4', false],
  ['v1.35', false],
  ['v1.36.5', false],
  ['v1.37', true],
] as const)('whether maxUnavailable of a StatefulSet stays in %s: %s', async (version, stays) => {
  const object = {
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'a' } },
    spec: {
      ...{ serviceName: 's', selector: { matchLabels: { a: '1' } } },
      template: { metadata: { labels: { a: '1' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
    },
  };
  const { said, body } = await answersOf(version, ['POST', '/apis/apps/v1/namespaces/n/statefulsets', object]);
  const update = mapAt(mapAt(mapAt(body, 'spec'), 'updateStrategy'), 'rollingUpdate');
  expect([said, update?.has('maxUnavailable') ?? false]).toEqual([['201'], stays]);
});

test.each([
  ['v1.36.2', 'spec.type: Unsupported value: "": supported values: "Exempt", "Limited"'],
  ['v1.36.3', 'spec.type: Required value'],
] as const)('an empty type of a priority level in %s', async (version, message) => {
  const object = {
    ...{ apiVersion: 'flowcontrol.apiserver.k8s.io/v1', kind: 'PriorityLevelConfiguration' },
    ...{ metadata: { name: 'a' }, spec: {} },
  };
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations';
  expect((await answersOf(version, ['POST', path, object])).said[0]).toContain(message);
});

test('every release has its kinds', async () => {
  for (const release of Object.keys(patchReleases) as PlayedVersion[]) {
    const catalog = catalogOf(emptyCluster(await loadKubernetesTypes(release)));
    expect([release, catalog.findKind('apps/v1', 'Deployment') !== undefined]).toEqual([release, true]);
  }
});
