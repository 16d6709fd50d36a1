import { readdirSync, readFileSync } from 'node:fs';
import '@managed-fields/player/whole';
import { type ApiRequest, type Cluster, serve } from '@managed-fields/api-server';
import { collectedNext, rehearsalStart, type SentRequest } from '@managed-fields/forecast';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import {
  formatJson,
  listAt,
  mapFromPlain,
  metadataOf,
  metadataText,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, test } from 'vitest';
import type { RecordedControllers } from './controllers.ts';

// What a rehearsal says that controllers would do next, held against what the garbage collector and the namespace controller
// of a real cluster did.

const folder = new URL('controllers/', import.meta.url);
const cases = readdirSync(folder).map(
  (file): RecordedControllers => JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
);
const catalog = await loadKubernetesTypes();

test('there are many', () => {
  expect(cases.length).toBeGreaterThanOrEqual(20);
});

test.each(cases.map((each) => [each.name, each] as const))('%s', (_, { live, deletes, left, after }) => {
  const { cluster: before, refused } = rehearsalStart(live.map(mapFromPlain), catalog, 'v1.36');
  expect(refused).toEqual([]);
  let cluster = before;
  const requests = deletes.map(({ method, path, body: plain, code }): SentRequest => {
    const body = decodeBody(formatJson(mapFromPlain(plain)), 'application/json');
    const request: ApiRequest = { method, path, query: new Map(), contentType: 'application/json', body };
    const served = serve(cluster, request, '2026-01-02T00:00:00Z');
    expect(served.response.code, path).toBe(code);
    cluster = served.cluster;
    return { request, response: served.response };
  });
  const recorded = left.map(mapFromPlain);
  expect(standing(cluster, recorded)).toEqual(lines(recorded));
  const next = collectedNext({ before, after: cluster, requests, ready: false });
  const said = next.map(({ object, result }) => `${result} ${object.kind} ${object.name}`);
  expect(said.toSorted()).toEqual(done(recorded, after.map(mapFromPlain)).toSorted());
});

/** An object with what says how long it lives. */
function line(object: ValueMap): string {
  const metadata = metadataOf(object);
  const finalizers = (listAt(metadata, 'finalizers') ?? []).map(String).toSorted();
  const marked = metadata.has('deletionTimestamp') ? ' deleted' : '';
  return `${nameOf(object)}${marked} ${finalizers.join(',')} ${formatJson(listAt(metadata, 'ownerReferences') ?? [])}`;
}

function nameOf(object: ValueMap): string {
  return `${stringAt(object, 'kind') ?? ''} ${metadataText(object, 'name')}`;
}

function lines(objects: readonly ValueMap[]): readonly string[] {
  return objects.map(line).toSorted();
}

function standing(cluster: Cluster, recorded: readonly ValueMap[]): readonly string[] {
  const kinds = new Set(['Namespace', 'ConfigMap', 'Secret', 'ClusterRole', 'Pod', 'Deployment', 'ReplicaSet']);
  const own = new Set(recorded.map(nameOf));
  return lines(
    [...cluster.objects]
      .map(([, { object }]) => object)
      .filter((object) => kinds.has(stringAt(object, 'kind') ?? '') && own.has(nameOf(object))),
  );
}

/** What became of each object that was left. */
function done(left: readonly ValueMap[], after: readonly ValueMap[]): readonly string[] {
  const there = new Map(after.map((object) => [nameOf(object), object] as const));
  return left.flatMap((was) => {
    const is = there.get(nameOf(was));
    if (is === undefined) return [`deleted ${nameOf(was)}`];
    if (line(is) === line(was)) return waits(was) ? [`waits ${nameOf(was)}`] : [];
    return [`${metadataOf(is).has('deletionTimestamp') ? 'waits' : 'kept'} ${nameOf(was)}`];
  });
}

/** Whether a controller waits to take an object away. */
function waits(object: ValueMap): boolean {
  const finalizers = listAt(metadataOf(object), 'finalizers') ?? [];
  const isMarked = metadataOf(object).has('deletionTimestamp');
  return isMarked && (stringAt(object, 'kind') === 'Namespace' || finalizers.includes('foregroundDeletion'));
}
