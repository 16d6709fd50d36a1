import {
  type ApiRequest,
  type Cluster,
  catalogOf,
  emptyCluster,
  putCrd,
  serve,
  setLive,
} from '@managed-fields/api-server/whole';
import { formatJson, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

/**
 * `PATCH /path?option=value`, the content type of its body, the body, the code of the answer, and a part of its body.
 */
type Row = readonly [asked: string, contentType: string, body: string, code: number, answer: object];

const json = 'application/json';
const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const apply = 'application/apply-patch+yaml';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const pods = '/api/v1/namespaces/default/pods';
const workload =
  '"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}';
const deployment = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x"},"spec":{${workload}}}`;
const pod = '{"metadata":{"name":"p"},"spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}}';

const loose = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const version = (name: string, storage: boolean, properties: object, subresources: object = {}) => ({
  ...{ name, served: true, storage, subresources },
  schema: { openAPIV3Schema: { type: 'object', properties } },
});
const definition = (plural: string, group: string, ...versions: readonly object[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: { group, scope: 'Namespaced', names: { plural, kind: 'Foo' }, versions },
});
const foo = (name: string, rest: string) =>
  `{"apiVersion":"cases.example.com/v1","kind":"Foo","metadata":{"name":"${name}"},${rest}}`;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const foos = '/apis/cases.example.com/v1/namespaces/default/foos';
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

/** The answers of a real kube-apiserver v1.36.3 to requests one after another, two seconds apart. */
const plays: Readonly<Record<string, readonly Row[]>> = {
  'the Scale of a Deployment': [
    [`POST ${deployments}`, json, deployment, 201, { spec: { replicas: 1 } }],
    [
      `PATCH ${deployments}/x/scale`,
      merge,
      '{"spec":{"replicas":-1}}',
      422,
      {
        message:
          'Scale.autoscaling "x" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      },
    ],
    [
      `PATCH ${deployments}/x/scale`,
      merge,
      '{"spec":{"replicas":0}}',
      200,
      { spec: {}, status: { replicas: 0, selector: 'a=b' } },
    ],
  ],
  'bodies that do not read': [
    [`POST ${deployments}`, json, deployment, 201, {}],
    [
      `PATCH ${deployments}/x`,
      'application/json-patch+json',
      '[{"op":null,"path":"/spec"}]',
      422,
      { message: 'the server rejected our request due to an error in our request' },
    ],
    [`PATCH ${deployments}/x`, strategic, '{"spec"', 400, { message: 'unexpected end of JSON input' }],
    [
      `PATCH ${deployments}/x`,
      strategic,
      '{"spec":x}',
      400,
      { message: "invalid character 'x' looking for beginning of value" },
    ],
    [
      `POST ${deployments}?fieldValidation=Strict`,
      json,
      deployment.replace('"spec":{', '"spec":{"replicas":1,"replicas":2,'),
      400,
      {
        message:
          'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: duplicate field "spec.replicas"',
      },
    ],
  ],
  'a Pod that takes its time to end': [
    [`POST ${pods}`, json, pod, 201, { status: { phase: 'Pending' } }],
    [`GET ${pods}?fieldSelector=status.phase%3DPending`, '', '', 200, { items: [{ metadata: { name: 'p' } }] }],
    [`GET ${pods}?fieldSelector=status.phase%3DRunning`, '', '', 200, { items: [] }],
    [`DELETE ${pods}/p`, '', '', 200, { metadata: { generation: 2, deletionGracePeriodSeconds: 30 } }],
    [`DELETE ${pods}/p`, '', '', 200, { metadata: { generation: 2, deletionGracePeriodSeconds: 30 } }],
    [
      `DELETE ${pods}/p?gracePeriodSeconds=5`,
      '',
      '',
      200,
      { metadata: { generation: 2, deletionGracePeriodSeconds: 5 } },
    ],
    [
      `DELETE ${pods}/p?gracePeriodSeconds=2`,
      '',
      '',
      200,
      { metadata: { generation: 2, deletionGracePeriodSeconds: 1 } },
    ],
    [`DELETE ${pods}/p?gracePeriodSeconds=0`, '', '', 200, { metadata: { deletionGracePeriodSeconds: 0 } }],
    [`GET ${pods}/p`, '', '', 404, { message: 'pods "p" not found' }],
  ],
  'replicas that are no integer': [
    [
      `POST ${definitions}`,
      json,
      JSON.stringify(definition('foos', 'cases.example.com', version('v1', true, { spec: loose }))),
      201,
      {},
    ],
    [`POST ${foos}`, json, foo('x', '"spec":{"replicas":"three"}'), 201, {}],
    [`POST ${foos}`, json, foo('y', '"spec":{"replicas":1.5}'), 201, {}],
    [
      `PATCH ${definitions}/foos.cases.example.com`,
      merge,
      JSON.stringify({ spec: { versions: [version('v1', true, { spec: loose }, { scale })] } }),
      200,
      {},
    ],
    ...(['GET', 'PATCH'] as const).flatMap((method): readonly Row[] => [
      [
        `${method} ${foos}/x/scale`,
        merge,
        method === 'GET' ? '' : '{"spec":{"replicas":1}}',
        500,
        { message: '.spec.replicas accessor error: three is of the type string, expected int64' },
      ],
      [
        `${method} ${foos}/y/scale`,
        merge,
        method === 'GET' ? '' : '{"spec":{"replicas":1}}',
        500,
        { message: '.spec.replicas accessor error: 1.5 is of the type float64, expected int64' },
      ],
    ]),
  ],
  'a list of keys that becomes shorter': [
    [
      `POST ${definitions}`,
      json,
      JSON.stringify(
        definition(
          'foos',
          'cases.example.com',
          version('v1', true, {
            few: {
              type: 'array',
              minItems: 2,
              items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['k'],
            },
          }),
        ),
      ),
      201,
      {},
    ],
    [`POST ${foos}`, json, foo('x', '"few":[{"k":"x"},{"k":"y"}]'), 201, {}],
    [
      `PATCH ${foos}/x`,
      merge,
      '{"few":[{"k":"x"}]}',
      422,
      {
        message:
          'Foo.cases.example.com "x" is invalid: few: Invalid value: 1: few in body should have at least 2 items',
      },
    ],
  ],
};

const catalog = await loadCatalog('v1.36.3');

function ask(cluster: Cluster, [asked, contentType, body]: Row, now: string) {
  const [method = '', target = ''] = asked.split(' ');
  const [path = '', query = ''] = target.split('?');
  const request: ApiRequest = {
    method: method as ApiRequest['method'],
    path,
    query: new Map(new URLSearchParams(query)),
    ...(body === '' ? {} : { contentType, body: decodeBody(body, contentType), bodyText: body }),
  };
  return serve(cluster, request, now);
}

describe.each(Object.entries(plays))('%s', (_name, rows) => {
  it('is answered as by the server', () => {
    let cluster = emptyCluster(catalog);
    for (const [index, row] of rows.entries()) {
      const { response, cluster: after } = ask(cluster, row, timeOf(2 * index));
      const [asked, , , code, answer] = row;
      expect([response.code, JSON.parse(formatJson(response.body))], asked).toMatchObject([code, answer]);
      cluster = after;
    }
  });
});

/** An object set as it is, with the entries that it has. */
function withLive(kind: string, apiVersion: string, spec: string): Cluster {
  const fieldsV1 = { 'f:spec': { 'f:replicas': {} } };
  const entry = { manager: 'old', operation: 'Apply', apiVersion, fieldsType: 'FieldsV1', fieldsV1 };
  const metadata = { name: 'x', namespace: 'default', managedFields: [entry] };
  const object = { apiVersion: 'apps/v1', kind, metadata, spec: { replicas: 1, ...JSON.parse(`{${spec}}`) } };
  const set = setLive(emptyCluster(catalog), valueFromPlain(object));
  if (set.kind === 'refused') throw new Error(set.message);
  return set.cluster;
}

/**
 * Former versions whose entries a Scale still shows, so that who applies it meets their owner; where it shows none, all
 * belongs to whoever came before. Upstream: ReplicasPathMappings of
 * pkg/registry/apps/{deployment,statefulset,replicaset}/storage/storage.go.
 */
it.each([
  ['Deployment', 'apps/v1', '"old"'],
  ['Deployment', 'apps/v1beta1', '"old"'],
  ['Deployment', 'apps/v1beta2', '"old"'],
  ['Deployment', 'apps/v1alpha1', '"before-first-apply" with subresource "scale" using autoscaling/v1'],
  ['StatefulSet', 'apps/v1beta1', '"old"'],
  ['StatefulSet', 'apps/v1beta2', '"old"'],
  ['ReplicaSet', 'apps/v1beta1', '"before-first-apply" with subresource "scale" using autoscaling/v1'],
  ['ReplicaSet', 'apps/v1beta2', '"old"'],
] as const)('who owns the replicas of a %s at %s', (kind, apiVersion, owner) => {
  const body = '{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"x"},"spec":{"replicas":3}}';
  const asked = `PATCH /apis/apps/v1/namespaces/default/${kind.toLowerCase()}s/x/scale?fieldManager=me`;
  const { response } = ask(withLive(kind, apiVersion, workload), [asked, apply, body, 409, {}], timeOf(0));
  const message = `Apply failed with 1 conflict: conflict with ${owner}: .spec.replicas`;
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([409, { message }]);
});

function withDefinitions(...crds: readonly object[]): Cluster {
  return crds.reduce((cluster: Cluster, crd) => {
    const put = putCrd(cluster, valueFromPlain(crd), timeOf(0));
    if (put.kind === 'refused') throw new Error(put.problems.join());
    return put.cluster;
  }, emptyCluster(catalog));
}

it('stores at the version that says so, wherever it stands', () => {
  const text = { type: 'object', properties: { text: { type: 'string' } } };
  const crd = definition('foos', 'cases.example.com', version('v1', false, {}), version('v2', true, { spec: text }));
  const body = foo('x', '"spec":{"text":"a"}').replace('/v1"', '/v2"');
  const posted: Row = [`POST ${foos.replace('/v1/', '/v2/')}`, json, body, 201, { spec: { text: 'a' } }];
  const { response } = ask(withDefinitions(crd), posted, timeOf(0));
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([201, { spec: { text: 'a' } }]);
});

it('tells kinds of one name apart by their group, groups in order', () => {
  const groups = ['b.example.com', 'a.example.com'];
  const all = catalogOf(withDefinitions(...groups.map((group) => definition('foos', group, version('v1', true, {})))));
  const found = groups.map((group) => all.find(group, 'v1', 'foos')?.resource.group);
  const named = all.names().flatMap(({ group }) => (groups.includes(group) ? [group] : []));
  expect([found, named]).toEqual([groups, ['a.example.com', 'b.example.com']]);
});

/**
 * A printed object has the keys of its entries sorted as texts; the server writes ports in the order of their numbers.
 */
it('keeps entries of a live object in the order in which the server writes them', () => {
  const ports = [443, 80].map((port) => [`k:{"port":${port},"protocol":"TCP"}`, { '.': {}, 'f:port': {} }]);
  const fieldsV1 = { 'f:spec': { 'f:ports': Object.fromEntries(ports) } };
  const entry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
  const spec = { ports: [80, 443].map((port) => ({ name: `p${port}`, port })) };
  const object = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x', managedFields: [entry] }, spec };
  const set = setLive(emptyCluster(catalog), valueFromPlain(object));
  if (set.kind === 'refused') throw new Error(set.message);
  const asked = 'GET /api/v1/namespaces/default/services/x';
  const text = formatJson(ask(set.cluster, [asked, '', '', 200, {}], timeOf(0)).response.body);
  expect(text.match(/\d+(?=,\\"protocol)/g)).toEqual(['80', '443']);
});

it.each([
  [
    { ...definition('foos', 'b.c', version('v1', true, {})), spec: 'x' },
    'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec of type v1.CustomResourceDefinitionSpec',
  ],
  [
    'x',
    'the object provided is unrecognized (must be of type CustomResourceDefinition): couldn\'t get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
  ],
])('says why the pasted definition %j is none', (crd, why) => {
  const put = putCrd(emptyCluster(catalog), valueFromPlain(crd), timeOf(0));
  expect(put.kind === 'refused' ? put.problems : []).toEqual([why]);
});

it('replaces a definition that is there, whatever version its copy has, as kubectl does', () => {
  const properties = (type: string) => ({ spec: { type: 'object', properties: { text: { type } } } });
  const crd = (type: string) => definition('foos', 'cases.example.com', version('v1', true, properties(type)));
  const copied = { ...crd('integer'), metadata: { ...crd('integer').metadata, resourceVersion: '99' } };
  const cluster = withDefinitions(copied, crd('string'), copied);
  const asked = `GET ${definitions}/foos.cases.example.com`;
  const found = JSON.parse(formatJson(ask(cluster, [asked, '', '', 200, {}], timeOf(2)).response.body));
  const managers = found.metadata.managedFields.map(({ manager }: { manager: string }) => manager);
  expect(managers).toEqual(expect.arrayContaining(['kubectl-create', 'kubectl-replace']));
  const posted: Row = [`POST ${foos}`, json, foo('x', '"spec":{"text":1}'), 201, { spec: { text: 1 } }];
  const { response } = ask(cluster, posted, timeOf(2));
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([201, { spec: { text: 1 } }]);
});

it.each([
  [10_000, 200, { data: { a: 'b' } }],
  [
    10_001,
    413,
    {
      message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
      reason: 'RequestEntityTooLarge',
    },
  ],
])('answers a JSON patch of %d operations', (count, code, answer) => {
  const maps = '/api/v1/namespaces/default/configmaps';
  const { cluster } = ask(
    emptyCluster(catalog),
    [`POST ${maps}`, json, '{"metadata":{"name":"x"},"data":{"a":"b"}}', 201, {}],
    timeOf(0),
  );
  const body = JSON.stringify(Array(count).fill({ op: 'test', path: '/data/a', value: 'b' }));
  const { response } = ask(cluster, [`PATCH ${maps}/x`, 'application/json-patch+json', body, code, answer], timeOf(2));
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([code, answer]);
});

it('says of a GET that it was one', () => {
  const { cluster } = ask(emptyCluster(catalog), [`POST ${deployments}`, json, deployment, 201, {}], timeOf(0));
  const { trace } = ask(cluster, [`GET ${deployments}/x`, '', '', 200, {}], timeOf(2));
  expect(trace).toMatchObject({ operation: 'Get', manager: '', kind: 'Deployment' });
});

/** A version that a definition does not have is noticed only when the body was read. */
it.each([
  [
    '{"name":"x","labels":5}',
    'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
  ],
  ['"y"', 'json: cannot unmarshal string into Go value of type v1.ObjectMeta'],
])('reads metadata %s of an unknown version first', (metadata, why) => {
  const body = `{"apiVersion":"cases.example.com/v9","kind":"Foo","metadata":${metadata},"spec":{}}`;
  const cluster = withDefinitions(definition('foos', 'cases.example.com', version('v1', true, {})));
  const { response } = ask(cluster, [`POST ${foos}?fieldValidation=Strict`, json, body, 400, {}], timeOf(2));
  const message = `Foo in version "v9" cannot be handled as a Foo: ${why}`;
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([400, { message }]);
});

it('lets the controllers act when a pasted definition was created', () => {
  const crd = definition('foos', 'b.example.com', version('v1', true, {}));
  const created = { ...crd, metadata: { ...crd.metadata, creationTimestamp: '2025-05-05T00:00:00Z' } };
  const set = setLive(emptyCluster(catalog), valueFromPlain(created));
  if (set.kind === 'refused') throw new Error(set.message);
  const asked = 'GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.b.example.com';
  const { response } = ask(set.cluster, [asked, '', '', 200, {}], timeOf(2));
  expect(JSON.parse(formatJson(response.body)).status.conditions[0]).toMatchObject({
    lastTransitionTime: '2025-05-05T00:00:00Z',
  });
});

/** The answers of v1.37.0, which reads the body of an apply before it looks at anything else. */
it.each([
  ['  {"a":', 'error decoding patch: error converting YAML to JSON: yaml: line 1: did not find expected node content'],
  ['\n {"a":', 'error decoding patch: error converting YAML to JSON: yaml: line 2: did not find expected node content'],
  ['a{: b: c', 'error encoding patch: yaml: mapping values are not allowed in this context'],
  ['# x\n{"a":', 'error encoding patch: yaml: line 2: did not find expected node content'],
])('v1.37 is sent the apply %j', async (body, message) => {
  const asked: Row = ['PATCH /api/v1/namespaces/default/configmaps/x?fieldManager=m', apply, body, 400, {}];
  const { response } = ask(emptyCluster(await loadCatalog('v1.37.0')), asked, timeOf(0));
  expect([response.code, JSON.parse(formatJson(response.body))]).toMatchObject([400, { message }]);
});
