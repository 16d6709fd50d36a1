import { emptyCluster, putCrd, serve, setLive, type TypeCatalog } from '@managed-fields/api-server/whole';
import { formatJson, isMap, mapAt, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import { loadData } from '../bundled-data.ts';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';
import crontabs from './cases/crontabs.json' with { type: 'json' };
import ipAddresses from './cases/ipaddresses.json' with { type: 'json' };
import storageVersions from './cases/storageversions.json' with { type: 'json' };
import { loadClusterTypes } from './load.ts';
import type { ClusterKinds, ClusterResource } from './published-kinds.ts';

/** A document of a real server, and what it says of itself. */
type Case = typeof ipAddresses | typeof storageVersions | typeof crontabs;

const kindsOf = ({ release, group, version, document, resources }: Case): ClusterKinds => ({
  release,
  documents: [{ group, version, hash: 'A', text: JSON.stringify(document) }],
  resources,
});

const { definitions } = (await loadData('v1.36')).definitions;

/** A document of apps/v1 in which some definitions are others. */
const apps = (changes: Readonly<Record<string, unknown>> = {}, release = 'v1.36.3'): ClusterKinds => ({
  release,
  documents: [
    {
      group: 'apps',
      version: 'v1',
      hash: 'A',
      text: JSON.stringify({ components: { schemas: { ...definitions, ...changes } } }),
    },
  ],
  resources: [],
});

const deploymentSpec = 'io.k8s.api.apps.v1.DeploymentSpec';
const schemaOf = (name: string): Readonly<Record<string, unknown>> & { properties: Record<string, unknown> } =>
  JSON.parse(JSON.stringify(definitions[name]));

/** DeploymentSpec as a later release might have it. */
const later = () => {
  const spec = schemaOf(deploymentSpec);
  const zone = { type: 'array', items: { type: 'object', allOf: [{ $ref: '#/components/schemas/Zone' }] } };
  const merged = { ...zone, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const { paused: _, ...properties } = spec.properties;
  return {
    [deploymentSpec]: { ...spec, properties: { ...properties, zones: merged, pace: { type: 'string' } } },
    Zone: { type: 'object', properties: { name: { type: 'string' }, weight: { type: 'integer', format: 'int32' } } },
  };
};

const object = (plain: object): ValueMap => {
  const read = parseJson(JSON.stringify(plain));
  if (read.kind !== 'value' || !isMap(read.value)) throw new Error('no object');
  return read.value;
};

/** Applies objects one after the other, each as a manager of its own, and gives the last answer. */
const applied = (catalog: TypeCatalog, path: string, ...bodies: readonly object[]) => {
  let cluster = emptyCluster(catalog);
  let answer = { code: 0, body: '' };
  for (const [index, body] of bodies.entries()) {
    const request = {
      method: 'PATCH',
      path,
      query: new Map([['fieldManager', `m${index}`]]),
      contentType: 'application/apply-patch+yaml',
      body: { kind: 'value', value: object(body), duplicates: [] },
    } as const;
    const served = serve(cluster, request, '2026-01-01T00:00:00Z');
    cluster = served.cluster;
    answer = { code: served.response.code, body: formatJson(served.response.body ?? null) };
  }
  return answer;
};

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const deployment = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { selector: { matchLabels: { a: 'b' } }, template, ...spec },
});
const web = '/apis/apps/v1/namespaces/default/deployments/web';

describe('a built-in kind', () => {
  test('keeps its schema where the document means the same', async () => {
    const [base, catalog] = [await loadKubernetesTypes('v1.36'), await loadClusterTypes(apps())];
    const [ours, theirs] = [base, catalog].map((each) => each.findKind('apps/v1', 'Deployment'));
    expect(theirs?.type).toEqual(ours?.type);
    expect(theirs?.written).toEqual(expect.objectContaining({ root: ours?.written?.root }));
    expect(theirs?.schemaFrom).toEqual({ release: 'v1.36.3', rules: 'v1.36', isSame: true, document: 'read' });
    expect(ours?.schemaFrom).toBeUndefined();
  });

  test('is read by the schema of the document', async () => {
    const catalog = await loadClusterTypes(apps(later(), 'v1.40.0'));
    const version = catalog.findKind('apps/v1', 'Deployment');
    const fields = version?.type.map?.fields.get('spec')?.type.map?.fields;
    expect(fields?.get('zones')?.type.list).toMatchObject({ relationship: 'associative', keys: ['name'] });
    expect(fields?.has('paused')).toBe(false);
    expect(mapAt(version?.written?.named(deploymentSpec), 'properties')?.has('zones')).toBe(true);
    expect(version?.schemaFrom).toMatchObject({ rules: 'v1.37', isSame: false });
    expect(version?.resource.unmodelled).toEqual([]);
  });

  test('keeps fields that only the cluster has, merges them by its schema, and has our defaults', async () => {
    const catalog = await loadClusterTypes(apps(later(), 'v1.40.0'));
    const { code, body } = applied(
      catalog,
      web,
      deployment({ zones: [{ name: 'a', weight: 1 }], pace: 'slow' }),
      deployment({ zones: [{ name: 'b', weight: 2 }] }),
    );
    expect(code).toBe(200);
    expect(body).toContain('"zones":[{"name":"a","weight":1},{"name":"b","weight":2}]');
    expect(body).toContain(String.raw`"f:zones":{"k:{\"name\":\"b\"}"`);
    expect(body).toContain('"pace":"slow"');
    expect(body).toContain('"progressDeadlineSeconds":600');
  });

  test('has no field that the cluster does not have', async () => {
    const { code, body } = applied(await loadClusterTypes(apps(later(), 'v1.40.0')), web, deployment({ paused: true }));
    expect(code).toBe(500);
    expect(body).toContain('.spec.paused: field not declared in schema');
  });

  test('gets no default of a field that the cluster does not have', async () => {
    const spec = schemaOf(deploymentSpec);
    const { progressDeadlineSeconds: _, ...properties } = spec.properties;
    const catalog = await loadClusterTypes(apps({ [deploymentSpec]: { ...spec, properties } }, 'v1.28.0'));
    const { code, body } = applied(catalog, web, deployment({}), deployment({ replicas: 2 }));
    expect(code).toBe(200);
    expect(body).toContain('"revisionHistoryLimit":10');
    expect(body).not.toContain('progressDeadlineSeconds');
    const set = catalog.findKind('apps/v1', 'Deployment')?.setDefaults(object(deployment({})));
    expect(mapAt(set, 'spec')?.has('revisionHistoryLimit')).toBe(true);
    expect(mapAt(set, 'spec')?.has('progressDeadlineSeconds')).toBe(false);
  });

  test('is refused as our tables say', async () => {
    const { code } = applied(await loadClusterTypes(apps(later(), 'v1.40.0')), web, deployment({ replicas: -1 }));
    expect(code).toBe(422);
    const unchecked = await loadClusterTypes(apps(later(), 'v1.40.0'), { checks: false });
    expect(applied(unchecked, web, deployment({ replicas: -1 })).code).toBe(201);
  });
});

describe('discovery', () => {
  const resource = (more: Partial<ClusterResource>): ClusterResource => ({
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    singular: 'deployment',
    kind: 'Deployment',
    namespaced: true,
    shortNames: ['deploy'],
    subresources: ['status'],
    preferred: true,
    ...more,
  });

  test('takes away what the cluster does not serve, in groups that it names', async () => {
    const catalog = await loadClusterTypes({ ...apps(), resources: [resource({})] });
    expect(catalog.findKind('apps/v1', 'ReplicaSet')).toBeUndefined();
    expect(catalog.names().some(({ kind }) => kind === 'ReplicaSet')).toBe(false);
    expect([...(catalog.findKind('apps/v1', 'Deployment')?.subresources.keys() ?? [])]).toEqual(['status']);
    expect(catalog.findKind('v1', 'Pod')).toBeDefined();
    expect(catalog.isBuiltinGroup('apps')).toBe(true);
  });

  test('leaves out what no document has a schema of', async () => {
    const more = resource({ plural: 'floats', singular: 'float', kind: 'Float' });
    const catalog = await loadClusterTypes({ ...apps(), resources: [resource({}), more] });
    expect(catalog.findKind('apps/v1', 'Float')).toBeUndefined();
  });
});

test('a kind at a version that only the cluster serves is read by its schema alone', async () => {
  const catalog = await loadClusterTypes(kindsOf(ipAddresses));
  const version = catalog.findKind('networking.k8s.io/v1beta1', 'IPAddress');
  expect(version?.resource).toMatchObject({
    storageVersion: 'v1beta1',
    unmodelled: ['defaults', 'strategy', 'validation'],
    namespaced: false,
  });
  const ip = (spec: object) => ({
    apiVersion: 'networking.k8s.io/v1beta1',
    kind: 'IPAddress',
    metadata: { name: '10.0.0.1' },
    spec,
  });
  const path = '/apis/networking.k8s.io/v1beta1/ipaddresses/10.0.0.1';
  const { code, body } = applied(catalog, path, ip({ parentRef: { resource: 'services', name: 'a' } }));
  expect(code).toBe(201);
  expect(body).toContain('"f:parentRef":{"f:name":{},"f:resource":{}}');
  const conflict = applied(
    catalog,
    path,
    ip({ parentRef: { resource: 'services', name: 'a' } }),
    ip({ parentRef: { resource: 'services', name: 'b' } }),
  );
  expect(conflict.code).toBe(409);
});

test('objects of such a version stay in it beside one that is known', async () => {
  const kinds = kindsOf(ipAddresses);
  const resources = [...kinds.resources, ...kinds.resources.map((each) => ({ ...each, version: 'v1' }))];
  const catalog = await loadClusterTypes({ ...kinds, resources });
  const [old, known] = ['v1beta1', 'v1'].map((each) => catalog.findKind(`networking.k8s.io/${each}`, 'IPAddress'));
  expect(old?.resource.storageVersion).toBe('v1beta1');
  expect(known?.resource.storageVersion).toBe('v1');
  expect([...(known?.resource.versions.keys() ?? [])].sort()).toEqual(['v1', 'v1beta1']);
});

describe('a group that only the cluster has', () => {
  test('is served by its schema alone', async () => {
    const catalog = await loadClusterTypes(kindsOf(storageVersions));
    const version = catalog.findKind('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion');
    expect(version?.resource).toMatchObject({ origin: 'builtin', unmodelled: ['defaults', 'strategy', 'validation'] });
    expect([...(version?.subresources.keys() ?? [])]).toEqual(['status']);
    expect(catalog.isBuiltinGroup('internal.apiserver.k8s.io')).toBe(true);
    expect(catalog.names().at(-1)).toMatchObject({ plural: 'storageversions', preferredVersion: 'v1alpha1' });
    const live = object({
      apiVersion: 'internal.apiserver.k8s.io/v1alpha1',
      kind: 'StorageVersion',
      metadata: { name: 'apps.deployments' },
      spec: {},
      status: { storageVersions: [{ apiServerID: 'a', decodableVersions: ['apps/v1'] }], new: 1 },
    });
    const decoded = version?.decode(live, 'json');
    expect(decoded).toMatchObject({ kind: 'decoded', unknown: ['unknown field "status.new"'] });
    expect(setLive(emptyCluster(catalog), live).kind).toBe('set');
  });

  test('is left to definitions where it has custom resources', async () => {
    const catalog = await loadClusterTypes(kindsOf(crontabs));
    expect(catalog.findKind('stable.example.com/v1', 'CronTab')).toBeUndefined();
    expect(catalog.isBuiltinGroup('stable.example.com')).toBe(false);
  });
});

describe('what is published of a custom resource', () => {
  test('makes a definition that servers accept, with defaults, rules and types of lists', async () => {
    const catalog = await loadClusterTypes(kindsOf(crontabs));
    const published = catalog.published?.('stable.example.com/v1', 'CronTab');
    expect(published?.release).toBe('v1.37.0');
    const put = putCrd(emptyCluster(catalog), published?.definition ?? null, '2026-01-01T00:00:00Z');
    expect(put.kind === 'put' ? put.kind : put).toBe('put');
    const spec = formatJson(published?.definition ?? null);
    expect(spec).toContain('"default":1');
    expect(spec).toContain('x-kubernetes-validations');
    expect(spec).not.toContain('$ref');
  });

  test('is nothing of other kinds', async () => {
    const catalog = await loadClusterTypes(kindsOf(crontabs));
    expect(catalog.published?.('stable.example.com/v2', 'CronTab')).toBeUndefined();
    expect(catalog.published?.('stable.example.com/v1', 'Other')).toBeUndefined();
    expect(
      (await loadClusterTypes(kindsOf(storageVersions))).published?.(
        'internal.apiserver.k8s.io/v1alpha1',
        'StorageVersion',
      ),
    ).toBeUndefined();
  });
});
