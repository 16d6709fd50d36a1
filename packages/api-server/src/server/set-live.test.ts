import {
  isMap,
  mapAt,
  metadataOf,
  metadataText,
  parseJson,
  valueFromPlain,
  withEntry,
} from '@managed-fields/merge-engine';
import '../whole.ts';
import { expect, it } from 'vitest';
import { fooDefinition } from '../customresource/definition-in-tests.ts';
import { type Cluster, emptyCluster } from './cluster.ts';
import { installCrd } from './install.ts';
import type { ApiRequest } from './request.ts';
import { serve } from './serve.ts';
import { setLive } from './set-live.ts';

const now = '2026-01-01T00:00:00Z';

const definition = fooDefinition({ spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } });

const empty = () =>
  emptyCluster({ find: () => undefined, findKind: () => undefined, isBuiltinGroup: () => false, names: () => [] });

function installed(): Cluster {
  const answer = installCrd(empty(), definition);
  if (answer.kind !== 'installed') throw new Error(answer.problems.join());
  return answer.cluster;
}

function apply(cluster: Cluster, manager: string, a: string) {
  const body = parseJson(
    JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x' }, spec: { a } }),
  );
  if (body.kind !== 'value') throw new Error(body.message);
  const request: ApiRequest = {
    method: 'PATCH',
    path: '/apis/example.com/v1/namespaces/default/foos/x',
    query: new Map([['fieldManager', manager]]),
    contentType: 'application/apply-patch+yaml',
    body: { kind: 'value', value: body.value, duplicates: [] },
  };
  return serve(cluster, request, now);
}

it('traces how a refused apply came to its conflicts', () => {
  const first = apply(installed(), 'one', '1');
  const refused = apply(first.cluster, 'two', '2');
  expect(refused.response.code).toBe(409);
  expect(refused.trace?.conflicts.map(({ path }) => path.at(-1))).toEqual([{ kind: 'field', name: 'a' }]);
  expect(apply(first.cluster, 'one', '2').trace?.conflicts).toEqual([]);
});

/** Objects to set as they are, and what is wrong with them; undefined where nothing is. */
const live: readonly (readonly [object: unknown, message: string | undefined])[] = [
  [5, 'the object is not a map'],
  [{ apiVersion: 'v9', kind: 'Bar' }, 'no kind "Bar" is registered for version "v9"'],
  [
    { apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 5 } },
    'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
  ],
  [{ apiVersion: 'example.com/v1', kind: 'Foo', metadata: {} }, 'name must be provided'],
  [{ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x' } }, undefined],
  [{ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x', managedFields: [] } }, undefined],
];

it.each(live)('a live object %j', (object, message) => {
  const answer = setLive(installed(), valueFromPlain(object));
  expect(answer.kind === 'refused' ? answer.message : undefined).toBe(message);
  if (answer.kind === 'set') expect(isMap([...answer.cluster.objects.values()].at(-1)?.object)).toBe(true);
});

const foo = (metadata: object) => valueFromPlain({ apiVersion: 'example.com/v1', kind: 'Foo', metadata });

/** The versions that pasted objects get one after the other, and the one that the next write gets. */
it.each<readonly [written: readonly string[], given: readonly string[], next: bigint]>([
  [['', ''], ['1', '2'], 3n],
  [['7', ''], ['7', '8'], 9n],
  [['7', '3'], ['7', '3'], 8n],
  [['12', '12'], ['12', '12'], 13n],
  [['0', '07', '7x', 'x7', '-7'], ['1', '2', '3', '4', '5'], 6n],
])('objects of the versions %j', (written, given, next) => {
  let cluster = installed();
  written.forEach((resourceVersion, index) => {
    const set = setLive(cluster, foo({ name: `x${index}`, resourceVersion }));
    if (set.kind === 'refused') throw new Error(set.message);
    cluster = set.cluster;
  });
  expect([...cluster.objects.values()].map(({ resourceVersion }) => resourceVersion)).toEqual(given);
  expect(cluster.nextResourceVersion).toBe(next);
});

it('gives what a pasted object lacks, and leaves what it has', () => {
  const first = setLive(installed(), foo({ name: 'a' }));
  const second = first.kind === 'set' && setLive(first.cluster, foo({ name: 'a', namespace: 'b', uid: 'u' }));
  if (!second || second.kind === 'refused') throw new Error('not set');
  const { objects, nextUid } = second.cluster;
  expect([...objects.keys()]).toEqual(['example.com/foos/default/a', 'example.com/foos/b/a']);
  expect([...objects.values()].map(({ object }) => metadataText(object, 'uid'))).toEqual([
    '00000000-0000-0000-0000-000000000001',
    'u',
  ]);
  expect(nextUid).toBe(2);
});

it('takes the namespace away where a kind has none', () => {
  const spec = mapAt(definition, 'spec');
  if (spec === undefined) throw new Error('no definition');
  const wide = installCrd(empty(), withEntry(definition, 'spec', withEntry(spec, 'scope', 'Cluster')));
  if (wide.kind === 'refused') throw new Error(wide.problems.join());
  const set = setLive(wide.cluster, foo({ name: 'a', namespace: 'b' }));
  const [stored] = set.kind === 'set' ? [...set.cluster.objects] : [];
  expect(stored?.[0]).toBe('example.com/foos//a');
  expect(metadataOf(stored?.[1].object ?? new Map()).has('namespace')).toBe(false);
});
