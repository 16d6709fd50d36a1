import { isMap, parseJson, valueFromPlain } from '@managed-fields/merge-engine';
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
