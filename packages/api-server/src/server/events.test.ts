import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { type Cluster, emptyCluster, withoutStored, withStored } from './cluster.ts';
import { eventsBetween } from './events.ts';

const object = (name: string) => mapFromPlain({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const key = (name: string) => `/configmaps/default/${name}`;
const stored = (cluster: Cluster, ...names: readonly string[]) =>
  names.reduce((state, name) => withStored(state, key(name), object(name)), cluster);

const none = { find: () => undefined, findKind: () => undefined, isBuiltinGroup: () => false, names: () => [] };
const start = stored(emptyCluster(none), 'a', 'b', 'c');

it('tells what was added, changed and deleted, in the order of versions, those that were created first first', () => {
  const after = stored(withoutStored(withoutStored(start, key('c')), key('a')), 'd', 'b');
  const { cluster, events } = eventsBetween(start, after);
  expect(
    events.map(({ kind, name, resourceVersion, before }) => [kind, name, resourceVersion, before !== undefined]),
  ).toEqual([
    ['added', 'd', '4', false],
    ['modified', 'b', '5', true],
    ['deleted', 'a', '6', true],
    ['deleted', 'c', '7', true],
  ]);
  expect(events[0]).toMatchObject({ group: '', plural: 'configmaps', namespace: 'default' });
  expect(events.map(({ stored: { resourceVersion } }) => resourceVersion)).toEqual(['4', '5', '6', '7']);
  expect([cluster.nextResourceVersion, after.nextResourceVersion]).toEqual([8n, 6n]);
});

it('tells nothing where nothing was written', () => {
  expect(eventsBetween(start, { ...start })).toMatchObject({ events: [] });
});
