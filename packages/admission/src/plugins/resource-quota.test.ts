import { type AdmissionSettings, type Cluster, emptyCluster, serve, setLive } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isList, isMap, mapAt, mapFromPlain, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import '../whole.ts';
import { resourceQuota } from './resource-quota.ts';

const catalog = await loadKubernetesTypes();
const now = '2026-01-01T00:00:00Z';
const configMaps = '/api/v1/namespaces/ns/configmaps';
const quotaPath = '/api/v1/namespaces/ns/resourcequotas/quota';

function clusterWith(objects: readonly object[], settings: Partial<AdmissionSettings> = {}): Cluster {
  const admission = { plugins: 'installed', controllers: true, ...settings } as const;
  return objects.reduce<Cluster>(
    (cluster, object) => {
      const set = setLive(cluster, mapFromPlain(object));
      if (set.kind === 'refused') throw new Error(set.message);
      return set.cluster;
    },
    emptyCluster(catalog, { admission }),
  );
}

const placed = (name: string) => ({ metadata: { name, namespace: 'ns' } });
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...placed(name) });
const quota = (spec: object, status = {}) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  ...placed('quota'),
  spec,
  status,
});
const pod = (name: string, spec = {}, status = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  ...placed(name),
  spec: { containers: [{ name: 'main', image: 'i:1' }], ...spec },
  status,
});

function post(cluster: Cluster, path: string, object: object, query: readonly (readonly [string, string])[] = []) {
  const body = { kind: 'value', value: mapFromPlain(object), duplicates: [] } as const;
  const request = { method: 'POST', path, query: new Map(query), userAgent: 'me/1', body } as const;
  return serve(cluster, request, now);
}

function quotaIn(cluster: Cluster): ValueMap {
  const { body } = serve(cluster, { method: 'GET', path: quotaPath, query: new Map() }, now).response;
  if (!isMap(body)) throw new Error('no quota');
  return body;
}

const usedIn = (cluster: Cluster) => Object.fromEntries(mapAt(mapAt(quotaIn(cluster), 'status'), 'used') ?? []);
const messageOf = (body: Value) => (isMap(body) ? stringAt(body, 'message') : undefined);

test('a quota without a status limits nothing where no controllers run', () => {
  const cluster = clusterWith([quota({ hard: { configmaps: '0' } })], { controllers: false });
  const { cluster: after, response } = post(cluster, configMaps, configMap('a'));
  expect(response.code).toBe(201);
  expect(mapAt(quotaIn(after), 'status')).toEqual(new Map());
});

test('the status that a controller would have written is written first', () => {
  const made = quota({ hard: { configmaps: '2', 'count/secrets': '1' } });
  const { cluster } = post(clusterWith([configMap('a')]), '/api/v1/namespaces/ns/resourcequotas', made);
  const { cluster: after, response } = post(cluster, configMaps, configMap('b'));
  expect(response.code).toBe(201);
  expect(usedIn(after)).toEqual({ configmaps: '2', 'count/secrets': '0' });
  expect(mapAt(mapAt(quotaIn(after), 'status'), 'hard')).toEqual(
    new Map([
      ['configmaps', '2'],
      ['count/secrets', '1'],
    ]),
  );
  const entries = mapAt(quotaIn(after), 'metadata')?.get('managedFields');
  const managers = (isList(entries) ? entries : []).filter(isMap).map((entry) => {
    return [stringAt(entry, 'manager'), stringAt(entry, 'operation'), stringAt(entry, 'subresource')];
  });
  expect(managers).toEqual([
    ['kube-apiserver', 'Update', 'status'],
    ['kube-controller-manager', 'Update', 'status'],
    ['me', 'Update', undefined],
  ]);
  const { response: refused } = post(after, configMaps, configMap('c'));
  expect(messageOf(refused.body)).toBe(
    'configmaps "c" is forbidden: exceeded quota: quota, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
  );
});

test('a refused write and a dry run leave the status as it was', () => {
  const cluster = clusterWith([quota({ hard: { configmaps: '1' } })]);
  expect(post(cluster, configMaps, configMap('a'), [['dryRun', 'All']]).cluster.objects).toBe(cluster.objects);
  const full = clusterWith([configMap('a'), quota({ hard: { configmaps: '1' } })]);
  expect(post(full, configMaps, configMap('b')).cluster.objects).toBe(full.objects);
});

test('a status counts even where objects are there that it does not count', () => {
  const status = { hard: { configmaps: '1' }, used: { configmaps: '0' } };
  const cluster = clusterWith([configMap('a'), quota({ hard: { configmaps: '1' } }, status)]);
  const { cluster: after, response } = post(cluster, configMaps, configMap('b'));
  expect(response.code).toBe(201);
  expect(usedIn(after)).toEqual({ configmaps: '1' });
});

test('what exists already is counted although it is refused', () => {
  const status = { hard: { configmaps: '5' }, used: { configmaps: '1' } };
  const cluster = clusterWith([configMap('a'), quota({ hard: { configmaps: '5' } }, status)]);
  const { cluster: after, response } = post(cluster, configMaps, configMap('a'));
  expect(response.code).toBe(409);
  expect(usedIn(after)).toEqual({ configmaps: '2' });
});

test('usage is counted of the objects of the namespace within the scopes of the quota', () => {
  const hard = {
    pods: '9',
    'requests.cpu': '9',
    'count/pods': '9',
    'count/deployments.apps': '9',
    'count/unknown': '9',
  };
  const objects = [
    pod('running', { activeDeadlineSeconds: 5, containers: [{ name: 'a', resources: { requests: { cpu: '200m' } } }] }),
    pod('done', { activeDeadlineSeconds: 5 }, { phase: 'Succeeded' }),
    pod('endless'),
    { ...pod('elsewhere', { activeDeadlineSeconds: 5 }), metadata: { name: 'elsewhere', namespace: 'other' } },
    { apiVersion: 'apps/v1', kind: 'Deployment', ...placed('web') },
  ];
  const count = (spec: object) => {
    const cluster = clusterWith([...objects, quota(spec)]);
    const resources = { requests: { cpu: '100m' } };
    const sent = pod('new', { activeDeadlineSeconds: 5, containers: [{ name: 'main', image: 'i:1', resources }] });
    const { cluster: after, response } = post(cluster, '/api/v1/namespaces/ns/pods', sent);
    expect(response.code).toBe(201);
    return usedIn(after);
  };
  const everything = { pods: '3', 'requests.cpu': '300m', 'count/pods': '4', 'count/deployments.apps': '1' };
  expect(count({ hard })).toEqual(everything);
  const scoped = { pods: '2', 'requests.cpu': '300m', 'count/pods': '3', 'count/deployments.apps': '0' };
  expect(count({ hard, scopes: ['Terminating'] })).toEqual(scoped);
});

test('what the server cannot write of a quota refuses the request', () => {
  const status = { hard: { configmaps: '9' }, used: { configmaps: '500m' } };
  const cluster = clusterWith([quota({ hard: { configmaps: '9' } }, status)]);
  const { cluster: after, response } = post(cluster, configMaps, configMap('a'));
  expect(response.code).toBe(422);
  expect(messageOf(response.body)).toBe(
    'ResourceQuota "quota" is invalid: status.used[configmaps]: Invalid value: "1500m": must be an integer',
  );
  expect(after.objects).toBe(cluster.objects);
});

test('events and objects without a namespace are not counted', () => {
  const cluster = clusterWith([quota({ hard: { 'count/events': '0', 'count/events.events.k8s.io': '0' } })]);
  const event = { ...placed('e'), involvedObject: { namespace: 'ns' } };
  expect(post(cluster, '/api/v1/namespaces/ns/events', event).response.code).toBe(201);
  const role = { metadata: { name: 'r' } };
  const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
  const counting = clusterWith([quota({ hard: { 'count/namespaces': '0' } })]);
  expect(post(counting, '/api/v1/namespaces', { metadata: { name: 'ns' } }).response.code).toBe(201);
  const limited = clusterWith([quota({ hard: { 'count/clusterroles.rbac.authorization.k8s.io': '0' } })]);
  expect(post(limited, roles, role).response.code).toBe(201);
});

test('a plain server has quotas too', () => {
  expect([resourceQuota.name, resourceQuota.plain]).toEqual(['ResourceQuota', true]);
});

test('each quota that a request changes is written, and no other', () => {
  const status = { hard: { configmaps: '5' }, used: { configmaps: '1' } };
  const named = (name: string, hard: object) => ({
    ...quota({ hard }, { ...status, hard }),
    metadata: { name, namespace: 'ns' },
  });
  const cluster = clusterWith([
    named('first', { secrets: '5' }),
    named('second', { configmaps: '5' }),
    named('third', { configmaps: '9' }),
  ]);
  const versions = (from: Cluster) =>
    ['first', 'second', 'third'].map((name) => from.objects.get(`/resourcequotas/ns/${name}`)?.resourceVersion);
  expect(versions(post(cluster, configMaps, configMap('a')).cluster)).toEqual(['1', '4', '5']);
});

test('of several quotas each gets its own status', () => {
  const named = (name: string, hard: object) => ({ ...quota({ hard }), metadata: { name, namespace: 'ns' } });
  const other = named('another', { secrets: '5' });
  const cluster = clusterWith([other, quota({ hard: { configmaps: '5' } })]);
  const { cluster: after } = post(cluster, configMaps, configMap('a'));
  expect(usedIn(after)).toEqual({ configmaps: '1' });
  expect(after.objects.get('/resourcequotas/ns/another')).toBe(cluster.objects.get('/resourcequotas/ns/another'));
});

test('a status that a controller could not write either refuses the request', () => {
  const cluster = clusterWith([quota({ hard: { configmaps: '9', 'not a name!': '1' } })]);
  const { cluster: after, response } = post(cluster, configMaps, configMap('a'));
  expect(response.code).toBe(422);
  expect(after.objects).toBe(cluster.objects);
});

test('a plugin asks for the version of the server', async () => {
  const older = emptyCluster(await loadKubernetesTypes('v1.33'), {
    admission: { plugins: 'plain', controllers: true },
  });
  const scopeSelector = { matchExpressions: [{ scopeName: 'VolumeAttributesClass', operator: 'Exists' }] };
  const limited = quota({ hard: { persistentvolumeclaims: '0' }, scopeSelector });
  const resources = { requests: { storage: '1Gi' } };
  const spec = { accessModes: ['ReadWriteOnce'], resources, storageClassName: 'c', volumeAttributesClassName: 'a' };
  const codes = [older, clusterWith([])].map((cluster) => {
    const set = setLive(cluster, mapFromPlain(limited));
    if (set.kind === 'refused') throw new Error(set.message);
    return post(set.cluster, '/api/v1/namespaces/ns/persistentvolumeclaims', { metadata: { name: 'a' }, spec }).response
      .code;
  });
  expect(codes).toEqual([201, 403]);
});
