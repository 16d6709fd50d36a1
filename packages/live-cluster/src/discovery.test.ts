import { describe, expect, test } from 'vitest';
import { readDiscovery, readResourceList, resourcePath } from './discovery.ts';
import { readTypedObject, resourcesNamed } from './object-name.ts';

const version = (name: string, ...resources: object[]) => ({ version: name, resources, freshness: 'Current' });
const resource = (plural: string, kind: string, more: object = {}) => ({
  resource: plural,
  responseKind: { group: '', version: '', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs: ['get', 'list'],
  ...more,
});
const aggregated = (...items: object[]) => JSON.stringify({ kind: 'APIGroupDiscoveryList', items });

const answer = aggregated(
  {
    metadata: { name: 'apps' },
    versions: [
      version(
        'v1',
        resource('deployments', 'Deployment', { shortNames: ['deploy'], subresources: [{ subresource: 'scale' }] }),
      ),
    ],
  },
  {
    metadata: { name: 'autoscaling' },
    versions: [
      version('v2', resource('horizontalpodautoscalers', 'HorizontalPodAutoscaler', { shortNames: ['hpa'] })),
      version('v1', resource('horizontalpodautoscalers', 'HorizontalPodAutoscaler', { shortNames: ['hpa'] })),
    ],
  },
  { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1beta1', freshness: 'Stale', resources: [] }] },
  { metadata: { name: 'example.com' }, versions: [version('v1', resource('deploys', 'Deploy', { scope: 'Cluster' }))] },
);

const resourcesOf = (text: string) => {
  const read = readDiscovery(text);
  return read.kind === 'read' && read.value.kind === 'resources' ? read.value.resources : [];
};

describe('aggregated discovery', () => {
  test('has all resources, the first version of a group preferred', () => {
    expect(
      resourcesOf(answer).map(({ group, version: at, plural, preferred }) => [group, at, plural, preferred]),
    ).toEqual([
      ['apps', 'v1', 'deployments', true],
      ['autoscaling', 'v2', 'horizontalpodautoscalers', true],
      ['autoscaling', 'v1', 'horizontalpodautoscalers', false],
      ['example.com', 'v1', 'deploys', true],
    ]);
    expect(resourcesOf(answer)[0]).toMatchObject({ subresources: ['scale'], shortNames: ['deploy'], namespaced: true });
  });

  test('names the groups whose server did not answer', () => {
    expect(readDiscovery(answer)).toMatchObject({ value: { stale: ['metrics.k8s.io/v1beta1'] } });
  });

  test.each(['../secrets', 'a/b', 'A', '', '__proto__', 'a%2Fb', 'a b'])(
    'leaves out a resource called %j',
    (plural) => {
      expect(
        resourcesOf(aggregated({ metadata: { name: 'apps' }, versions: [version('v1', resource(plural, 'Kind'))] })),
      ).toEqual([]);
    },
  );

  test.each([
    '',
    '[]',
    'null',
    '<html>',
    '{"kind":"Status"}',
    '{"kind":"__proto__"}',
    '{"__proto__":{"kind":"APIVersions"}}',
  ])('%j is no discovery', (text) => expect(readDiscovery(text).kind).toBe('unread'));
});

describe('discovery of older servers', () => {
  test('names groups and versions first', () => {
    const groups = [
      {
        name: 'autoscaling',
        versions: [
          { groupVersion: 'autoscaling/v1', version: 'v1' },
          { groupVersion: 'autoscaling/v2', version: 'v2' },
        ],
        preferredVersion: { groupVersion: 'autoscaling/v2', version: 'v2' },
      },
    ];
    expect(readDiscovery(JSON.stringify({ kind: 'APIGroupList', groups }))).toEqual({
      kind: 'read',
      value: {
        kind: 'groups',
        groups: [
          { group: 'autoscaling', version: 'v1', preferred: false },
          { group: 'autoscaling', version: 'v2', preferred: true },
        ],
      },
    });
    expect(readDiscovery('{"kind":"APIVersions","versions":["v1"]}')).toMatchObject({
      value: { groups: [{ group: '', version: 'v1', preferred: true }] },
    });
  });

  test('then their resources, with the subresources of each', () => {
    const resources = [
      { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['get'], shortNames: ['po'] },
      { name: 'pods/status', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
      { name: 'pods/exec', namespaced: true, kind: 'PodExecOptions', verbs: ['create'] },
    ];
    const read = readResourceList(JSON.stringify({ kind: 'APIResourceList', resources }), {
      group: '',
      version: 'v1',
      preferred: true,
    });
    expect(read).toMatchObject({
      value: [{ plural: 'pods', kind: 'Pod', subresources: ['status', 'exec'], namespaced: true }],
    });
  });
});

test('the path of an object names its group, version and namespace', () => {
  const [deployments, , , deploys] = resourcesOf(answer);
  if (deployments === undefined || deploys === undefined) throw new Error('not read');
  expect(resourcePath(deployments, 'prod', 'web')).toBe('/apis/apps/v1/namespaces/prod/deployments/web');
  expect(resourcePath(deployments, '')).toBe('/apis/apps/v1/deployments');
  expect(resourcePath(deploys, 'prod', 'a/b')).toBe('/apis/example.com/v1/deploys/a%2Fb');
});

test.each([
  ['deploy/web -n prod', { resource: 'deploy', name: 'web', namespace: 'prod' }],
  ['deploy web --namespace=prod', { resource: 'deploy', name: 'web', namespace: 'prod' }],
  [
    '$ kubectl get deploy/web -nprod -o yaml --show-managed-fields',
    { resource: 'deploy', name: 'web', namespace: 'prod' },
  ],
  ['deployments.v1.apps/web', { resource: 'deployments.v1.apps', name: 'web', namespace: undefined }],
  ['deploy', { resource: 'deploy', name: '', namespace: undefined }],
  ['a/b/c', undefined],
  ['deploy/web other', undefined],
  ['', undefined],
])('%j is read as an object', (text, typed) => {
  expect(readTypedObject(text)).toEqual(typed);
});

test.each([
  ['deploy', ['apps/deployments', 'example.com/deploys']],
  ['Deployment', ['apps/deployments']],
  ['deployments.apps', ['apps/deployments']],
  ['deployments.v1.apps', ['apps/deployments']],
  ['deployments.v2.apps', []],
  ['hpa', ['autoscaling/horizontalpodautoscalers', 'autoscaling/horizontalpodautoscalers']],
  ['deploys', ['example.com/deploys']],
  ['__proto__', []],
])('%s means', (typed, expected) => {
  const found = resourcesNamed(typed, resourcesOf(answer)).map(({ group, plural }) => `${group}/${plural}`);
  // A kind of that name counts more than a short name.
  expect(found).toEqual(typed === 'deploy' ? [...expected].reverse() : expected);
});

test('the preferred version comes first', () => {
  expect(resourcesNamed('hpa', resourcesOf(answer)).map((each) => each.version)).toEqual(['v2', 'v1']);
});
