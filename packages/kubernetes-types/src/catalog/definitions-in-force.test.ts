import {
  type Cluster,
  catalogOf,
  emptyCluster,
  installCrd,
  putCrd,
  serve,
  setLive,
} from '@managed-fields/api-server/whole';
import { isMap, mapAt, stringAt, type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { loadKubernetesTypes } from './kubernetes-types.ts';

const start = emptyCluster(await loadKubernetesTypes());
const now = '2026-01-01T00:00:00Z';
const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.example.com';

function definition(shortNames: readonly string[] = [], more: object = {}): Value {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return valueFromPlain({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'foos', kind: 'Foo', shortNames },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
    ...more,
  });
}

function put(cluster: Cluster, crd: Value): Cluster {
  const answer = putCrd(cluster, crd, now);
  if (answer.kind === 'refused') throw new Error(answer.problems.join());
  return answer.cluster;
}

function ask(cluster: Cluster, method: 'GET' | 'POST' | 'DELETE', at: string, value?: Value) {
  const body = value === undefined ? {} : { body: { kind: 'value', value, duplicates: [] } as const };
  return serve(cluster, { method, path: at, query: new Map(), ...body }, now);
}

function numbersIn(body: Value): readonly (string | undefined)[] {
  const metadata = isMap(body) ? mapAt(body, 'metadata') : undefined;
  return [stringAt(metadata, 'uid')?.slice(-2), stringAt(metadata, 'resourceVersion')];
}

const foo = (name: string) => valueFromPlain({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name } });
const foos = '/apis/example.com/v1/namespaces/default/foos';

it('counts a definition and what its controllers write as any object', () => {
  const first = ask(put(start, definition()), 'POST', foos, foo('a'));
  expect(numbersIn(ask(first.cluster, 'GET', path).response.body)).toEqual(['01', '3']);
  expect(numbersIn(first.response.body)).toEqual(['02', '4']);
  const again = ask(put(first.cluster, definition(['fo'])), 'POST', foos, foo('b'));
  expect(numbersIn(ask(again.cluster, 'GET', path).response.body)).toEqual(['01', '6']);
  expect(numbersIn(again.response.body)).toEqual(['03', '7']);
});

it('takes no number for a request that is refused', () => {
  const refused = ask(put(start, definition()), 'POST', path.slice(0, path.lastIndexOf('/')), definition());
  expect(refused.response.code).toBe(409);
  expect(numbersIn(ask(refused.cluster, 'POST', foos, foo('a')).response.body)).toEqual(['02', '4']);
});

it('puts a definition in the place of one that was assumed', () => {
  const assumed = installCrd(start, definition(['as']));
  if (assumed.kind !== 'installed') throw new Error('not installed');
  expect(ask(assumed.cluster, 'GET', path).response.code).toBe(404);
  const called = (cluster: Cluster) =>
    catalogOf(cluster)
      .names()
      .find(({ kind }) => kind === 'Foo')?.shortNames;
  expect(called(assumed.cluster)).toEqual(['as']);
  expect(called(put(assumed.cluster, definition(['fo'])))).toEqual(['fo']);
});

it.each<readonly [what: string, more: object, inForce: boolean]>([
  ['no status', {}, true],
  ['names that were not accepted', { status: { conditions: [{ type: 'NamesAccepted', status: 'False' }] } }, true],
  [
    'no versions',
    { spec: { group: 'example.com', scope: 'Namespaced', names: { plural: 'foos', kind: 'Foo' } } },
    false,
  ],
])('sets a pasted definition with %s', (_what, more, inForce) => {
  const set = setLive(start, definition([], more));
  if (set.kind !== 'set') throw new Error(set.message);
  expect(catalogOf(set.cluster).findKind('example.com/v1', 'Foo') !== undefined).toBe(inForce);
  expect(ask(set.cluster, 'GET', path).response.code).toBe(200);
});

it('takes the kind away with its definition', () => {
  const gone = ask(put(start, definition()), 'DELETE', path);
  expect(gone.response.code).toBe(200);
  expect(catalogOf(gone.cluster).findKind('example.com/v1', 'Foo')).toBeUndefined();
  expect(ask(gone.cluster, 'GET', path).response.code).toBe(404);
});
