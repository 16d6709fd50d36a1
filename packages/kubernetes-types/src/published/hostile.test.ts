import { emptyCluster, serve } from '@managed-fields/api-server/whole';
import { isMap, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadData } from '../bundled-data.ts';
import { loadClusterTypes } from './load.ts';
import type { ClusterKinds } from './published-kinds.ts';

const { definitions } = (await loadData('v1.36')).definitions;
const path = '/apis/apps/v1/namespaces/default/deployments/web';
const deployment = object(
  `{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "labels": {"a": "b"}, "finalizers": ["a/b"]},
    "spec": {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "strategy": {"rollingUpdate": {"maxSurge": "10%"}},
    "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i",
    "ports": [{"containerPort": 80}], "resources": {"limits": {"cpu": "0.5"}}}]}}}}`,
);

function object(text: string): ValueMap {
  const read = parseJson(text);
  if (read.kind !== 'value' || !isMap(read.value)) throw new Error('no object');
  return read.value;
}

/** Does what a page does with a kind, by a document of apps/v1 with these schemas. Returns the code of the answer. */
async function used(schemas: unknown, more: Partial<ClusterKinds> = {}): Promise<number> {
  const text = typeof schemas === 'string' ? schemas : JSON.stringify({ components: { schemas } });
  const catalog = await loadClusterTypes({
    release: 'v1.40.0',
    documents: [{ group: 'apps', version: 'v1', hash: 'A', text }],
    resources: [],
    ...more,
  });
  for (const { group, preferredVersion, plural } of catalog.names())
    void catalog.find(group, preferredVersion, plural)?.type;
  void catalog.published?.('apps/v1', 'Deployment');
  const found = catalog.findKind('apps/v1', 'Deployment');
  if (found === undefined) return 404;
  void found.zero;
  void found.written?.named('io.k8s.api.apps.v1.DeploymentSpec');
  const cluster = emptyCluster(catalog);
  const request = { path, query: new Map([['fieldManager', 'm']]) };
  const body = { kind: 'value', value: deployment, duplicates: [] } as const;
  const apply = { ...request, method: 'PATCH', contentType: 'application/apply-patch+yaml', body } as const;
  const served = serve(cluster, apply, '2026-01-01T00:00:00Z');
  const update = { ...request, method: 'PUT', contentType: 'application/json', body } as const;
  serve(served.cluster, update, '2026-01-01T00:00:01Z');
  return served.response.code;
}

const spec = 'io.k8s.api.apps.v1.DeploymentSpec';
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kindOfDeployment = [{ group: 'apps', version: 'v1', kind: 'Deployment' }];

describe('a document of a hostile server', () => {
  test.each<readonly [string, unknown]>([
    ['no JSON', '<html></html>'],
    ['levels without end', `{"components":{"schemas":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`],
    ['a prototype', '{"components":{"schemas":{"__proto__":{"properties":{"__proto__":{"type":"string"}}}}}}'],
    ['references in a circle', { [spec]: ref('A'), A: ref('B'), B: ref('A') }],
    [
      'properties in a circle',
      { [spec]: { properties: { selector: ref('A') } }, A: { properties: { matchLabels: ref('A') } } },
    ],
    ['a reference to nothing', { [spec]: { type: 'object', properties: { template: ref('Nothing') } } }],
    [
      'a reference to a prototype',
      { [spec]: { type: 'object', properties: { template: ref('__proto__'), selector: ref('constructor') } } },
    ],
    ['schemas that are none', { [spec]: 7, A: null }],
    ['properties that are none', { [spec]: { type: 'object', properties: [] } }],
    ['a type that is none', { [spec]: { type: {}, properties: { replicas: { type: ['a'] } } } }],
    ['a scalar where a struct was', { [spec]: { type: 'string' } }],
    ['a list where a struct was', { [spec]: { type: 'array', items: { type: 'array', items: {} } } }],
    [
      'other types of fields',
      {
        [spec]: {
          type: 'object',
          properties: { replicas: { type: 'string' }, selector: { type: 'integer' }, template: { type: 'array' } },
        },
      },
    ],
    ['a kind of a schema without properties', { X: { 'x-kubernetes-group-version-kind': kindOfDeployment } }],
    [
      'two schemas of a kind',
      { ...definitions, X: { properties: {}, 'x-kubernetes-group-version-kind': kindOfDeployment } },
    ],
    [
      'list types that are none',
      {
        [spec]: {
          type: 'object',
          properties: { selector: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': 5 } },
        },
      },
    ],
    ['numbers beyond all bounds', '{"components":{"schemas":{"A":{"default":1e999}}}}'],
  ])('has %s, and is answered', async (_, schemas) => {
    expect(await used(schemas)).toBeGreaterThanOrEqual(200);
  });

  test('grows no faster than its length, whatever is nested', async () => {
    const lists = (levels: number): object => (levels === 0 ? {} : { type: 'array', items: lists(levels - 1) });
    expect(await used({ [spec]: { type: 'object', properties: { replicas: lists(180) } } })).toBeGreaterThan(0);
  });

  test('lists resources that are none', async () => {
    const resources = [null, 7, {}, { group: 'apps', version: 'v1', plural: '../..', kind: 'X' }];
    const documents = [null, { group: 1 }];
    const hostile = JSON.parse(JSON.stringify({ resources, documents }));
    expect(await used({}, hostile)).toBe(201);
  });

  test('is answered whatever stands in it instead of a part', async () => {
    const names = [
      ...['io.k8s.api.apps.v1.Deployment', spec, 'io.k8s.api.apps.v1.DeploymentStrategy', 'io.k8s.api.core.v1.PodSpec'],
      ...['io.k8s.api.core.v1.Container', 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'],
      ...['io.k8s.apimachinery.pkg.api.resource.Quantity', 'io.k8s.apimachinery.pkg.util.intstr.IntOrString'],
    ];
    const junk = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        7,
        'x',
        [],
        {},
        true,
        ref('A'),
        ref(spec),
        { allOf: [ref(spec)] },
        { properties: {} },
      ),
      fc.constantFrom<unknown>('array', 'object', 'string', 'integer', 'atomic', 'map', 'set', ['name'], {
        type: 'array',
      }),
    );
    const change = fc.tuple(fc.constantFrom(...names), fc.nat(), junk);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const schemas = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, definitions[name]]))));
        for (const [name, place, value] of changes) replacePart(schemas, name, place, value);
        expect(await used(schemas)).toBeGreaterThanOrEqual(200);
      }),
      { numRuns: 60 },
    );
  });
});

/** Puts a value in the place of one of the parts of a schema. */
function replacePart(schemas: Record<string, unknown>, name: string, place: number, value: unknown): void {
  const places: (readonly [Record<string, unknown>, string])[] = [[schemas, name]];
  for (const [holder, key] of places) {
    const part = holder[key];
    if (typeof part !== 'object' || part === null) continue;
    const inside = part as Record<string, unknown>;
    places.push(...Object.keys(inside).map((each) => [inside, each] as const));
  }
  const [holder, key] = places[place % places.length] ?? [schemas, name];
  // A copy, as later changes may put values into it.
  holder[key] = structuredClone(value);
}
